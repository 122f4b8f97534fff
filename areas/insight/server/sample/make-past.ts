import { sum } from '@qitao/core/quantity.ts'
import { dayOf, type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { enterPastMos } from '@qitao/manufacturing/server'
import { freezeKind } from '@qitao/masterdata/model/resource/device-freeze.status.ts'
import { addFreezes } from '@qitao/masterdata/server'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { enterPastPurchases } from '@qitao/purchasing/server'
import { enterPastOrders } from '@qitao/sales/server'
import { enterPastTasks } from '@qitao/scheduling/server'
import { andonCause } from '@qitao/shopfloor/model/andon/andon.status.ts'
import { enterPastCalls, enterPastReports } from '@qitao/shopfloor/server'
import { inboundType, outboundType } from '@qitao/warehouse/model/receipt.status.ts'
import { enterPastReceipts, type PastReceipt } from '@qitao/warehouse/server'
import { chance } from '../../model/sample/chance.ts'
import type { Factory } from '../../model/sample/factory.ts'
import type { Past } from '../../model/sample/past/past.ts'
import type { Clerk } from '../clerk.ts'
import { type BookedPast, bookedPast, type Made } from './booked-past.ts'
import type { Ids } from './ids.ts'
import { enterPastChecks, makeInspections } from './make-inspections.ts'
import { binsOf } from './make-trade.ts'

/** A number of the day, as the product would have given it then. */
function numbering(dayAt: (at: Instant) => string): (prefix: string, at: Instant) => string {
  const last = new Map<string, number>()
  return (prefix, at) => {
    const key = `${prefix}${dayAt(at).replaceAll('-', '')}`
    const count = (last.get(key) ?? 0) + 1
    last.set(key, count)
    return `${key}${String(count).padStart(4, '0')}`
  }
}

/** What was sold, bought, made, inspected and shipped before: by sets, and by the same ledger as everything else. */
export async function makePast(clerk: Clerk, factory: Factory, past: Past, made: Made): Promise<void> {
  const { tx, org_id, user_id } = clerk
  const no = numbering(at => dayOf(at, clerk.zone))
  const books = bookedPast(factory, past, made, no)
  const { orders, mos, purchases } = books
  const madeFor = Map.groupBy(mos, ({ of }) => of.order_line_id)
  const toldOf = (line_id: string) => {
    const own = madeFor.get(line_id) ?? []
    return { made: sum(own.map(({ mo }) => String(mo.good))) }
  }
  await enterPastOrders(
    tx,
    user_id,
    orders.map(order => ({ ...order, lines: order.lines.map(line => ({ ...line, ...toldOf(line.id) })) })),
  )
  await enterPastPurchases(tx, user_id, purchases)
  await enterFloor(clerk, factory, past, made, books, no)
  const receipts = receiptsOf(factory, books, made, no)
  await enterPastReceipts(tx, org_id, user_id, receipts)
  const inspections = await makeInspections(clerk, factory, made)
  await enterPastChecks(clerk, factory, { books, receipts, made, inspections, no })
}

async function enterFloor(
  clerk: Clerk,
  factory: Factory,
  past: Past,
  { people, plant }: Made,
  { mos }: BookedPast,
  no: (prefix: string, at: Instant) => string,
): Promise<void> {
  const { tx, user_id } = clerk
  const reasons = factory.past.processes
  await enterPastMos(
    tx,
    mos.map(({ mo, tasks, planned: _, ...rest }) => ({
      ...{ ...rest, planned_start: mo.tasks[0]!.planned[0], planned_finish: mo.tasks.at(-1)!.planned[1] },
      operations: tasks.map(({ operation_id, sequence, process_id, good, defective, task }) => ({
        ...{ id: operation_id, sequence, process_id, good, defective, started: task.real[0], finished: task.real[1] },
      })),
    })),
  )
  const tasks = mos.flatMap(({ id: mo_id, no: mo_no, planned, tasks }) =>
    tasks.map(one => ({ ...one, mo_id, mo_no, quantity: planned })),
  )
  await enterPastTasks(
    tx,
    tasks.map(({ task, mo_no, ...one }) => ({
      ...{ ...one, task_no: `${mo_no}-${one.sequence}`, planned: task.planned, real: task.real },
    })),
  )
  await enterPastReports(
    tx,
    user_id,
    tasks.map(({ task, id, mo_id, operation_id, process_id, device_id, good, defective }) => ({
      ...{
        report_no: no('BG', task.real[1]),
        task_id: id,
        mo_id,
        operation_id,
        process_id,
        device_id,
        good,
        defective,
      },
      ...{ user_id: people.of(task.device.operator), at: task.real[1], work_seconds: task.seconds },
      reason: task.scrap > 0 ? clerk.say(reasons[task.process]![1]) : null,
    })),
  )
  await addFreezes(
    tx,
    past.stops.map(({ device, start, end, why, word }) => ({
      ...{ id: newId(), device_id: plant.devices.of(device.no), start_time: start, end_time: end },
      ...{
        kind: freezeKind.codes[why],
        reason: clerk.say(why === 'breakdown' ? factory.past.stops[word]! : maintained),
      },
    })),
  )
  await enterCalls(clerk, factory, people, tasks)
}
const maintained = { zh: '定期保养', en: 'Regular maintenance' }

const callShare = 0.03
const remedies = [
  { cause: andonCause.codes.machine, words: { zh: '调整后恢复', en: 'Adjusted, and went on' } },
  { cause: andonCause.codes.material, words: { zh: '仓库补料', en: 'Material brought from the stores' } },
  { cause: andonCause.codes.quality, words: { zh: '首件重新确认', en: 'First piece checked again' } },
]
/** Somebody called from some of the tasks; the foreman came. */
async function enterCalls(
  { tx, say }: Clerk,
  { workgroups }: Factory,
  people: Ids,
  tasks: readonly (Pick<BookedPast['mos'][number]['tasks'][number], 'id' | 'task' | 'process_id' | 'device_id'> & {
    readonly mo_id: string
  })[],
): Promise<void> {
  const leaders = new Map(workgroups.map(({ code, leader }) => [code, people.of(leader)]))
  const from = tasks.filter((_, index) => chance('call', index) < callShare)
  await enterPastCalls(
    tx,
    from.map(({ id: task_id, mo_id, process_id, device_id, task }, index) => {
      const minutes = (least: number, most: number, word: string) =>
        Math.round((least + (most - least) * chance(word, index)) * minuteSeconds)
      const { cause, words } = remedies[Math.floor(chance('cause', index) * remedies.length)]!
      const called = task.real[0] + minutes(5, 30, 'called')
      const answered = called + minutes(2, 14, 'answered')
      return {
        ...{ task_id, mo_id, process_id, device_id, cause, called, answered, remedy: say(words) },
        ...{ called_by: people.of(task.device.operator), answered_by: leaders.get(task.device.workgroup)! },
        closed: answered + minutes(5, 45, 'closed'),
      }
    }),
  )
}

/** In the order of time: material comes, is picked as the first step begins, comes in when it is made and leaves. */
function receiptsOf(
  factory: Factory,
  { orders, mos, purchases }: BookedPast,
  { materials, bins }: Made,
  no: (prefix: string, at: Instant) => string,
): PastReceipt[] {
  const binOf = binsOf(factory)
  const place = (material: string) => ({ material_id: materials.of(material), location_id: bins.of(binOf(material)) })
  const inbound = (receipt_type: number, at: Instant) => ({
    ...{ id: newId(), direction: 'inbound' as const, receipt_type, no: no('RKQT', at), at },
  })
  const outbound = (receipt_type: number, at: Instant) => ({
    ...{ id: newId(), direction: 'outbound' as const, receipt_type, no: no('CKQT', at), at },
  })
  return [
    ...purchases.map(({ id: purchase_order_id, supplier_id, purchase, lines }) => ({
      ...{ ...inbound(inboundType.codes.purchase, purchase.came), purchase_order_id, supplier_id },
      lines: lines.map(({ id, material, quantity }) => ({ ...place(material), quantity, source_line_id: id })),
    })),
    ...mos.flatMap(({ id: mo_id, mo, components }) => [
      {
        ...{ ...outbound(outboundType.codes.picking, mo.tasks[0]!.real[0]), mo_id },
        lines: components.map(({ material, quantity }) => ({ ...place(material), quantity })),
      },
      {
        ...{ ...inbound(inboundType.codes.completion, mo.done), mo_id },
        lines: [{ ...place(mo.material), quantity: String(mo.good) }],
      },
    ]),
    ...orders.map(({ id: order_id, customer_id, sale, lines }) => ({
      ...{ ...outbound(outboundType.codes.sales, sale.shipped), order_id, customer_id },
      lines: lines.map(({ id, material, quantity }) => ({ ...place(material), quantity, source_line_id: id })),
    })),
  ]
}
