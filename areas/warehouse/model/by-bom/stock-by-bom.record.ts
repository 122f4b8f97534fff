import {
  choiceField,
  codeField,
  dayField,
  flagField,
  id,
  instant,
  instantField,
  integerField,
  moneyField,
  optional,
  quantityField,
  quantityFromZeroField,
  readOnly,
  referenceField,
  textField,
  withDefault,
} from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { supplySource } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { productShown } from '@qitao/masterdata/model/material/product.fields.ts'
import { supplyUses } from '@qitao/purchasing/model/supply-use.ts'
import { z } from 'zod'

/** What one set takes of a product. */
export const setProduct = record('set_product', text('成套产品', 'Product of a set'), {
  material_id: referenceField('产品', 'Product', 'material'),
  quantity: withDefault(quantityField('每套数量', 'Quantity per set'), '1'),
})

export const mostSets = 1_000_000
export const mostLevels = 20
export const mostProducts = 50
/** What is asked: how many sets, by when, how deep. */
export const setQuestion = record('set_question', text('成套查询', 'Sets wanted'), {
  sets: withDefault(integerField('需要套数', 'Sets wanted', { min: 1, max: mostSets }), 1),
  date: dayField('到日期', 'By date'),
  /** Empty: down to what is bought. */
  level: optional(integerField('展开层数', 'Levels', { min: 1, max: mostLevels })),
  use_substitutes: withDefault(flagField('用替代料', 'Substitutes'), true),
  use_transit: withDefault(flagField('算在途', 'On the way'), true),
  use_production: withDefault(flagField('算在制', 'In production'), true),
})

const quantity = (zh: string, en: string) => readOnly(quantityFromZeroField(zh, en))

/** One material of the sets, however many BoMs it stands in. */
export const stockByBom = record('stock_by_bom', text('按BOM查库存', 'Stock by BoM'), {
  material_id: readOnly(referenceField('物料', 'Material', 'material')),
  kind: readOnly(choiceField('物料属性', 'Kind', materialKind)),
  level: readOnly(integerField('层', 'Level')),
  bom_version: readOnly(optional(codeField('BOM版本', 'BoM version'))),
  set_quantity: quantity('每套用量', 'Per set'),
  needed_quantity: quantity('需求数量', 'Needed'),
  on_hand_quantity: quantity('在库良品', 'Good stock'),
  occupied_quantity: quantity('他人占用', 'Held by others'),
  available_quantity: quantity('可用数量', 'Free'),
  in_inspection_quantity: quantity('到期前放行', 'Inspected by then'),
  in_transit_quantity: quantity('到期前在途', 'On the way by then'),
  in_production_quantity: quantity('到期前在制', 'In production by then'),
  made_quantity: quantity('需自制', 'To make'),
  replaced_quantity: quantity('替代料顶替', 'By substitutes'),
  missing_quantity: quantity('缺少数量', 'Missing'),
  enough_for: readOnly(optional(integerField('够做套数', 'Enough for', { unit: text('套', 'sets') }))),
  buy_quantity: quantity('建议采购量', 'To buy'),
  price: readOnly(optional(quantityFromZeroField('最近单价', 'Last price'))),
  amount: readOnly(optional(moneyField('补齐金额', 'Cost'))),
  price_from: readOnly(optional(codeField('价格来源', 'Price from'))),
  lead_days: readOnly(integerField('供货提前期', 'Lead time', { unit: text('天', 'days') })),
  there_time: readOnly(optional(instantField('最早可齐', 'There from'))),
  substitutes: readOnly(optional(textField('替代料', 'Substitutes', 2000))),
})

const amount = z.string()
export const stockByBomRow = z.object({
  /** Of the material. */
  id,
  material_id: id,
  ...productShown,
  kind: z.int(),
  level: z.int(),
  bom_version: z.string().nullable(),
  set_quantity: amount,
  needed_quantity: amount,
  on_hand_quantity: amount,
  occupied_quantity: amount,
  available_quantity: amount,
  in_inspection_quantity: amount,
  in_transit_quantity: amount,
  in_production_quantity: amount,
  made_quantity: amount,
  replaced_quantity: amount,
  missing_quantity: amount,
  /** Sets for which it is enough when it limits them; null: it does not. */
  enough_for: z.int().nullable(),
  buy_quantity: amount,
  /** Null: nobody has said. */
  price: amount.nullable(),
  amount: amount.nullable(),
  /** Purchase order of the price; null: it stands with the material. */
  price_from: z.string().nullable(),
  lead_days: z.int(),
  /** When what is missing now could be there; null: nobody knows, as no lead time is kept. */
  there_time: instant.nullable(),
  /** Codes, with how much replaces one. */
  substitutes: z.string().nullable(),
})
export type StockByBomRow = z.output<typeof stockByBomRow>

/** One place of the tree; its figures are those of its material. */
export const bomPlace = z.object({
  /** `1.2.3`: third line of the second line of the first product. */
  key: z.string(),
  level: z.int(),
  material_id: id,
  /** For one set, at this place. */
  set_quantity: amount,
  has_lines: z.boolean(),
})
export type BomPlace = z.output<typeof bomPlace>

export const stockByBomAnswer = z.object({
  sets_now: z.int(),
  sets_by_date: z.int(),
  /** When all that the sets want could be there; null: nobody knows. */
  there_time: instant.nullable(),
  /** How many of each product if it were made alone. */
  alone: z.array(
    z.object({ material_id: id, ...productShown, quantity: amount, sets_now: z.int(), sets_by_date: z.int() }),
  ),
  /** By the date, in order: with so many sets these parts end. */
  limits: z.array(z.object({ sets: z.int(), material_ids: z.array(id) })),
  /** From when on how many sets can be made, by what comes in. */
  steps: z.array(z.object({ time: instant, sets: z.int() })),
  currency: z.string(),
  /** Of what is missing for the sets wanted and has a price. */
  cost: amount,
  missing_count: z.int(),
  /** Missing parts without a price. */
  unpriced_count: z.int(),
  result: z.array(stockByBomRow),
  total: z.int(),
  places: z.array(bomPlace),
  /** The tree has more places than are shown. */
  cut: z.boolean(),
})
export type StockByBomAnswer = z.output<typeof stockByBomAnswer>

/** A supply of one material and who has how much of it. */
export const partSupply = record('part_supply', text('供应', 'Supply'), {
  source_type: readOnly(choiceField('来源', 'Source', supplySource)),
  source_no: readOnly(codeField('单号或库位', 'Document or bin')),
  quantity: quantity('数量', 'Quantity'),
  taken_quantity: quantity('他人占用', 'Held by others'),
  free_quantity: quantity('可用数量', 'Free'),
  available_time: readOnly(optional(instantField('可用时间', 'There from'))),
  expire_time: readOnly(optional(instantField('有效期至', 'Expires'))),
})
export const partSupplyRow = z.object({
  id,
  source_type: z.int(),
  source_no: z.string(),
  /** The purchase order or work order; null: stock. */
  document_id: id.nullable(),
  quantity: amount,
  taken_quantity: amount,
  free_quantity: amount,
  available_time: instant.nullable(),
  expire_time: instant.nullable(),
})
export type PartSupplyRow = z.output<typeof partSupplyRow>
export const partAnswer = z.object({ ...productShown, supplies: z.array(partSupplyRow), ...supplyUses.shape })
