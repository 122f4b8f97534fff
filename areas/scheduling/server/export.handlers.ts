import { codeField, integerField, textField } from '@qitao/core/field.ts'
import { mostRows } from '@qitao/core/page.ts'
import { productFields } from '@qitao/masterdata/model/material/product.fields.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { exportFile } from '@qitao/platform/server/excel/export.ts'
import { handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { exportProductionTasks } from '../model/load/plan-load.calls.ts'
import { productionTask } from '../model/task.record.ts'

const {
  task_no,
  sequence,
  machine_no,
  setup_start_time,
  start_time,
  end_time,
  setup_seconds,
  quantity,
  reported_quantity,
} = productionTask.fields
const { defective_quantity, status, publish_status, dispatch_status, capacity_locked } = productionTask.fields
const fields = {
  ...{ task_no, mo_no: codeField('工单号', 'MO no.'), ...productFields, sequence },
  ...{ process_name: textField('工序', 'Process'), machine_no, machine_name: textField('设备名称', 'Machine name') },
  ...{ setup_start_time, start_time, end_time, setup_seconds, quantity, reported_quantity, defective_quantity },
  ...{ status, publish_status, dispatch_status, capacity_locked, priority: integerField('优先级', 'Priority') },
}

/** Tasks of the plan, published or not, that stand in the range. */
export const exportHandlers = [
  handle(exportProductionTasks, async ({ timestamp_range, machine_no_list, ids }, context) => {
    const { tx, org_id } = context
    const conditions = [
      sql`t.org_id = ${org_id}`,
      ...(timestamp_range
        ? [sql`t.setup_start_time < ${timestamp_range[1]} and t.end_time > ${timestamp_range[0]}`]
        : []),
      ...(machine_no_list ? [sql`d.machine_no = any(${machine_no_list})`] : []),
      ...(ids ? [among(sql`t.id`, ids)] : []),
    ]
    const found = await rows(
      tx,
      sql<
        Record<string, unknown>
      >`select t.*, d.machine_no, d.name as machine_name, o.no as mo_no, o.priority, p.name as process_name,
          m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name
        from production_task t join mo o on o.org_id = t.org_id and o.id = t.mo_id join device d on d.org_id = t.org_id and d.id = t.device_id
        join process p on p.org_id = t.org_id and p.id = t.process_id join material m on m.org_id = o.org_id and m.id = o.material_id
        join unit u on u.org_id = m.org_id and u.id = m.unit_id
        where ${sql.join(conditions, sql` and `)} order by d.machine_no, t.setup_start_time limit ${mostRows + 1}`,
    )
    return exportFile(context, { title: productionTask.title, fields }, found)
  }),
]
