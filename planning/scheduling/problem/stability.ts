/** How far a task is from where the plan that stands has it: people have set themselves up for that one. */
import type { Model } from './model.ts'

/** Another machine is as much of a change as half a shift. */
const otherMachineSeconds = 4 * 3600

/** 0 for what is not in the plan that stands. */
export function movedSeconds({ standingMachine, standingEnd }: Model, operation: number, end: number, machine: number) {
  const stood = standingMachine[operation]!
  if (stood < 0) return 0
  return Math.abs(end - standingEnd[operation]!) + (stood === machine ? 0 : otherMachineSeconds)
}
