/** What a file may be at most. A file beyond these is refused before it can cost memory or time. */
export const mostFileBytes = 20 * 1024 * 1024
export const mostInflatedBytes = 200 * 1024 * 1024
export const mostEntries = 1_000
export const mostColumns = 200
/** Longest text of a cell, as Excel itself allows. */
export const mostCellLength = 32_767
export const mostSharedTexts = 1_000_000
export const deepestNesting = 32
/** Rows of a sheet that are looked at, with or without values. */
export const mostSheetRows = 1_048_576
