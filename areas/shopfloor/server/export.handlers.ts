import { codeField, textField } from '@qitao/core/field.ts'
import { productFields } from '@qitao/masterdata/model/material/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { exportDispatch, exportReports, listDispatchTasks, listReports, report } from '../model/report.calls.ts'
import { floorTask } from '../model/task.record.ts'
import { dispatchHandlers } from './dispatch.handlers.ts'
import { reportHandlers } from './report.handlers.ts'

const { material_code, material_name, unit_name } = productFields
const names = {
  mo_no: codeField('工单号', 'MO no.'),
  order_no: codeField('销售订单', 'Sales order'),
  process_name: textField('工序', 'Process'),
  ...{ material_code, material_name, unit_name },
}
const taskFields = { ...floorTask.fields, ...names, device_name: textField('设备名称', 'Machine name') }

export const exportHandlers = [
  exportHandler(
    exportDispatch,
    dispatchHandlers.find(({ call }) => call === listDispatchTasks),
    {
      title: floorTask.title,
      fields: taskFields,
      columns: [
        ...[
          'task_no',
          'mo_no',
          'order_no',
          'material_code',
          'material_name',
          'sequence',
          'process_name',
          'machine_no',
          'device_name',
        ],
        ...[
          'start_time',
          'end_time',
          'quantity',
          'reported_quantity',
          'unit_name',
          'workgroup_id',
          'dispatch_status',
          'status',
        ],
      ],
      instead: {
        material_code: ['material_code', 'material_name'],
        process_id: ['sequence', 'process_name'],
        machine_no: ['machine_no', 'device_name'],
        start_time: ['start_time', 'end_time'],
        reported_quantity: ['reported_quantity', 'quantity', 'unit_name'],
        user_ids: ['workgroup_id'],
      },
    },
  ),
  exportHandler(
    exportReports,
    reportHandlers.find(({ call }) => call === listReports),
    {
      title: report.title,
      fields: {
        ...{ report_no: codeField('报工单号', 'Report no.'), task_no: codeField('任务号', 'Task no.'), ...names },
        ...{
          machine_no: codeField('设备编号', 'Machine no.'),
          user_names: textField('人员', 'People'),
          ...report.fields,
        },
      },
      instead: { material_code: ['material_code', 'material_name'] },
    },
  ),
]
