import { log } from '../log.ts'

/** A thread that ended between two works; the next work gets another one. Unheard, that would be a fault of the process. */
export const threadLost = (error: unknown): void => log.error({ err: error }, 'a thread has ended')
