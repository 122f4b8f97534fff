/**
 * How the memory of the kernel is laid out: every thing is a record and is known by its address; a field is an offset. What
 * a move reads of an operation lies in one line of the cache; the rest lies as far behind as `Graph.cold` says.
 */

/** Bytes of an operation's record, and of its record of what is seldom read. */
export const operationSize = 64
/** Earliest end, and the longest time from its start to the end of all. */
export const END = 0
export const OUT = 4
export const DURATION = 8
/** Neighbours on the machine. */
export const BEFORE = 12
export const AFTER = 16
/** First predecessor and successor in the job. */
export const PREDECESSOR = 20
export const SUCCESSOR = 24
/** Place in the topological order. */
export const POSITION = 28
/** Earliest start, and time after its end, as the job alone demands them. */
export const READY = 32
export const REST = 36
export const NOT_BEFORE = 40
export const NOT_AFTER = 44
/** Where in the table of forbidden arcs the row of the operation begins, and its column; both in bytes. */
export const ROW = 48
export const COLUMN = 52
/** When a repair of the order has seen it last. */
export const STAMP = 56

/** Seldom read: its choice, where the list of its choices begins and ends, and those of its other neighbours in the job. */
export const CHOICE = 0
export const CHOICES = 4
export const CHOICES_END = 8
export const PREDECESSORS = 12
export const PREDECESSORS_END = 16
export const SUCCESSORS = 20
export const SUCCESSORS_END = 24

/** A choice: its machine, its duration, and until when it may not be taken again. */
export const choiceSize = 12
export const CHOICE_MACHINE = 0
export const CHOICE_DURATION = 4
export const CHOICE_FORBIDDEN = 8

/** A machine: its first operation, the last one while a sequence is read, its load, and the charge for a unit of time. */
export const machineSize = 24
export const FIRST = 0
export const LAST = 4
export const LOAD = 8
export const CHARGE = 16
