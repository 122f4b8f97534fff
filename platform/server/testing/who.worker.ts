import { threadId } from 'node:worker_threads'

/** The thread that was asked. */
export const who = (): number => threadId
export const never = (): Promise<never> => new Promise(() => {})
