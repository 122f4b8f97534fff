import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { type ApprovalDocument, startApprovals, waitsFor } from '@qitao/access/server'
import { workgroupsOf } from '@qitao/masterdata/server'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { QcItemRow } from '../../model/scheme/method.record.ts'
import type { SchemeRow } from '../../model/scheme/scheme.calls.ts'
import { qcScheme } from '../../model/scheme/scheme.record.ts'
import { schemeStatus } from '../../model/scheme/scheme.status.ts'
import { schemeColumns, schemeJoins, schemeModule } from './scheme.queries.ts'

export const living = { table: 'qc_scheme', statuses: schemeStatus } as const
const written = Object.entries(qcScheme.fields).flatMap(([name, { readOnly }]) => (readOnly ? [] : [name]))

/**
 * Whoever moves a version of a plan locks all versions of its code, in the order of their ids: one comes as another goes, and nobody waits
 * crosswise.
 */
export const lockVersions = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from qc_scheme t where t.org_id = ${org_id} and t.code in (
      select o.code from qc_scheme o where o.org_id = ${org_id} and ${among(sql`o.id`, ids)}) order by t.id for no key update`.execute(
    tx,
  )
/** What inspectors are to go by does not change while it is decided: whoever alters a method locks it to ask whether a plan is in force. */
const lockMethodsOf = (tx: Tx, org_id: string, ids: readonly string[]): Promise<unknown> =>
  sql`select from qc_method q where q.org_id = ${org_id} and q.id in (
      select t.method_id from qc_scheme t where t.org_id = ${org_id} and ${among(sql`t.id`, ids)}) order by q.id for share`.execute(
    tx,
  )

/** A plan is approved with what its method looks at. */
export const schemeApproval: ApprovalDocument = {
  module_code: schemeModule,
  attached_to: 'qc_scheme',
  async load(tx, org_id, ids) {
    const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`
    await lockVersions(tx, org_id, ids)
    await lockMethodsOf(tx, org_id, ids)
    const found = await rows(
      tx,
      sql<
        SchemeRow & { created_by: string | null }
      >`select ${schemeColumns} from qc_scheme t ${schemeJoins} where ${which} order by t.id`,
    )
    const items = Map.groupBy(
      await rows(
        tx,
        sql<QcItemRow & { method_id: string }>`select * from qc_item where org_id = ${org_id} and ${among(
          sql`method_id`,
          found.map(({ method_id }) => method_id),
        )} order by method_id, line_no`,
      ),
      ({ method_id }) => method_id,
    )
    return found.map(({ created_by, ...record }) => {
      const lines = items.get(record.method_id) ?? []
      const values: Readonly<Record<string, unknown>> = record
      return {
        ...{ id: record.id, no: `${record.code} V${record.version}`, made_by: created_by },
        ...{ priced: true, amount: null, currency: null, document: { record, lines } },
        content: [
          written.map(name => values[name]),
          lines.map(({ row_version: _, updated_time: __, ...line }) => line),
        ],
      }
    })
  },
  async settle({ tx, org_id, now }, ids, outcome) {
    await sql`update qc_scheme set approval_status = ${approvalStatus.codes[outcome]} where org_id = ${org_id} and ${among(sql`id`, ids)}`.execute(
      tx,
    )
    if (outcome === 'approved') await putInForce(tx, org_id, ids, now)
  },
}

/** Plans, whose versions are locked, come into force, and the version before of each goes as the new one comes. */
async function putInForce(tx: Tx, org_id: string, ids: readonly string[], now: number): Promise<void> {
  await lockMethodsOf(tx, org_id, ids)
  const before = await rows(
    tx,
    sql<{
      id: string
    }>`select o.id from qc_scheme o where o.org_id = ${org_id} and o.status = ${schemeStatus.codes.released}
      and o.code in (select t.code from qc_scheme t where t.org_id = ${org_id} and ${among(sql`t.id`, ids)})`,
  )
  await transition(
    tx,
    org_id,
    living,
    'stop',
    before.map(({ id }) => id),
  )
  await transition(tx, org_id, living, 'release', ids, sql`released_time = ${now}`)
}

/** Plans, locked by the caller, come into force, or wait where a flow of approval fits: answers for whom. */
export async function releaseSchemes(context: Context, ids: readonly string[]): Promise<string[]> {
  const { tx, org_id, now } = context
  const waiting = await startApprovals(context, schemeApproval, ids, workgroupsOf)
  const waits = [...waiting]
  await sql`update qc_scheme set approval_status = ${approvalStatus.codes.pending} where org_id = ${org_id} and ${among(sql`id`, waits)}`.execute(
    tx,
  )
  await putInForce(
    tx,
    org_id,
    ids.filter(id => !waiting.has(id)),
    now,
  )
  const found = await rows(
    tx,
    sql<{
      name: string
    }>`select distinct w as name from qc_scheme t, unnest(${waitsFor(schemeModule, sql`t.id`)}) w
      where t.org_id = ${org_id} and ${among(sql`t.id`, waits)} order by w`,
  )
  return found.map(({ name }) => name)
}
