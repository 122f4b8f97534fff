import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { showArrivalKits } from '@qitao/purchasing/model/arrival/arrival.calls.ts'
import { showPurchaseUses } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { sql } from 'kysely'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { showMoSupply } from '../../model/plan/material-plan.calls.ts'
import type { OrderedOutside } from '../mo/mo.queries.ts'
import { arrivalKits } from './arrival-kits.queries.ts'
import { assignmentsOf, usesOf } from './holdings.ts'
import { neededTimes } from './refresh-kits.ts'
import { supplyBeside } from './supply-beside.ts'

export const holdingHandlers = (orderedOutside: OrderedOutside): Handler[] => [
  handle(showMoSupply, async ({ mo_id }, { tx, org_id, now }) => {
    const found = await rows(tx, sql`select from mo where org_id = ${org_id} and id = ${mo_id}`)
    if (found.length === 0) refuse(manufacturingErrors.moMissing)
    const assignments = await assignmentsOf(tx, org_id, mo_id)
    return {
      ...(await supplyBeside(tx, org_id, orderedOutside, { mo_id, sources: assignments })),
      ...(await usesOf(tx, org_id, [mo_id], now)),
      assignments,
      needs: await rows(
        tx,
        sql<{
          component_id: string
          needed_time: number
        }>`select component_id, needed as needed_time from (${await neededTimes(tx, org_id, [mo_id], now)}) n`,
      ),
    }
  }),
  handle(showPurchaseUses, async ({ id }, { tx, org_id, now }) => {
    const lines = await rows(
      tx,
      sql<{
        id: string | null
      }>`select l.id from purchase_order o left join purchase_order_line l on l.org_id = o.org_id and l.order_id = o.id
        where o.org_id = ${org_id} and o.id = ${id}`,
    )
    if (lines.length === 0) refuse(generalErrors.recordNotFound)
    return usesOf(
      tx,
      org_id,
      lines.flatMap(line => line.id ?? []),
      now,
    )
  }),
  handle(showArrivalKits, async ({ id }, { tx, org_id }) => {
    const [head] = await rows(tx, sql`select from arrival where org_id = ${org_id} and id = ${id}`)
    if (!head) refuse(generalErrors.recordNotFound)
    return { result: await arrivalKits(tx, org_id, id) }
  }),
]
