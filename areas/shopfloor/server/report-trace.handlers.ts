import { isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { type OperationFacts, operationAfter } from '@qitao/manufacturing/model/mo/progress.rules.ts'
import type { serialPolicy } from '@qitao/masterdata/model/material/serial-policy.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { selfCheckOf } from '@qitao/quality/server'
import { usableStock } from '@qitao/stock/server'
import { sql } from 'kysely'
import { needsOf } from '../model/consumption.rules.ts'
import { proposeReportTrace } from '../model/report.calls.ts'
import { addUp, type LotOf } from '../model/report-trace.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { componentsOf, materialsOf, pickedAndFree } from './consume.ts'

type Policy = CodeOf<typeof serialPolicy>
interface Making extends OperationFacts {
  material_code: string
  lot_number: string | null
  serial_policy: Policy
  material_id: string
  process_id: string
}

export const reportTraceHandlers: Handler[] = [
  handle(proposeReportTrace, async ({ task_id, quantity }, { tx, org_id, now }) => {
    const [making] = await rows(
      tx,
      sql<Making>`select o.id, o.mo_id, o.sequence, o.next_sequences, o.reported_quantity, o.defective_quantity, o.status, o.actual_start_time,
          o.actual_finish_time, x.code as material_code, m.lot_number, x.serial_policy, m.material_id, o.process_id
        from production_task t join mo_operation o on o.org_id = t.org_id and o.id = t.operation_id
          join mo m on m.org_id = t.org_id and m.id = t.mo_id join material x on x.org_id = m.org_id and x.id = m.material_id
        where t.org_id = ${org_id} and t.id = ${task_id}`,
    )
    if (!making) return refuse(shopfloorErrors.badParameter)
    const { mo_id, id: operation_id, material_code, lot_number, serial_policy, next_sequences } = making
    const report = {
      ...{ mo_id, operation_id, good: quantity, defective: '0' },
      ...{ started_at: now, at: now, finishes: false },
    }
    const components = await componentsOf(tx, org_id, [mo_id])
    const needs = needsOf([{ id: task_id, report, operation: operationAfter(making, report) }], components).get(
      task_id,
    )!
    const materials = await materialsOf(tx, org_id, new Map([[task_id, needs]]))
    const picked = await pickedAndFree(tx, org_id, [mo_id])
    const stock = await usableStock(
      tx,
      org_id,
      needs.map(({ material_id }) => material_id),
    )
    const here = stock.filter(({ arrives_time, lot_number: lot }) => arrives_time === null && lot !== '')
    const free = await rows(
      tx,
      sql<{
        serial_no: string
      }>`select s.serial_no from serial_number s where s.org_id = ${org_id} and s.mo_id = ${mo_id}
        and not exists (select from trace_entry e where e.org_id = s.org_id and e.serial_no = s.serial_no) order by s.serial_no limit 500`,
    )
    const check = await selfCheckOf(tx, org_id, making)
    return {
      checks: check ? [...check.items] : [],
      product: {
        ...{ material_code, lot_number, serial_policy },
        last: next_sequences.length === 0,
        serial_numbers: free.map(({ serial_no }) => serial_no),
      },
      components: needs.map(({ material_id, need, open }) => {
        const { code, name, unit_name, unit_precision, serial_policy: policy } = materials.get(material_id)!
        const of = <T extends LotOf>(lots: readonly T[]) => lots.filter(lot => lot.material_id === material_id)
        return {
          ...{ material_id, material_code: code, material_name: name, unit_name, unit_precision, quantity: need },
          serial_policy: policy as Policy,
          lots: [
            ...proposed(of(picked), subtract(need, open), true),
            ...proposed(
              addUp(of(here.map(({ available_quantity, ...lot }) => ({ ...lot, quantity: available_quantity })))),
              open,
              false,
            ),
          ],
        }
      }),
    }
  }),
]

/** Lots in their order, and how much of what is needed each would give; those behind give nothing. */
function proposed(lots: readonly LotOf[], needed: Quantity, picked: boolean) {
  let open = needed
  return lots.map(({ lot_number, quantity }) => {
    const part = isPositive(open) ? least(open, quantity) : '0'
    open = subtract(open, part)
    return { lot_number, quantity: isPositive(part) ? part : '0', picked }
  })
}
