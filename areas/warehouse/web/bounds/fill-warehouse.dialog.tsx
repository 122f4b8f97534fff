import { isLess } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { addPurchaseRequests, listPurchaseRequests } from '@qitao/purchasing/model/purchase-request.calls.ts'
import { Form, Modal, Table } from 'antd'
import { useEffect, useState } from 'react'
import { boundCalls, proposeBoundFilling } from '../../model/bounds/stock-bound.calls.ts'
import { stockBound } from '../../model/bounds/stock-bound.record.ts'
import { transfer } from '../../model/transfer/transfer.calls.ts'

/** What fills one warehouse up: out of other warehouses by a transfer, the rest by purchase requests. */
export function FillWarehouseDialog({ onClose }: { onClose: () => void }) {
  const say = useSay()
  const [form] = Form.useForm<{ warehouse_id?: string }>()
  const warehouse_id = Form.useWatch('warehouse_id', form)
  return (
    <Modal
      open
      width={960}
      title={say(text('补足仓库', 'Fill a warehouse up'))}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
    >
      <Form form={form} layout="vertical">
        <Field of={stockBound} name="warehouse_id" autoFocus />
      </Form>
      {warehouse_id ? <Filling key={warehouse_id} warehouse_id={warehouse_id} /> : null}
    </Modal>
  )
}

type Answer = NonNullable<ReturnType<typeof useFilling>['data']>
type Moved = Answer['moved'][number]
type Bought = Answer['bought'][number]
const useFilling = (warehouse_id: string) => useCall(proposeBoundFilling, { warehouse_id })
const movedKey = (row: Moved) => `${row.material_id} ${row.from_location_id} ${row.lot_number ?? ''}`
const product = { render: (_: unknown, row: Moved | Bought) => `${row.material_code} ${row.material_name}` }

function Filling({ warehouse_id }: { warehouse_id: string }) {
  const say = useSay()
  const found = useFilling(warehouse_id)
  const refreshes = [proposeBoundFilling, boundCalls.list]
  const move = useCommand(transfer.calls.add, { refreshes: [...refreshes, transfer.calls.list] })
  const buy = useCommand(addPurchaseRequests, { refreshes: [...refreshes, listPurchaseRequests] })
  const [moves, setMoves] = useState<readonly Moved[]>([])
  const [buys, setBuys] = useState<readonly Bought[]>([])
  const answer = found.data
  useEffect(() => {
    setMoves((answer?.moved ?? []).filter(({ to_location_id }) => to_location_id !== null))
    // What is on order already may be for this: whoever knows better ticks it.
    setBuys((answer?.bought ?? []).filter(({ on_order_quantity, quantity }) => isLess(on_order_quantity, quantity)))
  }, [answer])
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  const quantity = { title: say(text('数量', 'Quantity')), align: 'end' as const }
  const none = text('请勾选明细', 'Tick some lines')
  return (
    <>
      <h3>{say(text('从其他仓库调拨', 'Out of other warehouses'))}</h3>
      <Table<Moved>
        size="small"
        rowKey={movedKey}
        loading={found.isLoading}
        dataSource={answer?.moved ?? []}
        pagination={false}
        scroll={{ x: 'max-content', y: 240 }}
        locale={{ emptyText: say(text('其他仓库没有可调的', 'No other warehouse has any to give')) }}
        rowSelection={{
          selectedRowKeys: moves.map(movedKey),
          onChange: (_, rows) => setMoves(rows),
          getCheckboxProps: row => ({ disabled: row.to_location_id === null }),
        }}
        columns={[
          { title: say(text('物料', 'Material')), ...product },
          { ...quantity, render: (_, row) => <Quantity value={row.quantity} unit={row.unit_name} /> },
          {
            title: say(text('调出', 'From')),
            render: (_, row) => `${row.from_warehouse_name} ${row.from_location_code}`,
          },
          { title: say(text('批号', 'Lot')), dataIndex: 'lot_number' },
          {
            title: say(text('调入库位', 'To bin')),
            render: (_, row) => row.to_location_code ?? say(text('没有合适的库位', 'No bin has room')),
          },
        ]}
      />
      <p>
        <ActButton
          act={{
            title: text('生成调拨单', 'Make a transfer'),
            whyNot: moves.length === 0 ? none : undefined,
            run: move.with(() => ({
              to_warehouse_id: warehouse_id,
              lines: moves.map(({ material_id, quantity, from_location_id, to_location_id, lot_number }) => ({
                ...{ material_id, quantity, from_location_id, to_location_id: to_location_id ?? '', lot_number },
              })),
            })),
          }}
        />
      </p>
      <h3>{say(text('需要采购', 'To buy'))}</h3>
      <Table<Bought>
        size="small"
        rowKey="material_id"
        loading={found.isLoading}
        dataSource={answer?.bought ?? []}
        pagination={false}
        scroll={{ x: 'max-content', y: 240 }}
        locale={{ emptyText: say(text('没有需要采购的', 'Nothing has to be bought')) }}
        rowSelection={{
          selectedRowKeys: buys.map(({ material_id }) => material_id),
          onChange: (_, rows) => setBuys(rows),
        }}
        columns={[
          { title: say(text('物料', 'Material')), ...product },
          { ...quantity, render: (_, row) => <Quantity value={row.quantity} unit={row.unit_name} /> },
          {
            ...{ title: say(text('已申请和在途', 'Asked for or ordered')), align: 'end' as const },
            render: (_, row) => <Quantity value={row.on_order_quantity} unit={row.unit_name} />,
          },
        ]}
      />
      <p>
        <ActButton
          act={{
            title: text('生成采购申请', 'Make purchase requests'),
            whyNot: buys.length === 0 ? none : undefined,
            run: buy.with(() => ({
              lines: buys.map(({ material_id, quantity }) => ({ material_id, demand_quantity: quantity })),
            })),
          }}
        />
      </p>
    </>
  )
}
