/** Of a long statement so much says which it is. */
const longestNamed = 4_000

const quoted = /'(?:[^']|'')*('|$)/g
/** The text of a statement without the values that were written into it; parameters stand outside of it anyway. */
export const withoutValues = (statement: string): string =>
  statement
    .slice(0, longestNamed * 4)
    .replace(quoted, "'?$1")
    .slice(0, longestNamed)

/** What a statement does: its first word, as the name of a span. */
export const verbOf = (statement: string): string => {
  const [, verb = 'statement'] = /^\s*(?:\/\*.*?\*\/\s*)*(\w+)/s.exec(statement) ?? []
  return verb.toLowerCase()
}
