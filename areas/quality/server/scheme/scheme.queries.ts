import { waitsFor } from '@qitao/access/server'
import type { Quantity } from '@qitao/core/quantity.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { isAskedByMaterial, qcType } from '../../model/qc-type.status.ts'
import type { SchemeRow } from '../../model/scheme/scheme.calls.ts'
import { type LotBefore, type LotSampling, samplingOfLot, schemesFor } from '../../model/scheme/scheme.rules.ts'
import { schemeStatus } from '../../model/scheme/scheme.status.ts'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'

/** The code of its flows of approval (`approvalModules`). */
export const schemeModule = 'QC'
export const schemeColumns = sql`t.*, m.code as material_code, m.name as material_name, y.name as type_name, s.name as supplier_name, p.name as process_name, q.name as method_name,
  ${waitsFor(schemeModule, sql`t.id`)} as waits_for`
export const schemeJoins = sql`join qc_method q on q.org_id = t.org_id and q.id = t.method_id
  left join material m on m.org_id = t.org_id and m.id = t.material_id
  left join material_type y on y.org_id = t.org_id and y.id = t.type_id
  left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id
  left join process p on p.org_id = t.org_id and p.id = t.process_id`

/** A lot that comes: of which goods, from whom. */
export interface Lot {
  readonly material_id: string
  readonly supplier_id: string | null
  /** Of pieces in work: the step at which they are. */
  readonly process_id?: string | null
  readonly quantity: Quantity
}
export interface PlannedLot {
  /** That apply, the most specific first. */
  readonly schemes: readonly SchemeRow[]
  readonly qc_required: boolean
  /** Null: nobody asks for an inspection. */
  readonly sampling: LotSampling | null
}

/** Which plan each of these lots is inspected by, and how much of it, lot after lot: the second of a series knows the first. */
export async function planLots(tx: Tx, org_id: string, qc_type: number, lots: readonly Lot[]): Promise<PlannedLot[]> {
  const schemes = await rows(
    tx,
    sql<SchemeRow>`select ${schemeColumns} from qc_scheme t ${schemeJoins}
      where t.org_id = ${org_id} and t.status = ${schemeStatus.codes.released} and t.qc_type = ${qc_type} order by t.code`,
  )
  const materials = new Map(
    (
      await rows(
        tx,
        sql<{
          id: string
          type_id: string | null
          qc_required: boolean
        }>`select id, type_id, qc_required from material where org_id = ${org_id} and ${among(
          sql`id`,
          lots.map(({ material_id }) => material_id),
        )}`,
      )
    ).map(material => [material.id, material]),
  )
  // What is in work is asked for by its process, in parts as it is reported.
  const asking = new Set(
    (qc_type === qcType.codes.in_process
      ? await rows(
          tx,
          sql<{ id: string }>`select id from process where org_id = ${org_id} and qc_required and ${among(
            sql`id`,
            lots.flatMap(({ process_id }) => process_id ?? []),
          )}`,
        )
      : []
    ).map(({ id }) => id),
  )
  const applied = lots.map(({ material_id, supplier_id, process_id = null }) => {
    const type_id = materials.get(material_id)?.type_id ?? null
    return schemesFor(schemes, { qc_type, material_id, supplier_id, process_id, type_id })
  })
  const before = await lotsBefore(
    tx,
    org_id,
    lots.flatMap((lot, index) => (applied[index]![0] ? [{ ...lot, code: applied[index]![0].code }] : [])),
  )
  return lots.map((lot, index) => {
    const [scheme = null] = applied[index]!
    const byMaterial = isAskedByMaterial(qc_type) && (materials.get(lot.material_id)?.qc_required ?? false)
    const qc_required = byMaterial || asking.has(lot.process_id ?? '')
    const series = scheme ? (before.get(seriesKey({ ...lot, code: scheme.code })) ?? []) : []
    return {
      ...{ schemes: applied[index]!, qc_required },
      sampling: scheme || qc_required ? samplingOfLot(scheme, lot.quantity, series) : null,
    }
  })
}

type Series = Pick<Lot, 'material_id' | 'supplier_id'> & { readonly code: string }
const seriesKey = ({ code, material_id, supplier_id }: Series): string => `${code}:${material_id}:${supplier_id ?? ''}`
/** Lots that were judged or passed without inspection, in their order, over all versions of a plan. */
async function lotsBefore(tx: Tx, org_id: string, series: readonly Series[]): Promise<Map<string, LotBefore[]>> {
  if (series.length === 0) return new Map()
  const found = await rows(
    tx,
    sql<
      Series & LotBefore
    >`select s.code, t.material_id, t.supplier_id, t.result = ${taskResult.codes.skipped} as skipped, coalesce(t.accepted, true) as accepted,
        ceil(t.quantity)::integer as lot_size, coalesce(t.nonconforming, 0) as nonconforming
      from qc_task t join qc_scheme s on s.org_id = t.org_id and s.id = t.scheme_id
      where t.org_id = ${org_id} and t.status = ${taskStatus.codes.done} and t.result <> ${taskResult.codes.gone} and t.recheck_of is null
        and exists (select from ${recordset(series, sql`code text, material_id uuid, supplier_id uuid`)} r
          where r.code = s.code and r.material_id = t.material_id and r.supplier_id is not distinct from t.supplier_id)
      order by t.judged_time, t.id`,
  )
  return Map.groupBy(found, seriesKey)
}
