/**
 * The move a step of the tabu search will make: the cheapest of those that are allowed, ties by chance; where none is, one of
 * the forbidden ones by chance.
 */
export class Candidate {
  /** What the best allowed move costs: its estimated makespan and what it is charged besides. */
  cost = 0
  /** The operation to move, -1 when there is none. */
  moved = -1
  /** On its own machine: the operation it goes behind (`right`) or in front of. On another: the one it goes behind. */
  anchor = -1
  right = false
  /** The choice of another machine, -1 for a move on its own. */
  chosen = -1
  private readonly random: () => number
  private ties = 0
  private forbiddenSeen = 0

  constructor(random: () => number) {
    this.random = random
  }

  clear(): void {
    this.cost = Number.MAX_SAFE_INTEGER
    this.moved = -1
    this.ties = 0
    this.forbiddenSeen = 0
  }

  /** False when a move of this cost would change nothing. */
  isWanted(cost: number): boolean {
    return cost <= this.cost
  }

  offer(cost: number, moved: number, anchor: number, right: boolean, chosen: number): void {
    if (cost > this.cost) return
    if (cost < this.cost) this.ties = 0
    if (++this.ties > 1 && this.random() * this.ties >= 1) return
    this.cost = cost
    this.moved = moved
    this.anchor = anchor
    this.right = right
    this.chosen = chosen
  }

  offerForbidden(moved: number, anchor: number, right: boolean, chosen: number): void {
    this.forbiddenSeen++
    if (this.cost !== Number.MAX_SAFE_INTEGER) return
    if (this.forbiddenSeen > 1 && this.random() * this.forbiddenSeen >= 1) return
    this.moved = moved
    this.anchor = anchor
    this.right = right
    this.chosen = chosen
  }
}
