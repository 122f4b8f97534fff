/** What held a run back: the codes that the kernel writes and everyone else reads as `why` of ../timetable.ts. */
export const NOW = 0
export const NOT_BEFORE = 1
export const LANE = 2
export const PREDECESSOR = 3
export const KIT = 4
export const CALENDAR = 5
export const WALL = 6
export const RESOURCE = 7
