import type { Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import type { ReactNode } from 'react'
import { grossMargin, showGrossMargin } from '../../model/margin/margin.calls.ts'
import { Gaps } from './margin.columns.tsx'

/** What the margin of one order line is made of: its materials, and the work orders that made it. */
export function LineDrawer({ line_id, onClose }: { line_id: string; onClose: () => void }) {
  const say = useSay()
  const found = useCall(showGrossMargin, { line_id })
  return (
    <DetailDrawer
      open
      wide
      title={`${say(grossMargin.title)} · ${found.data?.record.group_name ?? '…'}`}
      onClose={onClose}
    >
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : found.data ? (
        <CostSheet of={found.data} />
      ) : (
        <RowsSkeleton />
      )}
    </DetailDrawer>
  )
}

function CostSheet({
  of: { record, order_id, shipped_quantity, unit_name, own, parts, works, ...of },
}: {
  of: Out<typeof showGrossMargin>
}) {
  const say = useSay()
  const { org } = useSession()
  const money = (value: string | null, hidden: boolean) =>
    hidden ? (
      <span className="qt-secondary">{say(text('无权查看', 'No right'))}</span>
    ) : (
      <Quantity value={value} unit={org.currency} decimals={2} />
    )
  return (
    <>
      <Facts
        of={grossMargin}
        row={record}
        names={[
          'revenue',
          'material_cost',
          'labour_cost',
          'other_cost',
          'outsource_cost',
          'overhead_cost',
          'cost',
          'margin',
          'margin_rate',
        ]}
        more={[
          {
            title: text('订单', 'Order'),
            value: <RecordLink kind="sales_order" id={order_id} no={record.group_name} />,
          },
          { title: text('物料', 'Product'), value: record.subject },
          {
            title: text('已发（扣除退货）', 'Shipped, less returns'),
            value: <Quantity value={shipped_quantity} unit={unit_name} />,
          },
          ...(record.gaps.length > 0 ? [{ title: text('未计入', 'Not counted'), value: <Gaps of={record} /> }] : []),
        ]}
      />
      <p className="qt-margin-note">
        {say(
          own
            ? text(
                '按本行已完工工单的实际领料和报工计算。',
                'By what its own finished work orders used and who worked on them.',
              )
            : text(
                '本行没有已完工的工单：按该物料已完工工单的平均成本，外购件按最近采购价。',
                'It has no finished work order of its own: by what a piece of the product cost on average, or was paid for last.',
              ),
        )}{' '}
        {record.labour_open
          ? say(
              text(
                '有报工尚未计入工资期间，人工成本不全。',
                'Work of it is in no computed wage period: labour is not complete.',
              ),
            )
          : ''}{' '}
        {record.machine_open
          ? say(
              text(
                '有设备没有小时费率，设备成本不全。',
                'Machines of it have no rate per hour: their cost is not complete.',
              ),
            )
          : ''}
        {record.unknown ? (
          <span className="qt-danger">
            {' '}
            {say(text('缺成本价：{names}', 'Cost not known of: {names}'), { names: record.unknown })}
          </span>
        ) : null}
      </p>
      <Table
        title={text('材料', 'Materials')}
        heads={[
          text('物料', 'Material'),
          text('用量', 'Quantity'),
          text('单位成本', 'Cost of one'),
          text('成本', 'Cost'),
        ]}
        rows={parts.map(part => [
          part.id,
          <RecordLink key="no" kind="material" id={part.id} no={`${part.material_code} ${part.material_name}`} />,
          <Quantity key="quantity" value={part.quantity} unit={part.unit_name} />,
          money(part.unit_cost, of.prices_hidden),
          money(part.cost, of.prices_hidden),
        ])}
      />
      {works.length > 0 ? (
        <Table
          title={text('工单（按完工数量）', 'Work orders (of all that they made)')}
          heads={[
            text('工单', 'Work order'),
            text('完工', 'Made'),
            grossMargin.fields.labour_cost.title,
            grossMargin.fields.other_cost.title,
            grossMargin.fields.outsource_cost.title,
          ]}
          rows={works.map(work => [
            work.id,
            <RecordLink key="no" kind="mo" id={work.id} no={work.no} />,
            <Quantity key="made" value={work.made_quantity} unit={unit_name} />,
            money(work.labour_cost, of.wages_hidden),
            money(work.other_cost, false),
            money(work.outsource_cost, of.prices_hidden),
          ])}
        />
      ) : null}
    </>
  )
}

function Table({
  title,
  heads,
  rows,
}: {
  title: Text
  heads: readonly Text[]
  rows: readonly (readonly [string, ...ReactNode[]])[]
}) {
  const say = useSay()
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table qt-margin-table">
        <caption className="qt-secondary">{say(title)}</caption>
        <thead>
          <tr>
            {heads.map(head => (
              <th key={head.zh} scope="col">
                {say(head)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, first, ...cells]) => (
            <tr key={key}>
              <th scope="row">{first}</th>
              {cells.map((cell, at) => (
                <td key={heads[at + 1]!.zh} className="qt-number">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
