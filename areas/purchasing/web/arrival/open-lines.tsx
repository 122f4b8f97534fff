import { isPositive, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { type FormLine, useFormLines } from '@qitao/document-kit/web'
import { ask, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useEditPayload } from '@qitao/platform/web/form/edit-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button, Form, Modal, Table } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { arrivals } from '../../model/arrival/arrival.calls.ts'
import { listArrivals } from '../../model/purchase-order.calls.ts'
import type { ArrivalRow } from '../../model/purchase-order.record.ts'

type Line = FormLine<typeof arrivals>
const most = 200

const lineOf = (row: ArrivalRow): Line => ({
  order_line_id: row.id,
  material_id: row.material_id,
  material_name: `${row.material_code} ${row.material_name}`,
  purchase_order_no: row.purchase_order_no,
  unit_name: row.unit_name,
  ordered_quantity: row.planned_quantity,
  order_open_quantity: row.open_quantity,
  elsewhere_quantity: row.announced_quantity,
  quantity: subtract(row.open_quantity, row.announced_quantity),
  lot_number: null,
  container_count: null,
})

/** Puts open lines of the supplier's orders into the form around it; those that the page was opened with come by themselves. */
export function OpenLines() {
  const say = useSay()
  const form = Form.useFormInstance()
  const lines = useFormLines<typeof arrivals>()
  const supplier_id = Form.useWatch('supplier_id', form) as string | null | undefined
  const [opens, setOpens] = useState(false)
  const { lines: given } = useEditPayload<{ lines?: string }>()
  const asked = useRef(false)
  const put = (rows: readonly ArrivalRow[]) => {
    const old = lines.lines().filter(line => line.order_line_id)
    lines.put([...old, ...rows.map(lineOf)])
  }
  useEffect(() => {
    if (given === undefined || asked.current) return
    asked.current = true
    ask(listArrivals, { ids: given.split(','), page_size: most })
      .then(({ result }) => {
        const [first] = result
        if (!first) return
        const planned_date = Math.max(form.getFieldValue('planned_date'), ...result.map(({ eta }) => eta ?? 0))
        form.setFieldsValue({ supplier_id: first.supplier_id, supplier_name: first.supplier_name, planned_date })
        put(result)
      })
      .catch(toast.failure)
  })
  return (
    <div className="qt-section">
      <Button disabled={!supplier_id} onClick={() => setOpens(true)}>
        {say(text('选择采购明细', 'Choose order lines'))}
      </Button>{' '}
      {supplier_id ? null : (
        <span className="qt-secondary">{say(text('请先选择供应商', 'Choose the supplier first'))}</span>
      )}
      {opens && supplier_id ? (
        <ChooseLines supplier_id={supplier_id} onChosen={put} onClose={() => setOpens(false)} />
      ) : null}
    </div>
  )
}

function ChooseLines({
  supplier_id,
  onChosen,
  onClose,
}: {
  supplier_id: string
  onChosen: (rows: readonly ArrivalRow[]) => void
  onClose: () => void
}) {
  const say = useSay()
  const found = useCall(listArrivals, { supplier_id, unannounced: true, page_size: most })
  const [chosen, setChosen] = useState<readonly ArrivalRow[]>([])
  return (
    <Modal
      open
      width={900}
      title={say(text('未通知的采购明细', 'Order lines that nobody announced'))}
      okText={say(text('加入', 'Add'))}
      cancelText={say(text('返回', 'Back'))}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => {
        onChosen(chosen)
        onClose()
      }}
      onCancel={onClose}
    >
      <Table<ArrivalRow>
        size="small"
        rowKey="id"
        loading={found.isLoading}
        dataSource={found.data?.result ?? []}
        pagination={false}
        scroll={{ x: 'max-content', y: 420 }}
        locale={{ emptyText: say(text('该供应商没有未通知的采购明细', 'Everything of this supplier is announced')) }}
        rowSelection={{ onChange: (_, rows) => setChosen(rows) }}
        columns={[
          { title: say(text('采购单号', 'Purchase order no.')), dataIndex: 'purchase_order_no' },
          {
            title: say(text('物料', 'Material')),
            render: (_, row) => `${row.material_code} ${row.material_name}`,
          },
          {
            ...{ title: say(text('待入库', 'Open')), align: 'end' as const },
            render: (_, row) => <Quantity value={row.open_quantity} unit={row.unit_name} />,
          },
          {
            ...{ title: say(text('已通知', 'Announced')), align: 'end' as const },
            render: (_, row) =>
              isPositive(row.announced_quantity) ? <Quantity value={row.announced_quantity} /> : '—',
          },
          {
            title: say(text('预计到货', 'ETA')),
            render: (_, row) => (row.eta === null ? '—' : <DayText of={row.eta} />),
          },
        ]}
      />
    </Modal>
  )
}
