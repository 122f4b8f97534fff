import { isPositive, multiply, roundDown } from '@qitao/core/quantity.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { dispatchStatus, materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { addDispatch, addReport, listDispatchTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { finishInboundMo, listFinishedMos } from '@qitao/warehouse/model/fulfilment.calls.ts'
import type { Factory } from '../../model/sample/factory.ts'
import type { Clerk } from '../clerk.ts'
import type { Ids } from './ids.ts'
import { binsOf } from './make-trade.ts'

/** How much of the tasks that come first is reported: whole tasks, then a part of one. */
const reportedShares: readonly string[] = ['1', '1', '1', '0.5', '0.4', '0.25']
const dispatchedTasks = 16

/** The first tasks given to the people at their machines; what has all its material is begun. */
export async function makeShopfloor(clerk: Clerk, factory: Factory, people: Ids, bins: Ids): Promise<void> {
  const { result } = await clerk.run(listDispatchTasks, {
    ...{ dispatch_status: dispatchStatus.codes.pending_dispatch, order_by: 'start_time', page_size: dispatchedTasks },
  })
  const operators = new Map(factory.devices.map(({ no, operator }) => [no, operator]))
  const workerOf = (machine_no: string): string => people.of(operators.get(machine_no)!)
  for (const [user_id, tasks] of Map.groupBy(result, task => workerOf(task.machine_no)))
    await clerk.run(addDispatch, { task_ids: tasks.map(task => task.id), user_ids: [user_id] })
  const kitted = await clerk.run(listMos, { material_statuses: [materialStatus.codes.kitting_complete], page_size: -1 })
  const ready = new Set(kitted.result.map(order => order.id))
  const first = result.filter(task => ready.has(task.mo_id) && isPositive(task.reportable_quantity))
  const shares = [...reportedShares]
  for (const task of first) {
    const share = shares[0]
    if (share === undefined) break
    const finished_quantity = roundDown(multiply(task.quantity, share), 0)
    const worker = await clerk.as(workerOf(task.machine_no))
    if (await worker.attempt(addReport, { task_id: task.id, finished_quantity })) shares.shift()
  }
  await putIn(clerk, bins, binsOf(factory))
}

/** What is finished goes into stock, but for one order: somebody has to try it. */
async function putIn(clerk: Clerk, bins: Ids, binOf: (material: string) => string): Promise<void> {
  const { result } = await clerk.run(listFinishedMos, { page_size: -1 })
  for (const { id, material_code, open_quantity } of result.slice(1))
    await clerk.run(finishInboundMo, { mo_id: id, quantity: open_quantity, location_id: bins.of(binOf(material_code)) })
}
