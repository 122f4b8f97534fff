import { getPriority } from 'node:os'
import { threadId } from 'node:worker_threads'

/** The thread that was asked. */
export const who = (): number => threadId
export const never = (): Promise<never> => new Promise(() => {})
/** How far it stands behind the others: 0 is usual, 19 the last. */
export const howFarBehind = (): number => getPriority()
