/** A part of something that is limited: whose it is, and how much that one may hold. */
export type Share = readonly [whose: string, most: number]

/** What is held of something by whom: connections, channels, bytes. */
export class Budget {
  readonly #held = new Map<string, number>()

  /** Takes so much of every share, or of none where one of them has no room. What is taken is given back once. */
  take(shares: readonly Share[], amount = 1): (() => void) | undefined {
    return shares.some(([whose, most]) => this.held(whose) + amount > most) ? undefined : this.add(shares, amount)
  }
  /** The same without a question: what is there already. */
  add(shares: readonly Share[], amount: number): () => void {
    for (const [whose] of shares) this.#held.set(whose, this.held(whose) + amount)
    let isTaken = true
    return () => {
      if (!isTaken) return
      isTaken = false
      for (const [whose] of shares) {
        const left = this.held(whose) - amount
        if (left > 0) this.#held.set(whose, left)
        else this.#held.delete(whose)
      }
    }
  }
  held(whose: string): number {
    return this.#held.get(whose) ?? 0
  }
}
