import { customFieldsFor } from '@qitao/access/server'
import {
  choiceField,
  codeField,
  flagField,
  instantField,
  integerField,
  quantityFromZeroField,
  textField,
} from '@qitao/core/field.ts'
import { mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { exportFile, exportHandler } from '@qitao/platform/server/excel/export.ts'
import { handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { moExchange } from '../../model/manufacturing.exchange.ts'
import { exportMos, listMos } from '../../model/mo/mo.calls.ts'
import { mo } from '../../model/mo/mo.record.ts'
import { materialStatus } from '../../model/mo/mo.status.ts'
import { exportKittingResult } from '../../model/plan/material-plan.calls.ts'
import { moHandlers } from './mo.handlers.ts'

const moFields = {
  ...mo.fields,
  ...productFields,
  order_no: codeField('销售订单', 'Sales order'),
  customer_name: textField('客户', 'Customer'),
  parent_no: codeField('父工单', 'Parent order'),
  deciding_material_code: codeField('决定物料', 'Deciding material'),
  merged: flagField('合并', 'Merged'),
  outsourced: flagField('委外', 'Outsourced'),
}
const kitting = {
  mo_no: codeField('工单号', 'MO no.'),
  delivery_date: mo.fields.delivery_date,
  line_no: integerField('行号', 'Line'),
  material_code: productFields.material_code,
  material_name: productFields.material_name,
  material_kind: choiceField('物料属性', 'Kind', materialKind),
  unit_name: productFields.unit_name,
  required_quantity: quantityFromZeroField('需求数量', 'Required'),
  assigned_quantity: quantityFromZeroField('已分配', 'Assigned'),
  in_stock_quantity: quantityFromZeroField('在库', 'In stock'),
  in_transit_quantity: quantityFromZeroField('在途', 'On the way'),
  in_production_quantity: quantityFromZeroField('在制', 'In production'),
  short_quantity: quantityFromZeroField('缺料', 'Short'),
  picked_quantity: quantityFromZeroField('已领', 'Picked'),
  material_status: choiceField('齐套状态', 'Kitting', materialStatus),
  expected_time: instantField('预计到料', 'Expected'),
}

export const exportHandlers = [
  exportHandler(
    exportMos,
    moHandlers.find(({ call }) => call === listMos),
    {
      title: mo.title,
      fields: moFields,
      instead: { ...productInstead, completed_quantity: ['completed_quantity', 'defective_quantity'] },
    },
    { imports: moExchange, custom: customFieldsFor('mo') },
  ),
  handle(exportKittingResult, async ({ mo_ids }, context) => {
    const found = await rows(
      context.tx,
      sql<
        Record<string, unknown>
      >`select c.*, o.no as mo_no, o.delivery_date, m.code as material_code, m.name as material_name,
          m.kind as material_kind, u.name as unit_name
        from mo_component c join mo o on o.org_id = c.org_id and o.id = c.mo_id
        join material m on m.org_id = c.org_id and m.id = c.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
        where c.org_id = ${context.org_id} and ${among(sql`c.mo_id`, mo_ids)} order by o.delivery_date, o.no, c.line_no limit ${mostRows + 1}`,
    )
    return exportFile(context, { title: text('齐套结果', 'Kitting result'), fields: kitting }, found)
  }),
]
