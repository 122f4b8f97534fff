import { availableParallelism } from 'node:os'
import { Piscina } from 'piscina'

/** Asks one function of the module, in the thread whose turn it is. */
export type AskThread = <T>(name: string, work: unknown) => Promise<T>

interface Thread {
  readonly pool: Piscina
  /** Who was here last: what the thread knows of a company is still there. */
  company: string | undefined
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

  constructor(module: URL, idleTimeout: number, count = Math.max(2, Math.min(mostThreads, availableParallelism()))) {
    this.threads = Array.from({ length: count }, () => ({
      pool: new Piscina({ filename: module.href, minThreads: 0, maxThreads: 1, idleTimeout }),
      company: undefined,
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
      return await work((name, asked) => thread.pool.run(asked, { name }))
    } finally {
      thread.isFree = true
      this.working.delete(company)
      this.giveTurns()
    }
  }

  private giveTurns(): void {
    for (const [company, calls] of this.waiting) {
      const free = this.threads.filter(({ isFree }) => isFree)
      if (free.length === 0) return
      if (this.working.has(company)) continue
      const thread =
        free.find(one => one.company === company) ?? free.find(one => one.company === undefined) ?? free[0]!
      thread.isFree = false
      thread.company = company
      this.working.add(company)
      // To the end of the row, for its next call.
      this.waiting.delete(company)
      const [first, ...rest] = calls
      if (rest.length > 0) this.waiting.set(company, rest)
      first!(thread)
    }
  }
}
