import type { Parsed } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isPositive, most, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { dayOf, endOfDay } from '@qitao/core/time.ts'
import { engineeringErrors } from '@qitao/engineering/model/engineering.errors.ts'
import { usesOf } from '@qitao/manufacturing/server'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handle, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { lastPrices } from '@qitao/purchasing/server'
import { plain } from '@qitao/stock/model/ledger.rules.ts'
import { expectLineQuantity } from '@qitao/stock/model/stock-line.rules.ts'
import { lineMaterials } from '@qitao/stock/server'
import { exportStockByBom, queryStockByBom, showPart } from '../../model/by-bom/stock-by-bom.calls.ts'
import { stockByBom as record, type StockByBomAnswer, setProduct } from '../../model/by-bom/stock-by-bom.record.ts'
import { stockByBom } from '../../model/by-bom/stock-by-bom.rules.ts'
import { seesPrices } from '../count/count.queries.ts'
import { bomsBelow, partFacts, suppliesOf } from './stock-by-bom.queries.ts'

/** A fixed number of statements, however many products and parts. */
async function answerTo(
  input: Parsed<typeof queryStockByBom> & { ids?: readonly string[] },
  context: Context,
): Promise<StockByBomAnswer> {
  const { tx, org_id, now, member } = context
  const product_ids = [...new Set(input.products.map(({ material_id }) => material_id))]
  const known = await lineMaterials(tx, org_id, input.products)
  for (const [index, product] of input.products.entries()) expectLineQuantity(product, known, index + 1)
  const { boms, materials } = await bomsBelow(tx, org_id, product_ids, now)
  const made = new Set(boms.map(({ material_id }) => material_id))
  for (const [index, { material_id }] of input.products.entries())
    if (!made.has(material_id))
      refuse(engineeringErrors.bomMissing, {
        row: index + 1,
        field: 'material_id',
        field_title: setProduct.fields.material_id.title,
        material_code: known.get(material_id)!.code,
        detail: text('产品{material_code}没有生效的BOM', 'Product {material_code} has no BoM in force'),
      })
  const supplies = await suppliesOf(tx, org_id, materials, {
    ...{ now, transit: input.use_transit, production: input.use_production },
  })
  const ids = materials.map(({ id }) => id)
  const priced = seesPrices(context)
  const answer = stockByBom({
    ...{ now, until: Math.max(now, endOfDay(dayOf(input.date, member.time_zone), member.time_zone) - 1) },
    ...{ products: input.products, sets: input.sets, level: input.level, use_substitutes: input.use_substitutes },
    materials: priced ? materials : materials.map(one => ({ ...one, purchase_price: null })),
    boms,
    supplies: supplies.map(({ taken_quantity, ...supply }) => ({ ...supply, taken: taken_quantity })),
    prices: priced ? await lastPrices(tx, org_id, ids, member.currency) : [],
    currency: member.currency,
  })
  const wanted = input.ids && new Set(input.ids)
  const result = answer.result.filter(
    row => (!input.only_missing || isPositive(row.missing_quantity)) && (!wanted || wanted.has(row.id)),
  )
  return { ...answer, result, total: result.length }
}

/** Products whose counting would hold up others: made in a thread. */
const many = 3
const answer = handleLarge(queryStockByBom, async ({ products }) => products.length >= many, answerTo)

export const stockByBomHandlers: Handler[] = [
  answer,
  exportHandler(exportStockByBom, answer, {
    title: record.title,
    fields: { ...record.fields, ...productFields },
    columns: [
      ...['level', 'material_id', 'kind', 'set_quantity', 'needed_quantity', 'on_hand_quantity', 'occupied_quantity'],
      ...[
        'available_quantity',
        'in_inspection_quantity',
        'in_transit_quantity',
        'in_production_quantity',
        'made_quantity',
        'replaced_quantity',
      ],
      ...['missing_quantity', 'enough_for', 'buy_quantity', 'price', 'amount', 'price_from', 'lead_days', 'there_time'],
      ...['substitutes', 'bom_version'],
    ],
    instead: productInstead,
  }),
  handle(showPart, async ({ material_id }, { tx, org_id, now }) => {
    const [part] = await partFacts(tx, org_id, [material_id])
    if (!part) refuse(generalErrors.recordNotFound)
    const supplies = await suppliesOf(tx, org_id, [part], { now })
    const { code, name, specs, unit_name, unit_precision } = part
    return {
      ...{ material_code: code, material_name: name, material_specs: specs, unit_name, unit_precision },
      supplies: supplies.map(({ material_id: _, quantity, taken_quantity, ...supply }) => ({
        ...supply,
        ...{ quantity: plain(quantity), taken_quantity: plain(taken_quantity) },
        free_quantity: plain(most('0', subtract(quantity, taken_quantity))),
      })),
      ...(await usesOf(
        tx,
        org_id,
        supplies.map(({ id }) => id),
        now,
      )),
    }
  }),
]
