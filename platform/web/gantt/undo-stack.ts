/** One gesture is one step. A new step drops what could be redone; the oldest steps fall off. */
export class UndoStack<Step> {
  private readonly done: Step[] = []
  private readonly undone: Step[] = []
  private readonly depth: number

  constructor(depth = 100) {
    this.depth = depth
  }

  get canUndo(): boolean {
    return this.done.length > 0
  }
  get canRedo(): boolean {
    return this.undone.length > 0
  }

  push(step: Step): void {
    this.done.push(step)
    if (this.done.length > this.depth) this.done.shift()
    this.undone.length = 0
  }
  get last(): Step | undefined {
    return this.done.at(-1)
  }
  /** Every step becomes another. */
  change(of: (step: Step) => Step): void {
    for (const steps of [this.done, this.undone]) steps.splice(0, steps.length, ...steps.map(of))
  }
  takeUndo(): Step | undefined {
    return this.done.pop()
  }
  takeRedo(): Step | undefined {
    return this.undone.pop()
  }
  /** After an undo went through: the step may be redone. */
  wasUndone(step: Step): void {
    this.undone.push(step)
  }
  /** After a redo went through, or an undo was refused: the step may be undone, later steps stay redoable. */
  wasRedone(step: Step): void {
    this.done.push(step)
  }
  clear(): void {
    this.done.length = 0
    this.undone.length = 0
  }
}
