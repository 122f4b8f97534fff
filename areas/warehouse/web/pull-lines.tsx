import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Button, Form, Input, Modal, Segmented, Table } from 'antd'
import { useState } from 'react'
import { inboundReceipt, type ReceiptSourceRow } from '../model/receipt.record.ts'
import {
  type Direction,
  inboundType,
  outboundType,
  type PulledType,
  pulledTypes,
  typeOf,
} from '../model/receipt.status.ts'
import { withPulled } from './pulled.ts'
import { callsOf } from './refreshes.ts'
import './pull-lines.css'

const most = 200
const nameOf = {
  inbound: {
    [inboundType.codes.purchase]: text('采购订单', 'Purchase orders'),
    [inboundType.codes.sales_return]: text('销售退货', 'Sales returns'),
  },
  outbound: {
    [outboundType.codes.sales]: text('销售订单', 'Sales orders'),
    [outboundType.codes.purchase_return]: text('采购订单（已入库）', 'Purchase orders (received)'),
    [outboundType.codes.picking]: text('工单用料', 'Components of MOs'),
  },
} as const
const isPulled = (direction: Direction, type: number | undefined): type is PulledType =>
  (pulledTypes[direction] as readonly number[]).includes(type ?? -1)

/** Takes open lines of orders, returns or work orders over into the receipt around it, of several sources at once. */
export function PullLines({ direction }: { direction: Direction }) {
  const say = useSay()
  const form = Form.useFormInstance()
  const type = Form.useWatch('receipt_type', form) as number | undefined
  const [opens, setOpens] = useState(false)
  const put = (receipt_type: PulledType, rows: readonly ReceiptSourceRow[]) =>
    form.setFieldsValue(withPulled(direction, receipt_type, form.getFieldsValue(true), rows))
  return (
    <div className="qt-section">
      <Button onClick={() => setOpens(true)}>{say(text('从来源带入明细', 'Pull lines'))}</Button>{' '}
      <span className="qt-secondary">
        {say(
          isPulled(direction, type)
            ? text('明细取自来源单据的未完成数量', 'Lines are what is still open of their sources')
            : text('可一次带入多张单据的明细', 'Of several orders at once'),
        )}
      </span>
      {opens ? (
        <ChooseSources
          direction={direction}
          first={isPulled(direction, type) ? type : pulledTypes[direction][0]}
          onChosen={put}
          onClose={() => setOpens(false)}
        />
      ) : null}
    </div>
  )
}

interface ChooseProps {
  direction: Direction
  first: PulledType
  onChosen: (type: PulledType, rows: readonly ReceiptSourceRow[]) => void
  onClose: () => void
}
function ChooseSources({ direction, first, onChosen, onClose }: ChooseProps) {
  const say = useSay()
  const form = Form.useFormInstance()
  const { supplier_id, customer_id, mo_id } = form.getFieldsValue() as Partial<Record<string, string | null>>
  const [receipt_type, setType] = useState(first)
  const [keyword, setKeyword] = useState('')
  const [chosen, setChosen] = useState<readonly ReceiptSourceRow[]>([])
  const ofMos = direction === 'outbound' && receipt_type === outboundType.codes.picking
  const found = useCall(
    callsOf[direction].sources,
    {
      ...{ receipt_type, page_size: most },
      ...(keyword ? { keyword } : {}),
      ...(supplier_id ? { supplier_id } : {}),
      ...(customer_id ? { customer_id } : {}),
      // Of a type that has none it is left over.
      ...(mo_id && ofMos ? { mo_id } : {}),
    },
    { keepPrevious: true },
  )
  const total = found.data?.total ?? 0
  const names: Readonly<Partial<Record<number, ReturnType<typeof text>>>> = nameOf[direction]
  return (
    <Modal
      open
      width={960}
      title={say(text('从来源带入明细', 'Pull lines'))}
      okText={say(text('带入', 'Add'))}
      cancelText={say(text('返回', 'Back'))}
      okButtonProps={{ disabled: chosen.length === 0 }}
      onOk={() => {
        onChosen(receipt_type, chosen)
        onClose()
      }}
      onCancel={onClose}
    >
      <div className="qt-pull-head">
        <Segmented<PulledType>
          aria-label={say(inboundReceipt.fields.receipt_type.title)}
          value={receipt_type}
          options={pulledTypes[direction].map(code => ({
            value: code,
            label: say(names[code] ?? typeOf[direction].stateOf(code as never)),
          }))}
          onChange={next => {
            setType(next)
            setChosen([])
          }}
        />
        <Input.Search
          allowClear
          className="qt-pull-search"
          placeholder={say(text('单号、物料编码或名称', 'Number, material code or name'))}
          aria-label={say(text('查找', 'Search'))}
          onSearch={setKeyword}
        />
      </div>
      <Table<ReceiptSourceRow>
        size="small"
        rowKey="id"
        loading={found.isFetching}
        dataSource={found.data?.result ?? []}
        pagination={false}
        scroll={{ x: 'max-content', y: 420 }}
        locale={{ emptyText: say(text('没有未完成的来源明细', 'Nothing is open')) }}
        rowSelection={{
          selectedRowKeys: chosen.map(({ id }) => id),
          preserveSelectedRowKeys: true,
          onChange: (_, rows) => setChosen(rows),
          // Material is picked for one work order on one receipt.
          getCheckboxProps: row => ({ disabled: ofMos && chosen.length > 0 && chosen[0]!.mo_id !== row.mo_id }),
        }}
        columns={[
          { title: say(inboundReceipt.fields.source_no.title), dataIndex: 'source_no' },
          ...(ofMos ? [] : [{ title: say(text('往来单位', 'Partner')), dataIndex: 'partner_name' }]),
          {
            title: say(text('物料', 'Material')),
            render: (_: unknown, row: ReceiptSourceRow) => `${row.material_code} ${row.material_name}`,
          },
          {
            ...{ title: say(text('数量', 'Quantity')), align: 'end' as const },
            render: (_: unknown, row: ReceiptSourceRow) => <Quantity value={row.quantity} unit={row.unit_name} />,
          },
          {
            ...{ title: say(text('可带入', 'Still open')), align: 'end' as const },
            render: (_: unknown, row: ReceiptSourceRow) => <Quantity value={row.open_quantity} unit={row.unit_name} />,
          },
          {
            title: say(text('日期', 'Date')),
            render: (_: unknown, row: ReceiptSourceRow) =>
              row.due_time === null ? '—' : <DayText of={row.due_time} />,
          },
        ]}
      />
      {total > most ? (
        <p className="qt-secondary">
          {say(
            text(
              '共 {total} 行，只显示最早的 {most} 行，请用查找缩小范围',
              '{most} of {total} are shown, the first due: search for others',
            ),
            {
              total,
              most,
            },
          )}
        </p>
      ) : null}
    </Modal>
  )
}
