/** How many come in at once, and how many wait: in all, of a company, of a user. */
export interface GateLimits {
  readonly atOnce: number
  /** Places beside these for a company of which nobody is in. */
  readonly reserved: number
  readonly atOncePerCompany: number
  readonly atOncePerUser: number
  readonly waiting: number
  readonly waitingPerCompany: number
  readonly waitingPerUser: number
}
/**
 * Whoever has so many in line for each that may be in has one in, and leaves the others as much time as it took: no page asks for
 * that many, and processors are shared by those who are in.
 */
const longLine = 4
/** Others are at work as long as one of them was let in within this time, milliseconds. */
const besideOthers = 1_000
/** Milliseconds: also after a call that took long. */
const longestRest = 1_000
type Leave = () => void

interface Turn {
  inside: number
  /** When one was let in last, counted in those that were let in; 0: never. */
  last: number
}
interface Waiting {
  readonly come: () => void
  readonly giveUp: () => void
}
interface User extends Turn {
  /** In the order in which they came; whoever goes away is taken out. */
  readonly line: Set<Waiting>
  /** Nobody of this line is let in before, by `performance.now()`. */
  restsUntil: number
}
interface Company extends Turn {
  waiting: number
  readonly users: Map<string, User>
}

/**
 * Lets so many work at once and keeps the others in line: the company with the fewest inside comes next, and in a company the
 * user with the fewest. So who sends much waits for the own work, and hardly anybody waits for somebody else's. When the line is
 * full the last of the longest part of it makes room for whoever has less in it.
 */
export class FairGate {
  readonly #limits: GateLimits
  readonly #companies = new Map<string, Company>()
  #turns = 0
  #inside = 0
  #waiting = 0
  /** Who was let in last, and who before of the others. */
  #latest = { user_key: '', at: Number.NEGATIVE_INFINITY }
  #latestOther = this.#latest

  constructor(limits: GateLimits) {
    this.#limits = limits
  }
  get waiting(): number {
    return this.#waiting
  }
  get inside(): number {
    return this.#inside
  }

