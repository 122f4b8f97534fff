import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds, type Instant } from '@qitao/core/time.ts'
import { type LotBirth, lotBirthFields } from './lot-birth.record.ts'

const place = (row: number, field: keyof LotBirth) => ({
  row,
  field,
  field_title: lotBirthFields[field].title,
})

/**
 * What is known of goods that come in. Where their paper says no last day it is the day of production and the shelf life of the material;
 * without either the ledger counts the shelf life from their arrival. A last day is kept to its end.
 */
export function lotBirth(
  given: { readonly [K in keyof LotBirth]?: LotBirth[K] | undefined },
  { shelf_life }: { readonly shelf_life: number | null },
  row: number,
  now: Instant,
): LotBirth {
  const production_time = given.production_time ?? null
  if (production_time !== null && production_time > now)
    refuse(generalErrors.badParameter, {
      ...place(row, 'production_time'),
      detail: text('生产日期不能晚于今天', 'It was not made later than today'),
    })
  const said = given.expire_time ?? null
  if (said !== null && production_time !== null && said < production_time)
    refuse(generalErrors.badParameter, {
      ...place(row, 'expire_time'),
      detail: text('有效期不能早于生产日期', 'It keeps at least until the day it was made'),
    })
  const kept = production_time === null || shelf_life === null ? null : production_time + shelf_life * daySeconds
  return {
    supplier_lot: given.supplier_lot?.trim() || null,
    production_time,
    expire_time: said === null ? kept : said + daySeconds - 1,
  }
}

export interface BornLot extends LotBirth {
  readonly material_id: string
  readonly lot_number: string
}
/** One lot of ours has one lot of a supplier: two of them in it could not be told apart any more. */
export function expectOneSupplierLot(
  born: readonly BornLot[],
  known: readonly Pick<BornLot, 'material_id' | 'lot_number' | 'supplier_lot'>[],
): void {
  const lots = new Map(known.map(lot => [`${lot.material_id}/${lot.lot_number}`, lot.supplier_lot]))
  born.forEach(({ material_id, lot_number, supplier_lot }, index) => {
    if (supplier_lot === null) return
    const key = `${material_id}/${lot_number}`
    const before = lots.get(key) ?? null
    if (before !== null && before !== supplier_lot)
      refuse(generalErrors.badParameter, {
        ...place(index + 1, 'supplier_lot'),
        ...{ lot_number, before },
        detail: text(
          '批号{lot_number}已登记供应商批号{before}，请为这批货换一个批号',
          'Lot {lot_number} is lot {before} of its supplier: give these goods another lot number',
        ),
      })
    lots.set(key, supplier_lot)
  })
}
