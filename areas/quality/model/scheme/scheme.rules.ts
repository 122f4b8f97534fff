import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { isOnTheFloor, qcType } from '../qc-type.status.ts'
import { type Aql, type InspectionLevel, planForLot, type Severity } from '../sampling/iso-2859-1.ts'
import { type InspectedLot, isSkipped, type SeriesLot, standingAfter } from '../sampling/switching.rules.ts'
import { type QcSchemeInput, qcScheme } from './scheme.record.ts'
import { sampling } from './scheme.status.ts'

/** What each way of sampling needs is given (5020). */
export function checkScheme(scheme: QcSchemeInput): void {
  const need = (field: keyof typeof qcScheme.fields & keyof QcSchemeInput) => {
    if (scheme[field] === null)
      refuse(generalErrors.fieldRequired, { field, field_title: qcScheme.fields[field].title })
  }
  if (scheme.sampling === sampling.codes.fixed) need('sample_size')
  if (scheme.sampling === sampling.codes.aql) {
    need('inspection_level')
    need('aql')
  }
  if (scheme.qc_type === qcType.codes.in_process && scheme.every_hours === null) need('every_pieces')
  if (scheme.skip_after !== null) need('skip_one_in')
  if (scheme.skip_one_in !== null) need('skip_after')
  if (scheme.process_id !== null && !isOnTheFloor(scheme.qc_type))
    refuse(generalErrors.badParameter, {
      ...{ field: 'process_id', field_title: qcScheme.fields.process_id.title },
      detail: text('只有首件检、过程检、自检按工序', 'Only first-piece, in-process and self-checks go by the process'),
    })
}
/** How many pieces a first-piece inspection is of. */
export const firstPieces = (scheme: Pick<SamplingOf, 'sampling' | 'sample_size'>): number =>
  scheme.sampling === sampling.codes.fixed ? (scheme.sample_size ?? 1) : 1

export interface SchemeScope {
  readonly qc_type: number
  readonly material_id: string | null
  readonly type_id: string | null
  readonly supplier_id: string | null
  readonly process_id: string | null
}
/** Goods that come, as a plan asks for them. */
export type Goods = { readonly [K in keyof SchemeScope]: SchemeScope[K] }

const scopes = ['material_id', 'process_id', 'supplier_id', 'type_id'] as const
/** What a plan is told apart by, the strongest first: material, then process, then supplier, then material type. */
const weight = (scheme: SchemeScope): number =>
  scopes.reduce((sum, name, index) => sum + (scheme[name] === null ? 0 : 2 ** (scopes.length - 1 - index)), 0)

/** The plans that apply to goods, the most specific first: it is the one that is used. */
export const schemesFor = <S extends SchemeScope>(schemes: readonly S[], goods: Goods): S[] =>
  schemes
    .filter(
      scheme =>
        scheme.qc_type === goods.qc_type && scopes.every(name => scheme[name] === null || scheme[name] === goods[name]),
    )
    .sort((a, b) => weight(b) - weight(a))

export interface SamplingOf {
  readonly sampling: number
  readonly sample_size: number | null
  readonly inspection_level: string | null
  readonly aql: string | null
  readonly skip_after: number | null
  readonly skip_one_in: number | null
}
/** A lot before, in its order, inspected or passed without. */
export type LotBefore = InspectedLot & SeriesLot
export interface LotSampling {
  readonly skipped: boolean
  /** Of sampling by AQL. */
  readonly severity: Severity | null
  readonly code_letter: string | null
  readonly sample_size: number
  readonly accept_number: number
  readonly reject_number: number
}

/** What is drawn of a lot. Without a plan, and where sampling has come to an end, all of it is inspected. */
export function samplingOfLot(
  scheme: SamplingOf | null,
  quantity: Quantity,
  before: readonly LotBefore[],
): LotSampling {
  const pieces = Math.max(1, Math.ceil(Number(quantity)))
  const whole = { severity: null, code_letter: null, sample_size: pieces, accept_number: 0, reject_number: 1 }
  const skipped = scheme !== null && isSkipped(before, { after: scheme.skip_after, one_in: scheme.skip_one_in })
  if (scheme?.sampling === sampling.codes.fixed)
    return { ...whole, skipped, sample_size: Math.min(pieces, scheme.sample_size ?? pieces) }
  if (scheme?.sampling !== sampling.codes.aql) return { ...whole, skipped }
  const level = scheme.inspection_level as InspectionLevel
  const aql = Number(scheme.aql) as Aql
  const inspected = before.filter(lot => !lot.skipped)
  const { severity, discontinued } = standingAfter(inspected, { level, aql })
  if (discontinued) return { ...whole, skipped: false, severity }
  const { letter, ...plan } = planForLot(pieces, { level, aql, severity })
  return { ...plan, skipped, severity, code_letter: letter }
}
