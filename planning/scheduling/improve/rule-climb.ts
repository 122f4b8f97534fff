/**
 * The rule of a large plant. A pass over it takes long, and by which rule it is made matters more than what can be moved
 * afterwards: so the best rule so far is changed step by step, in large steps while that helps and in smaller ones when it
 * does not, and now and then another one is tried.
 */
import { seededRandom } from '../../random.ts'
import type { Dispatcher, Rule } from '../place/dispatch.ts'
import { type Solution, solve } from '../place/solve.ts'
import { compareScores, type Objective } from './score.ts'

/** Looks furthest ahead: where machines are overloaded for long, what is due first must not take all their time. */
const farSighted: Rule = { value: 1, k1: 32, k2: 5, late: false }
/** A step changes a parameter by so many times at most, at first; it gets longer with a gain and shorter without. */
const firstStep = 3
const longestStep = 4
const shortestStep = 1.25
/** Passes without a gain after which there is little to be found. */
const mostVain = 25
/** So much weight on set-ups is none. */
const none = 1e9

export class RuleClimb {
  private readonly dispatcher: Dispatcher
  private readonly objective: Objective
  private readonly random: () => number
  private best: Solution
  private length = firstStep
  private passes = 0
  private vain = 0

  constructor(first: Solution, dispatcher: Dispatcher, objective: Objective, seed: number) {
    this.best = first
    this.dispatcher = dispatcher
    this.objective = objective
    this.random = seededRandom(seed)
  }

  get isDone(): boolean {
    return this.vain >= mostVain
  }

  /** One pass; the plan when it is better than every one before. */
  step(): Solution | null {
    const { best, dispatcher, objective } = this
    const rule = this.passes++ === 0 ? farSighted : this.random() < 0.15 ? this.anyRule() : this.nearRule()
    const found = solve(best.timetable.model, dispatcher, rule, best.stuck)
    if (compareScores(found.score, best.score, objective) >= 0) {
      this.vain++
      this.length = Math.max(shortestStep, this.length * 0.96)
      return null
    }
    this.vain = 0
    this.length = Math.min(longestStep, this.length * 1.15)
    this.best = found
    return found
  }

  private anyRule(): Rule {
    const { random } = this
    return {
      value: random() * 2,
      k1: this.between(0.5, 100),
      k2: this.between(0.2, 20),
      late: random() < 0.5,
    }
  }

  /** One parameter changed, or all of them. */
  private nearRule(): Rule {
    const { random } = this
    const { value, k1, k2, late } = this.best.rule
    const changed = Math.floor(random() * 4)
    const times = (which: number) => (changed === which || changed === 3 ? this.length ** (random() * 2 - 1) : 1)
    return {
      value: Math.max(value, 0.05) * times(0),
      k1: k1 * times(1) ** 1.5,
      k2: changed === 2 ? this.otherSetupWeight(k2) : k2 === none ? none : k2 * times(2),
      late: random() < 0.15 ? !late : late,
    }
  }

  private otherSetupWeight(k2: number): number {
    if (k2 === none) return this.between(0.2, 20)
    return this.random() < 0.15 ? none : k2 * this.length ** (this.random() * 2 - 1)
  }

  private between(low: number, high: number): number {
    return low * (high / low) ** this.random()
  }
}
