import type { Text } from '@qitao/core/text.ts'

export type Line = Readonly<Record<string, unknown>>

/**
 * What a line table notes on its rows for itself. The names begin with an underscore, and what is so named is not sent: the
 * words of a picked record, and what was pasted into a cell that could not be read.
 */
export interface Unread {
  readonly written: string
  readonly problem: Text
}
export const unreadOf = (line: Line): Readonly<Record<string, Unread>> =>
  (line._unread as Readonly<Record<string, Unread>> | undefined) ?? {}
/** What people call the record that was picked. */
export const pickedWords = (row: unknown, name: string): string | undefined =>
  (row as Record<string, unknown>)[`_${name}`] as string | undefined

/** The line with another value in a cell; what stood there unread is gone. */
export function withValue(line: Line, name: string, value: unknown, words?: string): Line {
  const { [name]: _, ...unread } = unreadOf(line)
  return { ...line, [name]: value, [`_${name}`]: words, _unread: unread }
}
/** The line with a cell that could not be read: empty, with what was pasted. */
export const withUnread = (line: Line, name: string, unread: Unread): Line => ({
  ...withValue(line, name, null),
  _unread: { ...unreadOf(line), [name]: unread },
})
