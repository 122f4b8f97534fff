/**
 * The tabu search of ../critical-tabu.ts, compiled to WebAssembly. Its caller lays the problem and a sequence into the memory,
 * lets it make some moves at a time, and reads the best sequence.
 */

import { allocate, clear } from '../../web-assembly/kernel/memory.ts'
import { moveWithin, prepareBlockMoves, weighBlocks } from './block-moves.ts'
import { chosen, forget, moved } from './candidate.ts'
import {
  closeGraph,
  cold,
  count,
  criticalPath,
  machines,
  makespan,
  none,
  operations,
  order,
  prepareGraph,
} from './graph.ts'
import { CHOICE, choiceSize, operationSize } from './layout.ts'
import { measureLoads, moveAway, weighMachines } from './machine-moves.ts'
import { below, seed } from './random.ts'
import { prepareReorder } from './reorder.ts'
import { loadSequence } from './sequence.ts'

export { cold, machines, none, operations, order }
/** Choices of all operations, and lists of predecessors and successors. */
export let choices: usize = 0
export let lists: usize = 0
/** The shortest sequence of the run: its operations in order, the choices of the operations, its makespan. */
export let bestOrder: usize = 0
export let bestChoices: usize = 0
export let best: i32 = 0
let now: i32 = 0
let idle: i32 = 0
let iteration: i32 = 0
let tenure: i32 = 0
let isFlexible: bool = false

/** Makes room for a problem; its records are to be filled in then. */
export function prepare(
  size: i32,
  machineCount: i32,
  choiceCount: i32,
  listed: i32,
  tableSize: i32,
  strict: i32,
): void {
  clear()
  prepareGraph(size, machineCount)
  prepareReorder(size)
  choices = allocate(choiceCount * choiceSize)
  lists = allocate(listed * 4)
  bestOrder = allocate(size * 4)
  bestChoices = allocate(size * 4)
  prepareBlockMoves(size, tableSize, strict)
  isFlexible = choiceCount > size
  iteration = 0
}

/** When the records are filled in. */
export function close(tabuTenure: i32, randomSeed: u32): void {
  closeGraph()
  tenure = tabuTenure
  seed(randomSeed)
}

/** Begins a run with the sequence that lies in the order and the choices. */
export function start(): void {
  loadSequence()
  now = makespan()
  if (isFlexible) measureLoads(now)
  // Whatever an earlier run has forbidden is over.
  iteration += 4 * tenure
  idle = 0
  keep()
}

/** Makes up to `moves` moves; fewer when the run is over: no gain in `patience` moves, the floor reached, nothing to move. */
export function run(moves: i32, patience: i32, floor: i32): i32 {
  let made = 0
  while (made < moves && idle < patience && best > floor) {
    iteration++
    idle++
    if (!step()) break
    made++
    now = makespan()
    if (now < best) {
      keep()
      idle = 0
    }
  }
  return made
}

function step(): bool {
  const begin = criticalPath(now)
  forget()
  weighBlocks(begin, iteration, best)
  if (isFlexible) weighMachines(begin, iteration, best)
  if (moved === 0) return false
  if (chosen !== 0) moveAway(iteration)
  else moveWithin(iteration + tenure + below(tenure + (tenure >> 1)))
  return true
}

function keep(): void {
  best = now
  memory.copy(bestOrder, order, count << 2)
  if (!isFlexible) return
  for (let i = 0; i < count; i++)
    store<usize>(bestChoices + <usize>(i << 2), load<usize>(operations + cold + <usize>(i * operationSize), CHOICE))
}
