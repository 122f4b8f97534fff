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
export const ALT_LOAD = 6
/** Logarithm of the run of each alternative. */
export const LOG_RUN = 7
/** Those that may change from pass to pass. */
export const BIAS = 8
export const SKIP = 9
export const KIT_AT = 10
/** Those of a plan; before the first pass what is fixed stands in them. */
export const LANE = 11
export const ALTERNATIVE = 12
export const SETUP_START = 13
export const START = 14
export const END = 15
export const SETUP_SECONDS = 16
export const HEAD = 17
export const NEXT_MEMBER = 18
export const REASON = 19
export const BEHIND = 20

/** Those that are made into records. */
export const ALT_FIRST = 21
export const PRED_FIRST = 22
export const SUCC_FIRST = 23
export const HOLD_FIRST = 24
export const NOT_BEFORE = 25
export const MAY_PAUSE = 26
export const FAMILY = 27
export const MOULD = 28
export const HOLD_KIND = 29
export const IS_FIXED = 30
/** Logarithms of the weight and of the shortest run, when it has to end, and seconds of the clock for one of work. */
export const LOG_WEIGHT = 31
export const LOG_SHORTEST = 32
export const DUE = 33
export const STRETCH = 34

export const ALT_MACHINE = 35
export const ALT_TABLE = 36
export const ALT_SETUP = 37
export const ALT_RUN = 38

export const PRED_OP = 39
export const PRED_WAIT = 40
export const PRED_SHARE = 41

export const LANE_FIRST = 42
export const LANE_FIXED_FIRST = 43
export const MACHINE_TABLE = 44
export const MACHINE_FAMILY = 45
export const MACHINE_MOULD = 46
export const MACHINE_MOULD_CHANGE = 47
export const MACHINE_CHARGE = 48
/** Change-overs of each machine: addresses of the place of each family, 0: none, and of the square of seconds; its side. */
export const CHANGEOVER_PLACES = 49
export const CHANGEOVER_SECONDS = 50
export const CHANGEOVER_SIZE = 51
export const CHANGEOVER_OTHERWISE = 52
/** A header for each table of working time, see `TableHeader`; and its longest interval. */
export const TABLES = 53
export const TABLE_LONGEST = 54

export const columnCount = 55
