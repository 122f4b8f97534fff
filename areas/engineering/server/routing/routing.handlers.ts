import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { idsInUse } from '@qitao/platform/server/database/usage.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, expectVersion, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, isWritten, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { routingExchange } from '../../model/engineering.exchange.ts'
import {
  addRouting,
  alterRouting,
  checkRouting as checkRoutingCall,
  dropRoutings,
  exportRoutings,
  listRoutings,
  showRouting,
} from '../../model/routing/routing.calls.ts'
import type { RoutingStepInput } from '../../model/routing/routing.record.ts'
import { routing } from '../../model/routing/routing.record.ts'
import { checkRouting, problemsOf } from '../../model/routing/routing.rules.ts'
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
  status: number
  remark: string | null
  lines: readonly RoutingStepInput[]
}

async function check(tx: Tx, org_id: string, { material_id, lines }: Pick<RoutingInput, 'material_id' | 'lines'>) {
  const materials = await loadMaterials(tx, org_id, material_id === null ? [] : [material_id])
  const processIds = await loadProcessIds(
    tx,
    org_id,
    lines.map(step => step.process_id),
  )
  checkRouting({ material_id, lines }, { materialIds: new Set(materials.keys()), processIds })
}

const lockRoutings = async (tx: Tx, org_id: string, ids: readonly string[]) => {
  const found = await rows(
    tx,
    sql<{ id: string; row_version: number }>`select id, row_version from routing
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

  handle(addRouting, async (input, { tx, org_id }) => {
    await check(tx, org_id, input)
    const { lines, ...values } = input
    const id = newId()
    await tx
      .insertInto('routing')
      .values({ id, ...values })
      .execute()
    await replaceSteps(tx, org_id, id, lines)
    return { id }
  }),

  handle(alterRouting, async (input, { tx, org_id }) => {
    const { id, row_version, lines, ...values } = input
    expectVersion((await lockRoutings(tx, org_id, [id])).get(id), row_version)
    await check(tx, org_id, { material_id: values.material_id, lines: lines ?? [] })
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
    const { passed_ids, refused } = sortOut(ids, found, ({ id }) => {
      if (used.has(id)) refuse(generalErrors.dataInUse)
    })
    await sql`delete from routing where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
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
