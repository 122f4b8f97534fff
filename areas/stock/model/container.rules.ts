import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isPositive, negate, type Quantity, sum } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import type { Instant } from '@qitao/core/time.ts'
import { containerErrors } from './container.errors.ts'
import { container } from './container.record.ts'
import { type Movement, plain, type StockPlace } from './ledger.rules.ts'
import { movementType } from './movement-type.ts'
import { expectLineQuantity, type LineMaterial } from './stock-line.rules.ts'

/**
 * Goods go into a container and out of it by two movements of one transfer; where the container goes, they go. They keep
 * their age, their expiry and their supplier. What work orders occupy stays where it was assigned.
 */
export interface ContainerFacts {
  readonly id: string
  readonly row_version: number
  readonly code: string
  readonly status: number
  readonly location_id: string | null
  /** Of its type. */
  readonly capacity: Quantity | null
}
/** A row of stock that moves. */
export interface StockToMove extends StockPlace {
  readonly id: string
  readonly quantity: Quantity
  readonly supplier_id: string | null
  readonly first_in_time: Instant
  readonly expire_time: Instant | null
}
export interface PackedLine {
  readonly inventory_id: string
  readonly quantity: Quantity
}
type To = Partial<Pick<StockPlace, 'location_id' | 'container_id'>>

const moved = (of: ContainerFacts, row: StockToMove, quantity: Quantity, to: To): Movement[] => {
  const { material_id, location_id, lot_number, quality_status, container_id } = row
  const from = {
    ...{ material_id, location_id, lot_number, quality_status, container_id },
    movement_type: movementType.codes.transfer,
    source_type: 'container',
    source_id: of.id,
    receipt_no: of.code,
  }
  const { supplier_id, first_in_time, expire_time } = row
  return [
    { ...from, quantity: negate(quantity) },
    { ...from, ...to, quantity, supplier_id, first_in_time, expire_time },
  ]
}

/** Lines out of the bin into the container, or back; refused with the row (from 1) that is wrong. */
export function packing(
  direction: 'pack' | 'unpack',
  of: ContainerFacts,
  lines: readonly PackedLine[],
  stock: ReadonlyMap<string, StockToMove>,
  materials: ReadonlyMap<string, LineMaterial>,
): Movement[] {
  const location_id =
    of.location_id ??
    refuse(generalErrors.fieldRequired, { field: 'location_id', field_title: container.fields.location_id.title })
  if (direction === 'pack' && of.status !== enabledStatus.codes.enabled)
    refuse(generalErrors.statusNotAllowed, { detail: text('容器已停用', 'The container is disabled') })
  const from = direction === 'pack' ? null : of.id
  return lines.flatMap(({ inventory_id, quantity }, index) => {
    const row = stock.get(inventory_id)
    if (!row || row.location_id !== location_id || row.container_id !== from)
      return refuse(generalErrors.recordNotFound, { row: index + 1, field: 'inventory_id' })
    expectLineQuantity({ material_id: row.material_id, quantity }, materials, index + 1)
    return moved(of, row, quantity, { container_id: direction === 'pack' ? of.id : null })
  })
}

/** What is in a container and what is to be put in do not exceed what its type holds. */
export function expectRoom(of: ContainerFacts, held: readonly Quantity[], added: readonly Quantity[]): void {
  if (of.capacity === null || !isMore(sum([...held, ...added]), of.capacity)) return
  refuse(generalErrors.badParameter, {
    capacity: plain(of.capacity),
    held: plain(sum(held)),
    added: plain(sum(added)),
    detail: text(
      '容量{capacity}，已装{held}，不能再装{added}',
      'It holds {capacity} at most; {held} is in it, {added} more does not fit',
    ),
  })
}

/** Everything in the container goes with it to another bin. A container that holds stock always stands somewhere. */
export function movingTo(of: ContainerFacts, location_id: string | null, inside: readonly StockToMove[]): Movement[] {
  const goods = inside.filter(({ quantity }) => isPositive(quantity))
  if (location_id === of.location_id || goods.length === 0) return []
  const to =
    location_id ??
    refuse(generalErrors.fieldRequired, {
      field: 'location_id',
      field_title: container.fields.location_id.title,
      detail: text('容器内有库存，须在库位上', 'It holds stock and must stand in a bin'),
    })
  return goods.flatMap(row => moved(of, row, row.quantity, { location_id: to }))
}

/** Empty, and never packed: movements name it for good. */
export function expectDroppable({ holds_stock, used }: { holds_stock: boolean; used: boolean }): void {
  if (holds_stock) refuse(containerErrors.containerInUse)
  if (used) refuse(generalErrors.dataInUse, { detail: text('可以改为停用', 'It can be disabled instead') })
}
