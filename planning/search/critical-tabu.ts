/**
 * Tabu search along one random critical path, for sequences without change-overs: neighbourhood N7 (Balas & Vazacopoulos
 * 1998, Zhang et al. 2007) within the machines and, where operations have a choice, moves to another machine. All moves are
 * estimated in the length of what they shift. Arcs that a move has reversed, and machines that an operation has left, are
 * tabu for a while. The search itself runs in the kernel; here the problem is laid into its memory.
 */
import * as field from './kernel/layout.ts'
import type { Sequence, Shop } from './shop.ts'
import { type TabuSearch, tabuSize } from './tabu.ts'
import { makeTabuKernel, type TabuKernel } from './tabu-kernel.ts'

export class CriticalTabu implements TabuSearch {
  iterations = 0
  /** Whether the last run has shortened its sequence. */
  hasGained = false
  private readonly shop: Shop
  private readonly kernel: TabuKernel
  private readonly isFlexible: boolean
  /** The whole memory; an address is four times an index. */
  private readonly memory: Int32Array
  /** Moves between two questions whether to stop. */
  private readonly pause: number

  /** A kernel given is taken over, whatever it held. */
  constructor(shop: Shop, random: () => number, kernel: TabuKernel = makeTabuKernel()) {
    const { count, machineCount } = shop
    this.shop = shop
    this.kernel = kernel
    this.isFlexible = shop.choiceMachine.length > count
    this.pause = count > 2000 ? 8 : 256
    const columns = this.columns()
    const width = columns.reduce((most, column) => Math.max(most, column + 1), 1)
    kernel.prepare(
      count,
      machineCount,
      shop.choiceMachine.length,
      shop.predecessors.length + shop.successors.length,
      tabuSize(count * width),
      needsStrictPaths(shop) ? 1 : 0,
    )
    this.memory = new Int32Array(kernel.memory.buffer)
    this.writeChoices()
    this.writeOperations(columns, width)
    const busy = new Set(shop.choiceMachine).size
    kernel.close(Math.round(0.8 * (10 + count / busy / busy)), Math.floor(random() * 0x1_0000_0000) | 0)
  }

  /** Improves `from` until `patience` moves brought nothing, the makespan is at `floor`, or it is told to stop. */
  run(from: Sequence, patience: number, floor: number, shouldStop: () => boolean): void {
    const { kernel, pause } = this
    this.writeSequence(from)
    kernel.start()
    const first = kernel.best.value
    for (let made = pause; made === pause && !shouldStop(); this.iterations += made)
      made = kernel.run(pause, patience, floor)
    this.hasGained = kernel.best.value < first
    this.readBest(from)
  }

  /** The column of each operation in the table of forbidden arcs: its number on its machine where that is certain. */
  private columns(): Int32Array {
    const { count, machineCount, choiceMachine } = this.shop
    if (this.isFlexible) return Int32Array.from({ length: count }, (_, i) => i)
    const used = new Int32Array(machineCount)
    return Int32Array.from({ length: count }, (_, i) => used[choiceMachine[i]!]!++)
  }

  private operation(i: number): number {
    return this.kernel.operations.value + i * field.operationSize
  }

  private choice(k: number): number {
    return this.kernel.choices.value + k * field.choiceSize
  }

  private writeChoices(): void {
    const { shop, kernel, memory } = this
    const machines = kernel.machines.value
    for (let k = 0; k < shop.choiceMachine.length; k++) {
      const at = this.choice(k)
      memory[(at + field.CHOICE_MACHINE) >> 2] = machines + shop.choiceMachine[k]! * field.machineSize
      memory[(at + field.CHOICE_DURATION) >> 2] = shop.choiceDuration[k]!
    }
  }

  private writeOperations(columns: Int32Array, width: number): void {
    const { shop, kernel, memory } = this
    const { predecessorStart, predecessors, successorStart, successors, choiceStart } = shop
    const before = kernel.lists.value
    const after = before + 4 * predecessors.length
    for (let k = 0; k < predecessors.length; k++) memory[(before >> 2) + k] = this.operation(predecessors[k]!)
    for (let k = 0; k < successors.length; k++) memory[(after >> 2) + k] = this.operation(successors[k]!)
    for (let i = 0; i < shop.count; i++) {
      const at = this.operation(i)
      memory[(at + field.NOT_BEFORE) >> 2] = shop.notBefore[i]!
      memory[(at + field.NOT_AFTER) >> 2] = shop.notAfter[i]!
      memory[(at + field.ROW) >> 2] = 4 * Math.imul(i, width)
      memory[(at + field.COLUMN) >> 2] = 4 * columns[i]!
      const cold = at + kernel.cold.value
      memory[(cold + field.CHOICE) >> 2] = this.choice(choiceStart[i]!)
      memory[(cold + field.CHOICES) >> 2] = this.choice(choiceStart[i]!)
      memory[(cold + field.CHOICES_END) >> 2] = this.choice(choiceStart[i + 1]!)
      memory[(cold + field.PREDECESSORS) >> 2] = before + 4 * predecessorStart[i]!
      memory[(cold + field.PREDECESSORS_END) >> 2] = before + 4 * predecessorStart[i + 1]!
      memory[(cold + field.SUCCESSORS) >> 2] = after + 4 * successorStart[i]!
      memory[(cold + field.SUCCESSORS_END) >> 2] = after + 4 * successorStart[i + 1]!
    }
  }

  private writeSequence({ order, choice }: Sequence): void {
    const { kernel, memory } = this
    const at = kernel.order.value >> 2
    for (let i = 0; i < order.length; i++) memory[at + i] = this.operation(order[i]!)
    if (!this.isFlexible) return
    const cold = kernel.cold.value + field.CHOICE
    for (let i = 0; i < choice.length; i++) memory[(this.operation(i) + cold) >> 2] = this.choice(choice[i]!)
  }

  private readBest(to: Sequence): void {
    const { kernel, memory } = this
    const first = kernel.operations.value
    const order = kernel.bestOrder.value >> 2
    for (let i = 0; i < to.order.length; i++) to.order[i] = (memory[order + i]! - first) / field.operationSize
    to.makespan = kernel.best.value
    if (!this.isFlexible) return
    const choices = kernel.choices.value
    const chosen = kernel.bestChoices.value >> 2
    for (let i = 0; i < to.choice.length; i++) to.choice[i] = (memory[chosen + i]! - choices) / field.choiceSize
  }
}

/** Whether a job may follow itself on a machine or an operation may take no time. */
function needsStrictPaths(shop: Shop): boolean {
  const { count, choiceStart, choiceMachine, choiceDuration, successorStart, successors } = shop
  for (let i = 0; i < count; i++)
    for (let choice = choiceStart[i]!; choice < choiceStart[i + 1]!; choice++) {
      if (choiceDuration[choice] === 0) return true
      for (let k = successorStart[i]!; k < successorStart[i + 1]!; k++)
        if (mayUse(shop, successors[k]!, choiceMachine[choice]!)) return true
    }
  return false
}

function mayUse(shop: Shop, operation: number, machine: number): boolean {
  for (let k = shop.choiceStart[operation]!; k < shop.choiceStart[operation + 1]!; k++)
    if (shop.choiceMachine[k] === machine) return true
  return false
}
