import type { Meant, PickedRow } from './pickers.ts'

/** Fields under which a record is known by a code, in the order in which they are asked. */
const codeFields = ['code', 'machine_no', 'no', 'job_number', 'account', 'name', 'name_en'] as const

/**
 * The record that a typed or scanned text means: the one whose code it is, else the only one that was found, else none - never
 * just the first. `total` is how many the server found.
 */
export function meant(text: string, rows: readonly PickedRow[], total: number): PickedRow | undefined {
  const wanted = text.trim()
  if (wanted === '') return undefined
  const small = wanted.toLowerCase()
  for (const isIt of [(word: string) => word === wanted, (word: string) => word.toLowerCase() === small]) {
    for (const field of codeFields) {
      const exact = rows.filter(row => typeof row[field] === 'string' && isIt(row[field]))
      if (exact.length === 1) return exact[0]
      // Two of one code, as a bin of two warehouses: a person must choose.
      if (exact.length > 1) return undefined
    }
  }
  return total === 1 ? rows[0] : undefined
}
/** What each of many words means among the records that have one of them as code or name. */
export function meantOf(words: readonly string[], rows: readonly PickedRow[]): ReadonlyMap<string, Meant> {
  const named = new Map<string, PickedRow[]>()
  for (const row of rows) {
    const own = codeFields.flatMap(field => (typeof row[field] === 'string' ? row[field].toLowerCase() : []))
    for (const word of new Set(own)) named.set(word, [...(named.get(word) ?? []), row])
  }
  return new Map(
    words.flatMap(word => {
      const found = named.get(word.trim().toLowerCase()) ?? []
      return found.length === 0 ? [] : [[word, { row: meant(word, found, found.length), several: found }] as const]
    }),
  )
}
