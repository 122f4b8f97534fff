import { Piscina } from 'piscina'
import { threadLost } from './thread-lost.ts'

/** Loading the areas takes half a second: whoever plans and looks at charts all day waits for it once. */
const staysMs = 3_600_000

/** One thread for so many works side by side. It starts when it is first needed, or at once, and stays for a while. */
export const stayingThread = (module: URL, setting: object, atOnce: number, minThreads = 0): Piscina =>
  new Piscina({
    filename: module.href,
    workerData: setting,
    minThreads,
    maxThreads: 1,
    concurrentTasksPerWorker: atOnce,
    idleTimeout: staysMs,
    // Between works, too, it hears from its connections.
    atomics: 'disabled',
  }).on('error', threadLost)
