import { formatQuantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say, text } from '@qitao/core/text.ts'
import { dayOf, minuteOf } from '@qitao/core/time.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printSheets } from '@qitao/platform/server/pdf/print.ts'
import type { Sheet } from '@qitao/platform/server/pdf/sheets.ts'
import { printJobCards } from '@qitao/sales/model/print.calls.ts'
import { numberSeen } from '@qitao/sales/server'
import { sql } from 'kysely'

interface Order {
  id: string
  no: string
  material_code: string
  material_name: string
  material_specs: string | null
  unit_name: string
  planned_quantity: string
  delivery_date: number
  priority: number
  order_no: string | null
  customer_drawing: string | null
  customer_name: string | null
  planned_start_time: number | null
  planned_finish_time: number | null
  remark: string | null
  company: string
  steps: {
    sequence: number
    process: string
    machine: string | null
    start_time: number | null
    end_time: number | null
    quantity: string
  }[]
  components: { code: string; name: string; quantity: string; unit: string }[]
}

const loadOrders = (tx: Tx, org_id: string, ids: readonly string[]): Promise<Order[]> =>
  rows(
    tx,
    sql<Order>`select o.id, o.no, o.planned_quantity, o.delivery_date, o.priority, o.planned_start_time, o.planned_finish_time, o.remark,
        m.code as material_code, m.name as material_name, m.specs as material_specs, u.name as unit_name, ${numberSeen(sql`o.order_id`, sql`s.no`)} as order_no, c.name as customer_name,
        l.customer_drawing, g.name as company,
        coalesce((select jsonb_agg(jsonb_build_object('sequence', x.sequence, 'process', p.name, 'machine', concat_ws(' ', d.machine_no, d.name),
            'start_time', t.setup_start_time, 'end_time', t.end_time, 'quantity', coalesce(t.quantity, o.planned_quantity)::text)
            order by x.sequence, t.setup_start_time)
          from mo_operation x join process p on p.org_id = x.org_id and p.id = x.process_id
          left join production_task t on t.org_id = x.org_id and t.mo_id = x.mo_id and t.sequence = x.sequence
          left join device d on d.org_id = t.org_id and d.id = t.device_id
          where x.org_id = o.org_id and x.mo_id = o.id), '[]') as steps,
        coalesce((select jsonb_agg(jsonb_build_object('code', k.code, 'name', k.name, 'quantity', q.required_quantity::text, 'unit', v.name) order by q.line_no)
          from mo_component q join material k on k.org_id = q.org_id and k.id = q.material_id join unit v on v.org_id = k.org_id and v.id = k.unit_id
          where q.org_id = o.org_id and q.mo_id = o.id), '[]') as components
      from unnest(${ids}::uuid[]) with ordinality as wanted(id, place) join mo o on o.id = wanted.id
      join org g on g.id = o.org_id
      join material m on m.org_id = o.org_id and m.id = o.material_id join unit u on u.org_id = m.org_id and u.id = m.unit_id
      left join seen_sales_order s on s.org_id = o.org_id and s.id = o.order_id
      left join customer c on c.org_id = s.org_id and c.id = s.customer_id
      left join seen_sales_order_line l on l.org_id = o.org_id and l.id = o.order_line_id
      where o.org_id = ${org_id} and ${among(sql`o.id`, ids)} order by wanted.place`,
  )

/** One card for each order: what is made, by which steps, where and when, of what. */
function cardOf(order: Order, zone: string, language: Language): Sheet {
  const words = (zh: string, en: string) => say(text(zh, en), language)
  const at = (instant: number | null) => (instant === null ? '' : minuteOf(instant, zone))
  const amount = (quantity: string) => formatQuantity(quantity)
  return {
    title: words('生产工卡', 'Job card'),
    company: order.company,
    no: order.no,
    facts: [
      [words('产品', 'Product'), `${order.material_code} ${order.material_name}`],
      [words('计划数量', 'Quantity'), `${amount(order.planned_quantity)} ${order.unit_name}`],
      [words('规格', 'Specs'), order.material_specs ?? ''],
      [words('交期', 'Delivery date'), dayOf(order.delivery_date, zone)],
      [words('销售订单', 'Sales order'), order.order_no ?? ''],
      [words('客户', 'Customer'), order.customer_name ?? ''],
      [words('客户图号', 'Customer drawing'), order.customer_drawing ?? ''],
      [words('计划开始', 'Planned start'), at(order.planned_start_time)],
      [words('计划完成', 'Planned finish'), at(order.planned_finish_time)],
      [words('优先级', 'Priority'), String(order.priority)],
      [words('备注', 'Remark'), order.remark ?? ''],
    ],
    tables: [
      {
        title: words('工序', 'Steps'),
        columns: [
          { title: words('顺序', 'Step'), share: 1.2, end: true },
          { title: words('工序', 'Process'), share: 3 },
          { title: words('设备', 'Machine'), share: 3.4 },
          { title: words('计划开始', 'Planned start'), share: 3.4 },
          { title: words('计划完成', 'Planned finish'), share: 3.4 },
          { title: words('数量', 'Quantity'), share: 2, end: true },
          { title: words('良品', 'Good'), share: 1.8 },
          { title: words('不良', 'Scrap'), share: 1.8 },
          { title: words('签名', 'Name'), share: 2.2 },
        ],
        rows: order.steps.map(step => [
          ...[
            String(step.sequence),
            step.process,
            step.machine ?? '',
            at(step.start_time),
            at(step.end_time),
            amount(step.quantity),
          ],
        ]),
      },
      {
        title: words('用料', 'Material'),
        columns: [
          { title: words('物料编码', 'Material code'), share: 3 },
          { title: words('物料名称', 'Material name'), share: 5 },
          { title: words('需求数量', 'Required'), share: 2, end: true },
          { title: words('单位', 'Unit'), share: 1.4 },
          { title: words('批号', 'Lot'), share: 3 },
          { title: words('实领', 'Taken'), share: 2 },
        ],
        rows: order.components.map(({ code, name, quantity, unit }) => [code, name, amount(quantity), unit]),
      },
    ],
    signatures: [words('计划员', 'Planner'), words('班组长', 'Leader'), words('检验员', 'Inspector')],
  }
}

export const jobCardHandlers: Handler[] = [
  handle(printJobCards, async ({ mo_ids }, { tx, org_id, member, language }) => {
    const orders = await loadOrders(tx, org_id, mo_ids)
    if (orders.length < new Set(mo_ids).size) refuse(manufacturingErrors.moMissing)
    const title = say(text('工卡', 'Job cards'), language)
    const content = await printSheets({ title, sheets: orders.map(order => cardOf(order, member.time_zone, language)) })
    return pdfFile(title, content)
  }),
]
