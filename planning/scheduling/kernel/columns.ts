/**
 * The columns of numbers that the dispatcher lays into the memory of its kernel, and those it reads there after a pass: the
 * place of each one's address in the directory. They are the fields of the model (../model.ts) of the same names. Addresses are
 * from the first column on, which is the directory.
 */
/** Those that stay: as they are while a problem is there. */
export const ORDER_OF = 0
export const SUCC_OP = 1
export const HOLD_RESOURCE = 2
export const HOLD_AMOUNT = 3
export const RESOURCE_CAPACITY = 4
export const LANE_FIXED = 5
/** Those that may change from pass to pass. */
export const BIAS = 6
export const SKIP = 7
export const KIT_AT = 8
/** Those of a plan; before the first pass what is fixed stands in them. */
export const LANE = 9
export const ALTERNATIVE = 10
export const SETUP_START = 11
export const START = 12
export const END = 13
export const SETUP_SECONDS = 14
export const HEAD = 15
export const NEXT_MEMBER = 16
export const REASON = 17
export const BEHIND = 18

/** Those that are made into records. */
export const ALT_FIRST = 19
export const PRED_FIRST = 20
export const SUCC_FIRST = 21
export const HOLD_FIRST = 22
export const NOT_BEFORE = 23
export const MAY_PAUSE = 24
export const FAMILY = 25
export const MOULD = 26
export const HOLD_KIND = 27
export const IS_FIXED = 28
/** Logarithms of the weight and of the shortest run, when it has to end, and seconds of the clock for one of work. */
export const LOG_WEIGHT = 29
export const LOG_SHORTEST = 30
export const DUE = 31
export const STRETCH = 32

export const ALT_MACHINE = 33
export const ALT_TABLE = 34
export const ALT_OPERATION = 35
export const ALT_SETUP = 36
export const ALT_RUN = 37
export const ALT_LOAD = 38
export const LOG_RUN = 39

export const PRED_OP = 40
export const PRED_WAIT = 41
export const PRED_SHARE = 42

export const LANE_FIRST = 43
export const LANE_FIXED_FIRST = 44
export const MACHINE_TABLE = 45
export const MACHINE_FAMILY = 46
export const MACHINE_MOULD = 47
export const MACHINE_MOULD_CHANGE = 48
export const MACHINE_CHARGE = 49
/** Change-overs of each machine: addresses of the place of each family, 0: none, and of the square of seconds; its side. */
export const CHANGEOVER_PLACES = 50
export const CHANGEOVER_SECONDS = 51
export const CHANGEOVER_SIZE = 52
export const CHANGEOVER_OTHERWISE = 53
/** A header for each table of working time, see `TableHeader`; and its longest interval. */
export const TABLES = 54
export const TABLE_LONGEST = 55

export const columnCount = 56
