/**
 * The columns of numbers that the dispatcher lays into the memory of its kernel, and those it reads there after a pass: the
 * place of each one's address in the directory. They are the fields of the model (../model.ts) of the same names. Addresses are
 * from the first column on, which is the directory.
 */
/** Those that stay: as they are while a problem is there. */
export const HOLD_RESOURCE = 0
export const HOLD_AMOUNT = 1
export const RESOURCE_CAPACITY = 2
export const LANE_FIXED = 3
/** Those that may change from pass to pass. */
export const BIAS = 4
export const SKIP = 5
export const KIT_AT = 6
/** Those of a plan; before the first pass what is fixed stands in them. */
export const LANE = 7
export const ALTERNATIVE = 8
export const SETUP_START = 9
export const START = 10
export const END = 11
export const SETUP_SECONDS = 12
export const HEAD = 13
export const NEXT_MEMBER = 14
export const REASON = 15
export const BEHIND = 16

/** Those that are made into records. */
export const ALT_FIRST = 17
export const PRED_FIRST = 18
export const SUCC_FIRST = 19
export const HOLD_FIRST = 20
export const NOT_BEFORE = 21
export const MAY_PAUSE = 22
export const FAMILY = 23
export const MOULD = 24
export const HOLD_KIND = 25
export const IS_FIXED = 26
export const ORDER_OF = 27
/** Logarithms of the weight and of the shortest run, when it has to end, and seconds of the clock for one of work. */
export const LOG_WEIGHT = 28
export const LOG_SHORTEST = 29
export const DUE = 30
export const STRETCH = 31

export const ALT_MACHINE = 32
export const ALT_TABLE = 33
export const ALT_SETUP = 34
export const ALT_RUN = 35
export const ALT_LOAD = 36
/** Logarithm of the run of each alternative. */
export const LOG_RUN = 37

export const PRED_OP = 38
export const PRED_WAIT = 39
export const PRED_SHARE = 40

export const LANE_FIRST = 41
export const LANE_FIXED_FIRST = 42
export const MACHINE_TABLE = 43
export const MACHINE_FAMILY = 44
export const MACHINE_MOULD = 45
export const MACHINE_MOULD_CHANGE = 46
export const MACHINE_CHARGE = 47
/** Change-overs of each machine: addresses of the place of each family, 0: none, and of the square of seconds; its side. */
export const CHANGEOVER_PLACES = 48
export const CHANGEOVER_SECONDS = 49
export const CHANGEOVER_SIZE = 50
export const CHANGEOVER_OTHERWISE = 51
/** A header for each table of working time, see `TableHeader`; and its longest interval. */
export const TABLES = 52
export const TABLE_LONGEST = 53

export const columnCount = 54
