import type { FileRow, Found } from '@qitao/core/exchange.ts'
import type { Referred } from './import-steps.ts'

/** The records that the words of a file name. */
export class Resolved {
  readonly #idsOf = new Map<string, string[]>()
  readonly #facts = new Map<string, FileRow>()
  constructor(referred: Referred) {
    // Words that are a code of one record come before words that are a name of another.
    const best = new Map<string, number>()
    for (const [record, matches] of Object.entries(referred)) {
      for (const { word, rank, id, facts } of matches) {
        const key = `${record} ${word}`
        this.#facts.set(`${record} ${id}`, facts)
        const known = best.get(key)
        if (known !== undefined && rank > known) continue
        const ids = known === rank ? this.#idsOf.get(key)! : []
        if (!ids.includes(id)) ids.push(id)
        best.set(key, rank)
        this.#idsOf.set(key, ids)
      }
    }
  }
  idsOf(record: string, word: string): readonly string[] {
    return this.#idsOf.get(`${record} ${word}`) ?? []
  }
  readonly found: Found = (record, id) => this.#facts.get(`${record} ${id}`)
}
