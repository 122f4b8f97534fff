import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rows of a CSV file with a heading line; quoted fields may hold commas, quotes and line ends (RFC 4180). */
export function readCsv<const K extends string>(
  folder: string,
  file: string,
  columns: readonly K[],
): Record<K, string>[] {
  const [heading = [], ...lines] = parseCsv(readFileSync(join(folder, `${file}.csv`), 'utf8'))
  const missing = columns.filter(column => !heading.includes(column))
  if (missing.length > 0) throw new Error(`${file}.csv has no column ${missing.join(', ')}`)
  const places = columns.map(column => [column, heading.indexOf(column)] as const)
  return lines.map(
    line => Object.fromEntries(places.map(([column, place]) => [column, line[place] ?? ''])) as Record<K, string>,
  )
}

export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let field = ''
  let quoted = false
  const endField = () => {
    row.push(field)
    field = ''
  }
  const endRow = () => {
    endField()
    if (row.length > 1 || row[0] !== '') rows.push(row)
    row = []
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (quoted) {
      if (char !== '"') field += char
      else if (text[at + 1] === '"') field += text[at++]
      else quoted = false
    } else if (char === '"') quoted = true
    else if (char === ',') endField()
    else if (char === '\n') endRow()
    else if (char !== '\r') field += char
  }
  endRow()
  return rows
}
