import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse } from '@qitao/platform/server/database/usage.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, type Context, expectVersion, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { Validity } from '../../model/bom/bom.rules.ts'
import { checkAlterable, checkDays, checkDroppable, checkMove } from '../../model/bom/bom-version.rules.ts'
import { type BomVersionStatus, bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { routingExchange } from '../../model/engineering.exchange.ts'
import {
  addRouting,
  alterRouting,
  cancelRoutings,
  checkRouting as checkRoutingCall,
  dropRoutings,
  exportRoutings,
  listRoutings,
  makeRoutingDefault,
  releaseRoutings,
  showRouting,
} from '../../model/routing/routing.calls.ts'
import type { RoutingStepInput } from '../../model/routing/routing.record.ts'
import { routing } from '../../model/routing/routing.record.ts'
import { checkRouting, problemsOf } from '../../model/routing/routing.rules.ts'
import { todayOf } from '../bom/bom-version.handlers.ts'
import { lockReleases, saveCancelled, saveReleased } from '../bom/bom-version.queries.ts'
import { loadProcessIds } from '../bom/manufacturing-bom.queries.ts'
import { loadMaterials } from '../bom/material-bom.queries.ts'
import { stepsForExport } from '../lines-for-export.ts'
import {
  findRouting,
  loadStepRows,
  loadStepStates,
  replaceSteps,
  routingChips,
  routingColumns,
  routingJoins,
} from './routing.queries.ts'

interface RoutingInput {
  code: string
  name: string
  version: string
  material_id: string | null
  valid_from: number | null
  expiry_time: number | null
  remark: string | null
  lines: readonly RoutingStepInput[]
}

async function check(
  { tx, org_id, now }: Pick<Context, 'tx' | 'org_id' | 'now'>,
  input: Pick<RoutingInput, 'material_id' | 'lines' | 'valid_from' | 'expiry_time'>,
) {
  const { material_id, lines } = input
  checkDays(input, now)
  const materials = await loadMaterials(tx, org_id, material_id === null ? [] : [material_id])
  const processIds = await loadProcessIds(
    tx,
    org_id,
    lines.map(step => step.process_id),
  )
  checkRouting({ material_id, lines }, { materialIds: new Set(materials.keys()), processIds })
}

interface LockedRouting extends Validity {
  readonly id: string
  readonly row_version: number
  readonly material_id: string | null
  readonly status: BomVersionStatus
  readonly is_default: boolean
}
/** Of a product: those that stand in its line. */
const bound = (routings: readonly LockedRouting[]) =>
  routings.flatMap(one => (one.material_id === null ? [] : { ...one, material_id: one.material_id }))

const lockRoutings = async (tx: Tx, org_id: string, ids: readonly string[]) => {
  const found = await rows(
    tx,
    sql<LockedRouting>`select id, row_version, material_id, status, valid_from, expiry_time, is_default from routing
      where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
  )
  return new Map(found.map(row => [row.id, row]))
}

const list = handle(listRoutings, async (input, { tx, org_id }) => {
  const { material_id, process_id } = input
  return listRows(
    tx,
    {
      org_id,
      table: 'routing',
      filterJoins: routingJoins,
      where: [
        contains(input.keyword, sql`t.code`, sql`t.name`, sql`coalesce(m.code, '')`, sql`coalesce(m.name, '')`),
        isWritten(input.written, sql`t.code`, sql`t.name`),
        material_id !== undefined && sql`t.material_id = ${material_id}`,
        process_id !== undefined &&
          sql`exists (select from routing_step s where s.org_id = t.org_id and s.routing_id = t.id and s.process_id = ${process_id})`,
        oneOfCodes(sql`t.status`, input.statuses),
      ],
      columns: sql`${routingColumns}, ${routingChips}`,
      joins: routingJoins,
      orders: {
        code: sql`t.code`,
        name: sql`t.name`,
        version: sql`t.version`,
        status: sql`t.status`,
        valid_from: sql`t.valid_from`,
        expiry_time: sql`t.expiry_time`,
        created_time: sql`t.created_time`,
        updated_time: sql`t.updated_time`,
      },
      defaultOrder: 'code',
    },
    input,
  )
})

export const routingHandlers = [
  list,
  exportHandler(exportRoutings, list, routing, { imports: routingExchange, lines: stepsForExport }),

  handle(showRouting, async ({ id }, { tx, org_id }) => {
    const record = (await findRouting(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound)
    return { record, lines: await loadStepRows(tx, org_id, id) }
  }),

  handle(addRouting, async (input, context) => {
    const { tx, org_id } = context
    await check(context, input)
    const { lines, ...values } = input
    const id = newId()
    await tx
      .insertInto('routing')
      .values({ id, ...values })
      .execute()
    await replaceSteps(tx, org_id, id, lines)
    return { id }
  }),

  handle(alterRouting, async (input, context) => {
    const { tx, org_id } = context
    const { id, row_version, lines, ...values } = input
    checkAlterable(expectVersion((await lockRoutings(tx, org_id, [id])).get(id), row_version).status)
    await check(context, { ...values, lines: lines ?? [] })
    await tx.updateTable('routing').set(values).where('org_id', '=', org_id).where('id', '=', id).execute()
    if (lines) await replaceSteps(tx, org_id, id, lines)
    return { affected: 1 }
  }),

  handle(dropRoutings, async ({ ids }, { tx, org_id, language }) => {
    const found = await lockRoutings(tx, org_id, ids)
    const used = await idsInUse(tx, org_id, ids, [
      ['manufacturing_bom', 'routing_id'],
      ['mo', 'routing_id'],
    ])
    const { passed_ids, refused } = sortOut(ids, found, ({ id, status }) => {
      checkDroppable(status)
      if (used.has(id)) refuse(generalErrors.dataInUse)
    })
    await sql`delete from routing where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(releaseRoutings, async ({ ids }, context) => {
    const { tx, org_id, now, language } = context
    await lockReleases(tx, org_id)
    const found = await lockRoutings(tx, org_id, ids)
    const { passed, passed_ids, refused } = sortOut(ids, found, version => {
      checkMove('release', version.status)
      checkDays(version, now)
    })
    await saveReleased(tx, org_id, 'routing', bound(passed), todayOf(context))
    const open = passed.flatMap(({ id, material_id }) => (material_id === null ? id : []))
    await transition(tx, org_id, { table: 'routing', statuses: bomVersionStatus }, 'release', open)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(cancelRoutings, async ({ ids }, { tx, org_id, now, language }) => {
    await lockReleases(tx, org_id)
    const found = await lockRoutings(tx, org_id, ids)
    const { passed, passed_ids, refused } = sortOut(ids, found, ({ status }) => checkMove('cancel', status))
    await saveCancelled(tx, org_id, 'routing', bound(passed), now)
    const open = passed.flatMap(({ id, material_id }) => (material_id === null ? id : []))
    await transition(tx, org_id, { table: 'routing', statuses: bomVersionStatus }, 'cancel', open)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(makeRoutingDefault, async ({ id }, context) => {
    const { tx, org_id } = context
    await lockReleases(tx, org_id)
    const version = (await lockRoutings(tx, org_id, [id])).get(id) ?? refuse(generalErrors.recordNotFound)
    checkMove('make_default', version.status)
    if (version.material_id === null) {
      refuse(generalErrors.statusNotAllowed, {
        detail: text(
          '未指定产品的工艺路线没有默认版本',
          'A routing that is open to any product is the default of none',
        ),
      })
    }
    await saveReleased(tx, org_id, 'routing', bound([version]), todayOf(context), 'make_default')
    return { affected: 1 }
  }),

  handle(checkRoutingCall, async ({ id, material_id }, { tx, org_id }) => {
    const found = (await findRouting(tx, org_id, id)) ?? refuse(generalErrors.recordNotFound)
    const steps = await loadStepStates(tx, org_id, id, material_id ?? found.material_id)
    return {
      problems: steps.flatMap(step =>
        problemsOf(step).map(problem => {
          const { sequence, process_id, process_code, process_name } = step
          return { sequence, process_id, process_code, process_name, problem }
        }),
      ),
    }
  }),
]
