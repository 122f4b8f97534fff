import type { OrderOfPlan, ScheduleFacts, TaskOfPlan } from './facts.ts'

/**
 * Orders about which people have decided since a calculation began that did not know of it: a task of them was placed, locked,
 * given out, begun, parted or joined, or they were locked, published or taken off the plan.
 */
export function decidedSince(began: ScheduleFacts, now: ScheduleFacts): Set<string> {
  if (began === now) return new Set()
  const before = decisionsIn(began)
  const after = decisionsIn(now)
  return new Set(began.orders.flatMap(({ id }) => (before.get(id) === after.get(id) ? [] : [id])))
}

function decisionsIn({ orders, tasks }: ScheduleFacts): Map<string, string> {
  const byOrder = Map.groupBy(tasks, task => task.mo_id)
  return new Map(orders.map(order => [order.id, JSON.stringify([ofOrder(order), byOrder.get(order.id)?.map(ofTask)])]))
}
const ofOrder = ({ status, capacity_locked, publish_status }: OrderOfPlan) => [status, capacity_locked, publish_status]
const ofTask = (task: TaskOfPlan) => [
  ...[task.operation_id, task.device_id, task.setup_start_time, task.start_time, task.end_time, task.quantity],
  ...[task.status, task.publish_status, task.dispatch_status, task.capacity_locked],
]
