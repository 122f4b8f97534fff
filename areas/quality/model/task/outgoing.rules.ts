import { isPositive, least, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { qualityErrors } from '../quality.errors.ts'

/** Goods that a shipment is to take, from where it says so. */
export interface ToShip {
  readonly material_id: string
  readonly quantity: Quantity
  readonly location_id: string | null
  readonly lot_number: string | null
}
/** An outgoing inspection of the shipment. */
export interface OutgoingTask {
  readonly id: string
  readonly no: string
  readonly material_id: string
  readonly location_id: string
  readonly lot_number: string
  /** Nobody has judged it. */
  readonly open: boolean
  /** What has passed and not left yet. */
  readonly left: Quantity
}
export interface Passed {
  readonly task_id: string
  readonly location_id: string
  readonly lot_number: string
  readonly quantity: Quantity
}
export interface Shippable {
  /** What of each part has passed, and where it lies. */
  readonly passed: readonly (readonly Passed[])[]
  /** What of each part nobody has inspected. */
  readonly rest: readonly Quantity[]
}

/** Parts leave from what has passed, the first task first. */
export function shippable(parts: readonly ToShip[], tasks: readonly OutgoingTask[]): Shippable {
  const left = new Map(tasks.map(({ id, open, left: quantity }) => [id, open ? '0' : quantity]))
  const rest: Quantity[] = []
  const passed = parts.map(part => {
    let wanted = part.quantity
    const taken = tasks.flatMap(({ id, material_id, location_id, lot_number }): Passed[] => {
      const fits =
        material_id === part.material_id &&
        (part.location_id === null || part.location_id === location_id) &&
        (part.lot_number === null || part.lot_number === lot_number)
      const quantity = fits ? least(wanted, left.get(id)!) : '0'
      if (!isPositive(quantity)) return []
      wanted = subtract(wanted, quantity)
      left.set(id, subtract(left.get(id)!, quantity))
      return [{ task_id: id, location_id, lot_number, quantity }]
    })
    rest.push(wanted)
    return taken
  })
  return { passed, rest }
}

/** Goods are not sent to inspection a second time while the first waits: what ships is what has passed (6016). */
export function expectNoneOpen(parts: readonly ToShip[], { rest }: Shippable, tasks: readonly OutgoingTask[]): void {
  const row = parts.findIndex(
    ({ material_id }, index) =>
      isPositive(rest[index]!) && tasks.some(task => task.open && task.material_id === material_id),
  )
  if (row < 0) return
  const { material_id, quantity } = parts[row]!
  const open = tasks.filter(task => task.open && task.material_id === material_id)
  refuse(qualityErrors.outgoingNotPassed, {
    ...{
      row: row + 1,
      field: 'quantity',
      nos: open.map(({ no }) => no).join(', '),
      most: subtract(quantity, rest[row]!),
    },
    detail: text(
      '请先完成质检任务 {nos}；已合格可发{most}',
      'Do QC task {nos} first; {most} has passed and can be shipped',
    ),
  })
}
