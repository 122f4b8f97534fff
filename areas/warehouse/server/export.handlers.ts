import { codeField, textField } from '@qitao/core/field.ts'
import { firstProductFields, productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { inventory, stockMovement } from '@qitao/stock/model/inventory.record.ts'
import { exportStock, exportStockMovements, listStock, listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { inboundCalls, outboundCalls } from '../model/receipt.calls.ts'
import { inboundReceipt, outboundReceipt } from '../model/receipt.record.ts'
import { receiptHandlers } from './receipt.handlers.ts'
import { stockHandlers } from './stock.handlers.ts'

const warehouse_name = textField('仓库', 'Warehouse')
const receipts = [
  [inboundCalls, inboundReceipt],
  [outboundCalls, outboundReceipt],
] as const

export const exportHandlers = [
  exportHandler(
    exportStock,
    stockHandlers.find(({ call }) => call === listStock),
    {
      title: inventory.title,
      fields: { ...inventory.fields, unit_name: productFields.unit_name },
      instead: { material_id: ['material_code', 'material_name', 'material_specs', 'unit_name'] },
    },
  ),
  exportHandler(
    exportStockMovements,
    stockHandlers.find(({ call }) => call === listStockMovements),
    {
      title: stockMovement.title,
      fields: { ...stockMovement.fields, ...productFields, warehouse_name },
      columns: [
        ...[
          'movement_time',
          'movement_type',
          'material_code',
          'material_name',
          'quantity',
          'balance',
          'unit_name',
          'warehouse_name',
        ],
        ...['location_id', 'lot_number', 'quality_status', 'receipt_no', 'mo_id', 'operator_id'],
      ],
      instead: productInstead,
    },
  ),
  ...receipts.map(([calls, receipt]) =>
    exportHandler(
      calls.export,
      receiptHandlers.find(({ call }) => call === calls.list),
      {
        title: receipt.title,
        fields: {
          ...receipt.fields,
          ...firstProductFields,
          warehouse_name,
          source_no: codeField('来源单号', 'Source no.'),
        },
        instead: {
          first_material_name: Object.keys(firstProductFields),
          done_quantity: ['done_quantity', 'quantity'],
        },
      },
    ),
  ),
]
