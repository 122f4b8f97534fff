import type { Call, In } from '@qitao/core/call.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { alterMo, mergeOrSplitMos, revertMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import {
  assignByHand,
  lockMaterial,
  reallocateMaterial,
  releaseAssignments,
} from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { askInquiry, confirmInquiry } from '@qitao/promising/model/inquiry.calls.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { changeSalesOrder } from '@qitao/sales/model/order-change.calls.ts'
import { cancelSalesOrders, updateSalesOrder } from '@qitao/sales/model/sales-order.calls.ts'
import { inDays, today } from '@qitao/sales/testing/factories.ts'
import { cancelPublishedPlan, publishPlan } from '@qitao/scheduling/model/publish/publish.calls.ts'
import { alterTask, cancelSchedule, lockCapacity } from '@qitao/scheduling/model/schedule.calls.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { addReport, dropReport } from '@qitao/shopfloor/model/report.calls.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { finishInboundMo, pickMaterial, returnMaterial, shipOrder } from '@qitao/warehouse/model/fulfilment.calls.ts'
import type { z } from 'zod'
import { type Answer, ask, type RacingApp, runJob } from './plant.ts'
import { planStart, type Scene, scheduleInput } from './scene.ts'

export interface Who {
  readonly org_id: string
  readonly user_id: string
}
/** What a person or a worker does in a race; each has rows in common with most of the others. */
export interface Command {
  readonly name: string
  readonly run: (app: RacingApp, scene: Scene, who: Who) => Promise<Answer>
  /** Computes on what it read before: what it computes is not compared, only that it is sound. */
  readonly computes?: 'places'
  /** What it answers after another one, where that is not what it answers alone: its code, and those of the records refused. */
  readonly after?: Readonly<Record<string, string>>
  /** Codes that say "others were quicker, do it again": right whenever they are honest, that is when nothing was done. */
  readonly again?: readonly number[]
}

const command = <I extends z.ZodType, O extends z.ZodType>(
  name: string,
  call: Call<I, O>,
  input: (scene: Scene) => In<Call<I, O>>,
  more: Omit<Command, 'name' | 'run' | 'after'> = {},
): Command => ({
  name,
  run: async (app, scene, who) => {
    const { code, message, data } = await ask(app, who, call, input(scene))
    const failed = (data as { failed?: { code: number }[] } | null)?.failed ?? []
    return { code, message, failed: failed.map(one => one.code) }
  },
  after: after[name] ?? {},
  ...more,
})
const jobRun = (
  name: string,
  type: string,
  input: (scene: Scene) => object,
  more: Omit<Command, 'name' | 'run' | 'after'> = {},
): Command => ({
  name,
  run: (app, scene, who) => runJob(app, who, type, input(scene)),
  after: after[name] ?? {},
  ...more,
})

const stock = 1 as const
const transit = 2 as const
const version = (scene: Scene, id: string): number => scene.versions.get(id)!
const edgesOf = (scene: Scene, ...mo_ids: string[]): string[] =>
  scene.edges.filter(({ mo_id, source_type }) => mo_ids.includes(mo_id) && source_type === stock).map(({ id }) => id)
/** What one order holds of a material from such a source, for another that needs it. */
function transfer(scene: Scene, from: string, to: string, material_id: string, source_type: number, quantity: string) {
  const edge = scene.edges.find(
    one => one.mo_id === from && one.material_id === material_id && one.source_type === source_type,
  )!
  const taker = scene.components.find(one => one.mo_id === to && one.material_id === material_id)!
  return { component_id: taker.id, from_component_id: edge.component_id, source_id: edge.source_id, quantity }
}

