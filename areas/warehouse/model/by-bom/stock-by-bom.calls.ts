import { exportOf, query } from '@qitao/core/call.ts'
import { id } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import {
  mostProducts,
  partAnswer,
  setProduct,
  setQuestion,
  stockByBom,
  stockByBomAnswer,
} from './stock-by-bom.record.ts'

const base = '/mep_server/biz/stock/'
const grantedBy = [pages.stockByBom]

export const queryStockByBom = query(`${base}query_stock_by_bom`, {
  title: text('按BOM查库存', 'Stock by BoM'),
  grantedBy,
  input: z.strictObject({
    products: z.array(setProduct.input).min(1).max(mostProducts),
    ...setQuestion.input.shape,
    only_missing: z.boolean().default(false),
  }),
  output: stockByBomAnswer,
  records: [setProduct, setQuestion],
})
export const exportStockByBom = exportOf(queryStockByBom, `${base}export_stock_by_bom`, {
  title: text('导出按BOM查库存', 'Export stock by BoM'),
  grantedBy,
})
export const showPart = query(`${base}query_stock_by_bom_part`, {
  title: text('物料的供应与占用', 'Supplies of a part and who has them'),
  grantedBy,
  input: z.strictObject({ material_id: id }),
  output: partAnswer,
  records: [stockByBom],
})
