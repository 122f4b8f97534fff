import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'
import { threadLost } from './thread-lost.ts'
import { stepsBehind } from './thread-priority.ts'

/** Asks one function of the module, in the thread whose turn it is; an abort ends the thread's work. */
export type AskThread = <T>(name: string, work: unknown, signal?: AbortSignal) => Promise<T>

interface Thread {
  readonly pool: Piscina
  isFree: boolean
}

const mostThreads = 4

/**
 * Threads for short work that somebody waits for, of many companies: each has one at a time, and of those that wait the one
 * goes next whose last turn is longest ago, so that nobody's many calls hold up another company's one.
 */
export class FairThreads {
  private readonly threads: readonly Thread[]
  /** Calls by company; the companies in the order of their turns. */
  private readonly waiting = new Map<string, ((thread: Thread) => void)[]>()
  private readonly working = new Set<string>()
  /** Where a company was last: what the thread knows of it may still be there. */
  private readonly homes = new Map<string, Thread>()

  constructor(module: URL, idleTimeout: number, count = Math.max(2, Math.min(mostThreads, availableParallelism()))) {
    this.threads = Array.from({ length: count }, () => ({
      pool: new Piscina({
        filename: module.href,
        minThreads: 0,
        maxThreads: 1,
        idleTimeout,
        niceIncrement: stepsBehind(),
      }).on('error', threadLost),
      isFree: true,
    }))
  }

  async turn<T>(company: string, work: (ask: AskThread) => Promise<T>): Promise<T> {
    const thread = await new Promise<Thread>(found => {
      const calls = this.waiting.get(company)
      if (calls) calls.push(found)
      else this.waiting.set(company, [found])
      this.giveTurns()
    })
    try {
      return await work((name, asked, signal) => thread.pool.run(asked, { name, signal }))
    } finally {
      thread.isFree = true
      this.working.delete(company)
      this.toTheEnd(company)
      this.giveTurns()
    }
  }

  private giveTurns(): void {
    for (const [company, calls] of this.waiting) {
      const free = this.threads.filter(({ isFree }) => isFree)
      if (free.length === 0) return
      if (this.working.has(company)) continue
      const home = this.homes.get(company)
      const thread = home?.isFree ? home : this.leastUsed(free)
      thread.isFree = false
      this.homes.set(company, thread)
      this.working.add(company)
      const first = calls.shift()
      if (calls.length === 0) this.waiting.delete(company)
      first!(thread)
    }
  }

  /** The one that is home to the fewest. */
  private leastUsed(free: readonly Thread[]): Thread {
    const companies = (thread: Thread): number => [...this.homes.values()].filter(home => home === thread).length
    return free.reduce((least, thread) => (companies(thread) < companies(least) ? thread : least))
  }

  /** Its next call waits for those who have not had a turn meanwhile. */
  private toTheEnd(company: string): void {
    const calls = this.waiting.get(company)
    if (!calls) return
    this.waiting.delete(company)
    this.waiting.set(company, calls)
  }
}