/** The refusals that are right: of each command, after which other one. */
const after: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  assign: {
    ...{ assign: '5521', assign_too: '5512', material_plan: '5010', replenish: '5010' },
    reallocate: '5521',
  },
  assign_too: { assign: '5512', assign_too: '5512', material_plan: '5010', replenish: '5010' },
  lock: { release: '5503', undo: '200', split: '5056+5503+5503', merge: '5056+5010+5503', change_mo: '5056+5503+5503' },
  change_mo: { lock: '5023', release: '5023', reallocate: '5023', split: '5023', merge: '5516', change_mo: '5023' },
  release: { release: '5010', split: '5056+5010+5010', merge: '5056+5010+5010', change_mo: '5056+5010+5010' },
  reallocate: {
    ...{
      assign: '5522',
      lock: '5522',
      release: '5522',
      reallocate: '5522',
      pick: '5522',
      receive: '5522',
      split: '5522',
    },
    ...{ merge: '5010', material_plan: '5522', replenish: '5522', change_mo: '5522' },
  },
  pick: { reallocate: '5913', pick: '5915', unpublish: '5024', revert: '5024' },
  unpublish: { pick: '5619', unpublish: '5617', revert: '5617' },
  revert: { pick: '5056+5509', hold_capacity: '5056+5613', revert: '5502' },
  receive: { receive: '5909' },
  return: { return: '5915', report: '5915' },
  put_in: { put_in: '5909' },
  confirm: { ship: '5410', confirm: '5411', cancel_order: '5402' },
  report: { report: '8413', change_made_order: '8413' },
  undo: { undo: '8414' },
  split: { split: '5515', merge: '5516', change_mo: '5515' },
  merge: { merge: '5516' },
  publish: {
    ...{ material_plan: '5056+6102', replenish: '5056+6102', publish: '5616', cancel: '5609', revert: '5056+5609' },
    ...{ reallocate: '6102', release: '5056+6102' },
  },
  drag: {
    release: '5611',
    reallocate: '5611',
    drag: '5023',
    hold_capacity: '5023',
    publish: '5023',
    cancel: '5010',
    revert: '5010',
  },
  schedule: { publish: '5609' },
  hold_capacity: { hold_capacity: '5503', cancel: '5503', revert: '5503' },
  cancel: { hold_capacity: '5056+5613', publish: '5616', cancel: '5609', revert: '5056+5609' },
  change_order: { confirm: '5023', change_order: '5023', cancel_order: '5023' },
  cancel_order: { cancel_order: '5024' },
  // The list of what follows is another by then: it is shown anew, and nothing is done.
  change_made_order: {
    ...{ undo: '5023', schedule: '5023', return: '5023', report: '5023', replenish: '5023', release: '5023' },
    ...{ receive: '5023', reallocate: '5023', publish: '5023', material_plan: '5023', cancel: '5023' },
    change_made_order: '5023',
  },
}

