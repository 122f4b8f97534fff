import { whyApprovalOpen } from '@qitao/access/model/approval/approval.rules.ts'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { waitsFor } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows, updateRows } from '@qitao/platform/server/database/write-rows.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import {
  bulkAnswer,
  expectVersion,
  type Handler,
  handle,
  sortOut,
  Warning,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import { qualityErrors } from '../../model/quality.errors.ts'
import { type SchemeRow, schemeCalls } from '../../model/scheme/scheme.calls.ts'
import { type QcSchemeInput, qcScheme } from '../../model/scheme/scheme.record.ts'
import { checkScheme } from '../../model/scheme/scheme.rules.ts'
import { schemeStatus } from '../../model/scheme/scheme.status.ts'
import { living, lockVersions, releaseSchemes } from './release-schemes.ts'
import { planLots, schemeColumns, schemeJoins, schemeModule } from './scheme.queries.ts'

interface SchemeFacts {
  readonly id: string
  readonly row_version: number
  readonly code: string
  readonly version: number
  readonly status: (typeof schemeStatus.list)[number]['code']
  readonly used: boolean
  readonly approval_status: number | null
  readonly waits_for: readonly string[]
}
async function lockSchemes(tx: Tx, org_id: string, ids: readonly string[]): Promise<Map<string, SchemeFacts>> {
  const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`
  await lockVersions(tx, org_id, ids)
  const found = await rows(
    tx,
    sql<SchemeFacts>`select t.id, t.row_version, t.code, t.version, t.status, t.approval_status, ${waitsFor(schemeModule, sql`t.id`)} as waits_for,
        exists (select from qc_task k where k.org_id = t.org_id and k.scheme_id = t.id) as used
      from qc_scheme t where ${which}`,
  )
  return new Map(found.map(scheme => [scheme.id, scheme]))
}
const expectAllowed = (action: keyof typeof schemeStatus.actions) => (scheme: SchemeFacts) => {
  const waits = scheme.approval_status === approvalStatus.codes.pending
  const detail = waits ? whyApprovalOpen(scheme.waits_for) : schemeStatus.whyNot(action, scheme.status)
  if (detail) refuse(qualityErrors.schemeInUse, { detail })
}

/** Of versions that are released together the newest is meant. */
function expectNewest({ code, version }: SchemeFacts, all: readonly SchemeFacts[]): void {
  const newest = all.some(other => other.code === code && other.version > version)
  if (newest)
    refuse(qualityErrors.schemeInUse, {
      code,
      detail: text(
        '同时选择了{code}的多个版本，请只发布最新版本',
        'Several versions of {code} are chosen: release the newest only',
      ),
    })
}

const list = handle(schemeCalls.list, (input, { tx, org_id }) =>
  listRows<SchemeRow>(
    tx,
    {
      ...{ org_id, table: 'qc_scheme', columns: schemeColumns, joins: schemeJoins, defaultOrder: 'code' },
      where: [
        contains(input.keyword, sql`t.code`, sql`t.name`),
        oneOfCodes(sql`t.status`, input.statuses),
        input.qc_type !== undefined && sql`t.qc_type = ${input.qc_type}`,
        input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        input.supplier_id !== undefined && sql`t.supplier_id = ${input.supplier_id}`,
        input.method_id !== undefined && sql`t.method_id = ${input.method_id}`,
      ],
      orders: {
        code: sql`t.code`,
        name: sql`t.name`,
        status: sql`t.status`,
        version: sql`t.version`,
        qc_type: sql`t.qc_type`,
        updated_time: sql`t.updated_time`,
      },
    },
    input,
  ),
)

export const schemeHandlers: Handler[] = [
  list,
  exportHandler(schemeCalls.export, list, qcScheme),
  handle(schemeCalls.detail, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<SchemeRow>`select ${schemeColumns} from qc_scheme t ${schemeJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: record ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(schemeCalls.add, async (given, { tx, org_id }) => {
    checkScheme(given)
    await expectKnown(tx, org_id, given)
    const id = newId()
    await insertRows(tx, 'qc_scheme', [{ ...given, id, version: 1, status: schemeStatus.codes.draft }])
    return { id }
  }),
  handle(schemeCalls.alter, async ({ id, row_version, ...given }, { tx, org_id }) => {
    expectAllowed('alter')(expectVersion((await lockSchemes(tx, org_id, [id])).get(id), row_version))
    checkScheme(given)
    await expectKnown(tx, org_id, given)
    await updateRows(tx, org_id, 'qc_scheme', [{ id, ...given }])
    return { affected: 1 }
  }),
  handle(schemeCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await lockSchemes(tx, org_id, ids), scheme => {
      expectAllowed('drop')(scheme)
      if (scheme.used) refuse(qualityErrors.schemeInUse)
    })
    await sql`delete from qc_scheme where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(schemeCalls.release, async ({ ids }, context) => {
    const { tx, org_id, language } = context
    const found = await lockSchemes(tx, org_id, ids)
    const { passed_ids, refused } = sortOut(ids, found, scheme => {
      expectAllowed('release')(scheme)
      expectNewest(scheme, [...found.values()])
    })
    const waits_for = await releaseSchemes(context, passed_ids)
    const answer = bulkAnswer(passed_ids, refused, language)
    return answer instanceof Warning ? answer : { ...answer, waits_for }
  }),
  handle(schemeCalls.stop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await lockSchemes(tx, org_id, ids), expectAllowed('stop'))
    await transition(tx, org_id, living, 'stop', passed_ids)
    return bulkAnswer(passed_ids, refused, language)
  }),
  handle(schemeCalls.renew, async ({ id }, { tx, org_id }) => {
    if (!(await lockSchemes(tx, org_id, [id])).has(id)) refuse(generalErrors.recordNotFound)
    const [made] = await rows(
      tx,
      sql<{
        id: string
        version: number
      }>`insert into qc_scheme (id, code, name, version, status, qc_type, material_id, type_id, supplier_id, process_id, every_pieces, every_hours,
          blocks, method_id, sampling, sample_size, inspection_level, aql, skip_after, skip_one_in, release_hours, remark)
        select ${newId()}::uuid, t.code, t.name, (select max(o.version) + 1 from qc_scheme o where o.org_id = t.org_id and o.code = t.code),
          ${schemeStatus.codes.draft}, t.qc_type, t.material_id, t.type_id, t.supplier_id, t.process_id, t.every_pieces,
          t.every_hours, t.blocks, t.method_id,
          t.sampling, t.sample_size, t.inspection_level, t.aql, t.skip_after, t.skip_one_in, t.release_hours, t.remark
        from qc_scheme t where t.org_id = ${org_id} and t.id = ${id} returning id, version`,
    )
    return made!
  }),
  handle(
    schemeCalls.match,
    async ({ qc_type, material_id, supplier_id = null, process_id = null, quantity }, { tx, org_id }) => {
      const [planned] = await planLots(tx, org_id, qc_type, [{ material_id, supplier_id, process_id, quantity }])
      return { ...planned!, schemes: [...planned!.schemes] }
    },
  ),
]

const referredTo = {
  method_id: 'qc_method',
  material_id: 'material',
  type_id: 'material_type',
  supplier_id: 'supplier',
  process_id: 'process',
} as const
/** What it refers to is there. */
async function expectKnown(tx: Tx, org_id: string, given: QcSchemeInput): Promise<void> {
  const names = Object.keys(referredTo) as (keyof typeof referredTo)[]
  const [found] = await rows(
    tx,
    sql<Record<string, boolean>>`select ${sql.join(
      names.map(
        name => sql`${given[name]}::uuid is null or exists (select from ${sql.table(referredTo[name])} r
          where r.org_id = ${org_id} and r.id = ${given[name]}::uuid) as ${sql.ref(name)}`,
      ),
    )}`,
  )
  const field = names.find(name => !found![name])
  if (field) refuse(generalErrors.recordNotFound, { field, field_title: qcScheme.fields[field].title })
}
