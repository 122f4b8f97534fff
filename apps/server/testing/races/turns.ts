import { FairThreads } from '@qitao/platform/server/threads/fair-threads.ts'

type Turn = (this: FairThreads, company: string, work: (...given: unknown[]) => Promise<unknown>) => Promise<unknown>

/** Who waits for the turn of a company in a thread: one that is stopped inside its turn keeps the next one waiting, as a lock does. */
export class Turns {
  readonly #waiting = new Map<string, number>()
  readonly #turn = FairThreads.prototype.turn as Turn

  constructor() {
    const turns = this
    FairThreads.prototype.turn = function (this: FairThreads, company: string, work: Parameters<Turn>[1]) {
      turns.#add(company, 1)
      return turns.#turn.call(this, company, (...given) => {
        turns.#add(company, -1)
        return work(...given)
      })
    } as never
  }
  /** Threads are again what they were. */
  end(): void {
    FairThreads.prototype.turn = this.#turn as never
  }
  /** Whether a call of this company waits until another one's turn is over. */
  isWaitedFor = (org_id: string): boolean => (this.#waiting.get(org_id) ?? 0) > 0

  #add(company: string, count: number): void {
    this.#waiting.set(company, (this.#waiting.get(company) ?? 0) + count)
  }
}