  /**
   * Waits to be let in. Undefined when the line is full already, or when `gone` says that nobody waits any more. Whoever is in
   * leaves by what is answered.
   */
  enter(company_key: string, user_key: string, gone?: AbortSignal): Promise<Leave | undefined> {
    if (gone?.aborted) return Promise.resolve(undefined)
    const company = this.#company(company_key)
    const user = userOf(company, user_key)
    if (this.#hasRoom(company, user) && user.line.size === 0) return Promise.resolve(this.#letIn(company_key, user_key))
    if (!this.#hasRoomInLine(company, user)) {
      this.#forget(company_key, user_key)
      return Promise.resolve(undefined)
    }
    return new Promise(answer => {
      const outOfLine = (): void => {
        user.line.delete(place)
        company.waiting -= 1
        this.#waiting -= 1
        gone?.removeEventListener('abort', place.giveUp)
      }
      const place: Waiting = {
        come: () => {
          outOfLine()
          answer(this.#letIn(company_key, user_key))
        },
        giveUp: () => {
          outOfLine()
          this.#forget(company_key, user_key)
          answer(undefined)
        },
      }
      gone?.addEventListener('abort', place.giveUp, { once: true })
      user.line.add(place)
      company.waiting += 1
      this.#waiting += 1
    })
  }

  /** Perhaps because somebody with more in line has made room. */
  #hasRoomInLine(company: Company, user: User): boolean {
    const { waiting, waitingPerCompany, waitingPerUser } = this.#limits
    if (user.line.size >= waitingPerUser) return false
    const longest = (of: Company): User => mostOf(of.users.values(), one => one.line.size)!
    if (company.waiting >= waitingPerCompany) return isShortened(longest(company), user.line.size)
    if (this.#waiting < waiting) return true
    const other = mostOf(this.#companies.values(), one => one.waiting)!
    return other.waiting > company.waiting + 1 && isShortened(longest(other), 0)
  }
  #company(key: string): Company {
    const known = this.#companies.get(key)
    if (known) return known
    const fresh: Company = { inside: 0, last: 0, waiting: 0, users: new Map() }
    this.#companies.set(key, fresh)
    return fresh
  }
  #hasRoom(company: Company, user: User): boolean {
    const { atOnce, reserved, atOncePerCompany, atOncePerUser } = this.#limits
    const places = company.inside === 0 ? atOnce + reserved : atOnce
    const own = this.#isLong(user) ? 1 : atOncePerUser
    if (own === 1 && performance.now() < user.restsUntil) return false
    return this.#inside < places && company.inside < atOncePerCompany && user.inside < own
  }
  #isLong(user: User): boolean {
    return user.line.size > longLine * this.#limits.atOncePerUser
  }
  /** Until others had as much time; nobody rests who is alone. */
  #rest(user: User, user_key: string, came: number): void {
    const now = performance.now()
    const other = this.#latest.user_key === user_key ? this.#latestOther : this.#latest
    if (!this.#isLong(user) || now - other.at > besideOthers) return
    user.restsUntil = now + Math.min(now - came, longestRest)
    setTimeout(() => {
      user.restsUntil = 0
      this.#next()
    }, user.restsUntil - now).unref()
  }
  #letIn(company_key: string, user_key: string): Leave {
    const came = performance.now()
    if (this.#latest.user_key !== user_key) this.#latestOther = this.#latest
    this.#latest = { user_key, at: came }
    const company = this.#company(company_key)
    const user = userOf(company, user_key)
    this.#inside += 1
    company.inside += 1
    user.inside += 1
    this.#turns += 1
    company.last = this.#turns
    user.last = this.#turns
    let isIn = true
    return () => {
      if (!isIn) return
      isIn = false
      this.#inside -= 1
      company.inside -= 1
      user.inside -= 1
      this.#rest(user, user_key, came)
      this.#forget(company_key, user_key)
      this.#next()
    }
  }
  #next(): void {
    while (this.#waiting > 0 && this.#letNextIn());
  }
  #letNextIn(): boolean {
    const waits = (user: User, company: Company) => user.line.size > 0 && this.#hasRoom(company, user)
    const company = fewestInside(
      this.#companies.values(),
      one => one.waiting > 0 && one.users.values().some(user => waits(user, one)),
    )
    const user = company && fewestInside(company.users.values(), one => waits(one, company))
    const [first] = user?.line ?? []
    first?.come()
    return first !== undefined
  }
  #forget(company_key: string, user_key: string): void {
    const company = this.#companies.get(company_key)
    const user = company?.users.get(user_key)
    if (!company || !user) return
    if (user.inside === 0 && user.line.size === 0) company.users.delete(user_key)
    if (company.users.size === 0) this.#companies.delete(company_key)
  }
}

function userOf(company: Company, key: string): User {
  const known = company.users.get(key)
  if (known) return known
  const fresh: User = { inside: 0, last: 0, line: new Set(), restsUntil: 0 }
  company.users.set(key, fresh)
  return fresh
}
/** The last of a line goes away for somebody who has less in line. */
function isShortened({ line }: User, other: number): boolean {
  if (line.size <= other + 1) return false
  ;[...line].at(-1)!.giveUp()
  return true
}
function mostOf<T>(all: Iterable<T>, measure: (one: T) => number): T | undefined {
  let found: T | undefined
  for (const one of all) if (found === undefined || measure(one) > measure(found)) found = one
  return found
}
/** Of those that may: who has the fewest inside, then who was let in longest ago. */
function fewestInside<T extends Turn>(all: Iterable<T>, may: (one: T) => boolean): T | undefined {
  let found: T | undefined
  for (const one of all) if ((found === undefined || isBefore(one, found)) && may(one)) found = one
  return found
}
const isBefore = (one: Turn, other: Turn): boolean =>
  one.inside < other.inside || (one.inside === other.inside && one.last < other.last)
