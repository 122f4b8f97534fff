import pg from 'pg'
// For how it has the driver read numbers.
import '@qitao/platform/server/database/database.ts'
import type { Column, SqlRecord } from './recorder.ts'
import type { Kind, Property, Template } from './templates.ts'

/** Where a template was never run, or brings other columns than its row type says. */
export interface Verdict {
  readonly neverRan: string[]
  readonly misfits: string[]
}

export function judge(templates: readonly Template[], records: readonly SqlRecord[]): Verdict {
  const ran = new Set(records.flatMap(record => record.templates))
  const answers = Map.groupBy(records, record => record.whole)
  const misfits = [...Map.groupBy(templates, ({ key }) => key).values()].flatMap(sameText => {
    const typed = sameText.filter(({ row }) => row)
    const answered = answers.get(sameText[0]!.key) ?? []
    // The same text may stand in a file twice, of different columns: each answer fits one of the two.
    const faults = answered.flatMap(({ columns }) => {
      const perType = typed.map(({ place, row }) => faultsOf(row!, columns).map(fault => `${place}: ${fault}`))
      return perType.some(list => list.length === 0) ? [] : (perType[0] ?? [])
    })
    return [...new Set(faults)]
  })
  return { neverRan: templates.filter(({ key }) => !ran.has(key)).map(({ place }) => place), misfits }
}

function faultsOf(row: readonly Property[], columns: readonly Column[]): string[] {
  const byName = new Map(columns.map(column => [column.name, column]))
  return row.flatMap(({ name, isOptional, mayBeNull, kinds }) => {
    const column = byName.get(name)
    if (!column)
      return isOptional ? [] : [`${name} does not come back; ${[...byName.keys()].join(', ') || 'nothing'} does`]
    const comes = kindOf(column.oid)
    const fits = kinds.includes('any') || kinds.some(kind => isOfKind(comes, kind))
    // A column that was never anything but null.
    const faults = fits || kinds.length === 0 ? [] : [`${name} is ${kinds.join(' | ')} and comes as ${comes}`]
    return column.sawNull && !mayBeNull ? [...faults, `${name} ${cameAsNull}`] : faults
  })
}

/** A misfit that only some rows show. */
export const cameAsNull = 'is never null and came as null'

/** JSON may be anything but what only the driver makes. */
const isOfKind = (comes: Kind, kind: Kind): boolean =>
  comes === kind ||
  (comes === 'object' && kind !== 'date' && kind !== 'bytes') ||
  (comes.endsWith('[]') && kind.endsWith('[]') && isOfKind(comes.slice(0, -2) as Kind, kind.slice(0, -2) as Kind)) ||
  (comes.endsWith('[]') && kind === 'any[]')

/** One value of each type as PostgreSQL writes it; of all others it is a word. */
const { builtins } = pg.types
const json = new Set<number>([builtins.JSON, builtins.JSONB])
const samples = new Map<number, string>([
  ...[builtins.INT2, builtins.INT4, builtins.INT8, builtins.OID, builtins.FLOAT4, builtins.FLOAT8].map(
    oid => [oid, '1'] as const,
  ),
  [builtins.NUMERIC, '1'],
  [builtins.BOOL, 't'],
  [builtins.BYTEA, '\\x00'],
  ...[builtins.DATE, builtins.TIMESTAMP, builtins.TIMESTAMPTZ].map(oid => [oid, '2026-01-02'] as const),
  // Lists: int2, int4, int8, float4, float8, numeric; boolean; name, text, varchar, uuid; json, jsonb.
  ...[1005, 1007, 1016, 1021, 1022, 1231].map(oid => [oid, '{1}'] as const),
  [1000, '{t}'],
  ...[1003, 1009, 1015, 2951].map(oid => [oid, '{a}'] as const),
  ...[199, 3807].map(oid => [oid, '{"{}"}'] as const),
])

/** What the driver makes of a type. */
export function kindOf(oid: number): Kind {
  if (json.has(oid)) return 'object'
  return kindOfValue(pg.types.getTypeParser(oid, 'text')(samples.get(oid) ?? 'a'))
}
function kindOfValue(value: unknown): Kind {
  if (value instanceof Date) return 'date'
  if (Buffer.isBuffer(value)) return 'bytes'
  if (Array.isArray(value)) return `${kindOfValue(value[0])}[]`
  return typeof value as Kind
}