export const commands: readonly Command[] = [
  command('assign', assignByHand, ({ unchecked, r1, s_bin, bought }) => ({
    mo_id: unchecked,
    material_id: r1,
    assigns: [
      { source_type: stock, source_id: s_bin, quantity: '2' },
      { source_type: transit, source_id: bought.line_ids[0]!, quantity: '2' },
    ],
  })),
  command('assign_too', assignByHand, ({ unchecked2, r1, s_bin, bought }) => ({
    mo_id: unchecked2,
    material_id: r1,
    assigns: [
      { source_type: transit, source_id: bought.line_ids[0]!, quantity: '2' },
      { source_type: stock, source_id: s_bin, quantity: '3' },
    ],
  })),
  command('lock', lockMaterial, ({ todo, other, running }) => ({ mo_ids: [todo, other, running], locked: true })),
  command('release', releaseAssignments, scene => ({
    assign_ids: edgesOf(scene, scene.published, scene.running, scene.todo, scene.other),
  })),
  command('reallocate', reallocateMaterial, scene => {
    const { published, other, planned, twin, todo, unchecked, r1, r2 } = scene
    const exchanged = transfer(scene, twin, todo, r2, stock, '3')
    return {
      transfers: [
        transfer(scene, published, unchecked, r1, stock, '2'),
        transfer(scene, other, unchecked, r1, stock, '1'),
        transfer(scene, planned, unchecked, r1, transit, '2'),
        { ...exchanged, instead_of_id: exchanged.source_id },
      ],
      reason: 'urgent',
    }
  }),
  command('pick', pickMaterial, ({ published, r1, r2 }) => ({
    mo_id: published,
    lines: [
      { material_id: r1, quantity: '3' },
      { material_id: r2, quantity: '5' },
    ],
  })),
  command('receive', receiveArrivals, ({ bought, location_id }) => ({
    arrival_ids: bought.line_ids,
    lines: [
      { arrival_id: bought.line_ids[0]!, quantity: '3', location_id },
      { arrival_id: bought.line_ids[1]!, quantity: '20', location_id },
    ],
  })),
  command('return', returnMaterial, ({ running, r1, r2, location_id }) => ({
    mo_id: running,
    lines: [
      { material_id: r1, quantity: '2', location_id },
      { material_id: r2, quantity: '3', location_id },
    ],
  })),
  command('put_in', finishInboundMo, ({ done, location_id }) => ({ mo_id: done, quantity: '2', location_id })),
  command('ship', shipOrder, ({ order, lines }) => ({
    order_id: order.id,
    lines: [{ line_id: lines.find(line => line.order_id === order.id)!.id, quantity: '2' }],
  })),
  command('report', addReport, ({ task }) => ({ task_id: task.id, finished_quantity: '5' })),
  command('undo', dropReport, ({ report }) => ({ id: report.id })),
  command('split', mergeOrSplitMos, ({ todo }) => ({
    operation: 'split' as const,
    mo_ids: [todo],
    split_quantities: ['5', '3'],
  })),
  command('merge', mergeOrSplitMos, ({ todo, twin }) => ({ operation: 'merge' as const, mo_ids: [todo, twin] })),
  jobRun('material_plan', 'material_plan', ({ planned, other, todo, unchecked }) => ({
    mo_ids: [planned, other, todo, unchecked],
  })),
  jobRun('replenish', 'replenishment', ({ unchecked, planned }) => ({
    mo_ids: [unchecked, planned],
    time_zone: 'Asia/Shanghai',
  })),
  jobRun(
    'schedule',
    'schedule',
    ({ planned, other }) => ({ ...scheduleInput, mo_ids: [planned, other], start_time: planStart }),
    // Of all its orders others have decided since it began: those are left as they are.
    { computes: 'places', again: [schedulingErrors.noMovablePlan.code] },
  ),
  command('drag', alterTask, scene => {
    const [task] = scene.tasksOf(scene.other)
    const { start_time, end_time } = task!
    return {
      task_id: task!.id,
      machine_no: (task!.device_id === scene.saw.id ? scene.saw2 : scene.saw).machine_no,
      start_time: start_time + 4 * hourSeconds,
      end_time: end_time + 4 * hourSeconds,
      row_version: version(scene, task!.id),
    }
  }),
  command('hold_capacity', lockCapacity, ({ other }) => ({ mo_ids: [other] })),
  command('publish', publishPlan, ({ planned, other }) => ({ mo_ids: [planned, other] })),
  command('unpublish', cancelPublishedPlan, ({ published }) => ({ mo_ids: [published] })),
  command('cancel', cancelSchedule, ({ other, planned }) => ({ mo_ids: [other, planned] })),
  command('revert', revertMos, ({ published, other }) => ({ mo_ids: [published, other] })),
  command(
    'promise',
    askInquiry,
    ({ p }) => ({ order: { lines: [{ material_id: p, quantity: '5', delivery_date: inDays(40) }] } }),
    // What it was about to hold, somebody took.
    { again: [stockErrors.occupiedOverAvailable.code] },
  ),
  command('confirm', confirmInquiry, ({ inquiry }) => ({ inquiry_id: inquiry.id })),
  command('change_order', updateSalesOrder, scene => ({
    ...{ id: scene.open.id, row_version: version(scene, scene.open.id), order_type: '1' as const },
    ...{ order_date: today, delivery_date: inDays(30) },
    lines: scene.lines
      .filter(line => line.order_id === scene.open.id)
      .map(({ id, material_id }) => ({ id, material_id, quantity: '9' })),
  })),
  command('change_made_order', changeSalesOrder, ({ change }) => change),
  command('cancel_order', cancelSalesOrders, ({ open }) => ({ ids: [open.id] })),
  command('change_mo', alterMo, scene => ({
    ...{ id: scene.todo, row_version: version(scene, scene.todo) },
    ...{ planned_quantity: '9', priority: 7, delivery_date: inDays(22) },
  })),
]
