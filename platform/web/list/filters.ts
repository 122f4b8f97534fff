import type { AnyCall, In } from '@qitao/core/call.ts'
import type { Field } from '@qitao/core/field.ts'
import type { RecordType } from '@qitao/core/record.ts'
import type { State } from '@qitao/core/status.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { ReactNode } from 'react'
import { customNamesOf } from './record-parts.ts'

type Name<C> = keyof In<C> & string
/** A filter of a list: a field of the record under its own name, or a description. */
export type Filter<C extends AnyCall> =
  | Name<C>
  | { readonly name: Name<C>; readonly of?: string; readonly title?: Text; readonly many?: boolean }
  | { readonly name: Name<C>; readonly range: true; readonly title: Text }
  | { readonly name: Name<C>; readonly fixed: unknown }
  | { readonly name: Name<C>; readonly flag: true; readonly title: Text }
  | {
      readonly name: Name<C>
      readonly title: Text
      readonly input: (own: { value: unknown; onChange: (value: unknown) => void }) => ReactNode
    }

export interface ShownFilter {
  readonly name: string
  readonly kind: 'text' | 'choice' | 'reference' | 'range' | 'flag' | 'own' | 'fixed'
  readonly title: Text
  readonly many: boolean
  /** What a choice may be. */
  readonly options?: readonly State[] | undefined
  /** Name of the record that a reference points to. */
  readonly refersTo?: string | undefined
  readonly fixed?: unknown
  readonly input?: (own: { value: unknown; onChange: (value: unknown) => void }) => ReactNode
}

/** The company's own fields as filters: part of a text or number, or some of the choices. */
export const customFilters = (full: RecordType): Filter<AnyCall>[] =>
  customNamesOf(full)
    .filter(name => full.fields[name]!.kind !== 'day')
    .map(name => ({ name, many: full.fields[name]!.kind === 'choice' }))

const keywordTitle = text('搜索编号、名称…', 'Code or name…')

export function resolveFilters<C extends AnyCall>(filters: readonly Filter<C>[], record: RecordType): ShownFilter[] {
  return filters.map(filter => {
    const spec = typeof filter === 'string' ? { name: filter } : filter
    const { name } = spec
    if ('fixed' in spec) return { name, kind: 'fixed', title: text(name, name), many: false, fixed: spec.fixed }
    if ('flag' in spec) return { name, kind: 'flag', title: spec.title, many: false }
    if ('range' in spec) return { name, kind: 'range', title: spec.title, many: false }
    if ('input' in spec) return { name, kind: 'own', title: spec.title, many: false, input: spec.input }
    const { of = name, title, many = false } = spec as { of?: string; title?: Text; many?: boolean }
    const field = record.fields[of]
    const kind = kindOf(field)
    return {
      name,
      kind,
      many,
      options: field?.options,
      refersTo: field?.refersTo,
      title: title ?? (name === 'keyword' ? keywordTitle : (field?.title ?? text(name, name))),
    }
  })
}
function kindOf(field: Field | undefined): ShownFilter['kind'] {
  switch (field?.kind) {
    case 'choice':
      return 'choice'
    case 'reference':
    case 'references':
      return 'reference'
    case 'flag':
      return 'flag'
    default:
      return 'text'
  }
}

/** A filter's value as it stands in the address; undefined when it does not filter. */
export function writeFilter({ kind }: ShownFilter, value: unknown): string | undefined {
  if (value === undefined || value === null || value === '') return undefined
  if (Array.isArray(value)) return value.length > 0 ? value.join(',') : undefined
  return kind === 'own' ? JSON.stringify(value) : String(value)
}
/** Back from the address; what does not fit is no filter. */
export function readFilter(filter: ShownFilter, written: string | null): unknown {
  if (filter.kind === 'fixed') return filter.fixed
  if (written === null || written === '') return undefined
  switch (filter.kind) {
    case 'choice': {
      const codes = (filter.options ?? []).map(option => option.code)
      const chosen = written.split(',').flatMap(part => codes.find(code => String(code) === part) ?? [])
      if (chosen.length === 0) return undefined
      return filter.many ? chosen : chosen[0]
    }
    case 'reference':
      return filter.many ? written.split(',') : written
    case 'range': {
      const [from, to] = written.split(',').map(Number)
      return Number.isInteger(from) && Number.isInteger(to) && from! <= to! ? [from, to] : undefined
    }
    case 'flag':
      return written === 'true' ? true : written === 'false' ? false : undefined
    case 'own':
      try {
        return JSON.parse(written)
      } catch {
        return undefined
      }
    default:
      return filter.many ? written.split(',') : written
  }
}
