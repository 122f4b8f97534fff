import { withdrawApproval } from '@qitao/access/model/approval/approval.calls.ts'
import { percentOf } from '@qitao/core/far-from.ts'
import { most } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import {
  countPriceProposals,
  deletePriceProposals,
  listPriceProposals,
  type PriceProposalLineRow,
  type PriceProposalRow,
  showPriceProposal,
} from '@qitao/masterdata/model/price/price-proposal.calls.ts'
import { priceProposal, priceProposalLine } from '@qitao/masterdata/model/price/price-proposal.record.ts'
import { pricedList, priceProposalStatus, proposedStep } from '@qitao/masterdata/model/price/price-proposal.status.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { marginRate } from '@qitao/sales/model/cost/unit-margin.rules.ts'
import { useUnitCosts } from '@qitao/sales/web'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import './price-proposals.css'

/** Prices that wait for their approval, and what became of those that did. */
export function PriceProposalsTab() {
  const { user } = useSession()
  const [shown, setShown] = useState<PriceProposalRow>()
  const withdraw = useCommand(withdrawApproval, { refreshes: [listPriceProposals, countPriceProposals] })
  const drop = useCommand(deletePriceProposals, {
    refreshes: [listPriceProposals, countPriceProposals],
    done: () => setShown(undefined),
  })
  const actsOn = ({ id, status, approval_id, created_by, no }: PriceProposalRow): Act[] => [
    ...(approval_id === null || created_by !== user.id
      ? []
      : [
          act(priceProposalStatus, 'withdraw', status, withdraw.with({ id: approval_id }), {
            danger: true,
            ask: { title: text('撤回调价申请？', 'Withdraw these prices?'), objects: [no] },
          }),
        ]),
    remove([no], drop.with({ ids: [id] }), { whyNot: priceProposalStatus.whyNot('drop', status) }),
  ]
  return (
    <>
      <ListPage
        call={listPriceProposals}
        record={priceProposal}
        columns={[
          { name: 'no', width: 150, opens: setShown },
          { name: 'status', width: 100, sort: false },
          { name: 'price_list', width: 110, sort: false },
          {
            name: 'material_code',
            title: priceProposalLine.fields.material_id.title,
            width: 220,
            sort: false,
            render: row => <Named of={row} />,
          },
          { name: 'line_count', width: 90, sort: false },
          { name: 'value', width: 120, sort: false, unit: row => row.currency },
          {
            name: 'waits_for',
            title: text('等待', 'Waits for'),
            width: 120,
            sort: false,
            render: row => row.waits_for.join(', ') || '—',
          },
          {
            name: 'comment',
            title: text('审批意见', 'Comment'),
            width: 180,
            sort: false,
            render: row => row.comment ?? '—',
          },
          { name: 'created_by', width: 100, sort: false },
          { name: 'created_time', width: 140 },
          { name: 'settled_time', width: 140 },
        ]}
        filters={['keyword', 'price_list']}
        statusBar={{
          filter: 'statuses',
          table: priceProposalStatus,
          call: countPriceProposals,
          count: (counts, { key }) => counts[key as keyof typeof counts],
        }}
        rowActions={actsOn}
      />
      {shown ? <ProposalDrawer of={shown} actions={actsOn} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

function Named({ of: { partner_code, material_code, material_name, line_count } }: { of: PriceProposalRow }) {
  const say = useSay()
  return (
    <span title={material_name}>
      <span className="qt-number">{[partner_code, material_code].filter(Boolean).join(' ')}</span> {material_name}
      {line_count > 1 ? (
        <span className="qt-secondary">
          {' '}
          {say(text('等 {count} 项', 'and {more} more'), { count: line_count, more: line_count - 1 })}
        </span>
      ) : null}
    </span>
  )
}

interface ProposalDrawerProps {
  of: PriceProposalRow
  actions: (of: PriceProposalRow) => readonly Act[]
  onClose: () => void
}
/** Old and new price of each, what hangs on it, and what is left of it. */
function ProposalDrawer({ of, actions, onClose }: ProposalDrawerProps) {
  const { user, may } = useSession()
  const found = useCall(showPriceProposal, { id: of.id })
  const record = found.data?.record ?? of
  const isOpen = record.status === priceProposalStatus.codes.pending
  const decides: Act[] =
    isOpen && record.created_by !== user.id && may(pages.taskCentre)
      ? [
          {
            title: text('去审批', 'Decide'),
            run: () => openPage(pages.taskCentre, { keyword: of.no }),
          },
        ]
      : []
  return (
    <DetailDrawer
      open
      wide
      title={text(`调价申请 ${of.no}`, `Price proposal ${of.no}`)}
      onClose={onClose}
      actions={[...decides, ...actions(record).filter(one => !one.whyNot)]}
      history={{ of: priceProposal, id: of.id }}
    >
      <StatusTag of={priceProposalStatus.stateOf(record.status)} />
      <Facts
        of={priceProposal}
        row={record}
        names={['price_list', 'value', 'currency', 'created_by', 'created_time', 'settled_time']}
        more={[
          ...(record.waits_for.length > 0
            ? [{ title: text('等待', 'Waits for'), value: record.waits_for.join(', ') }]
            : []),
          ...(record.comment ? [{ title: text('审批意见', 'Comment'), value: record.comment }] : []),
        ]}
      />
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : (
        <ProposedPrices lines={found.data.lines} sold={record.price_list === pricedList.codes.sales_price} />
      )}
    </DetailDrawer>
  )
}

/** As much as is sold at once counts as a lot: of what is open and of a year, never less than one. */
const lotOf = ({ from_quantity, open_quantity }: PriceProposalLineRow) => most('1', most(from_quantity, open_quantity))

function ProposedPrices({ lines, sold }: { lines: readonly PriceProposalLineRow[]; sold: boolean }) {
  const say = useSay()
  const dates = useOrgDate()
  const costs = useUnitCosts(sold ? lines.map(line => ({ material_id: line.material_id, quantity: lotOf(line) })) : [])
  const margins = sold && costs.currency !== undefined
  const { fields } = priceProposalLine
  return (
    <div className="qt-proposed-prices">
      <table aria-label={say(text('调价明细', 'Proposed prices'))}>
        <thead>
          <tr>
            <th>{say(fields.material_id.title)}</th>
            <th>{say(sold ? fields.customer_id.title : fields.supplier_id.title)}</th>
            <th>{say(fields.from_quantity.title)}</th>
            <th>{say(fields.old_price.title)}</th>
            <th>{say(fields.price.title)}</th>
            <th>{say(fields.change.title)}</th>
            {margins ? <th>{say(text('毛利率', 'Margin'))}</th> : null}
            <th>{say(fields.valid_from.title)}</th>
            <th>{say(text('未完成订单行', 'Open lines'))}</th>
            <th>{say(fields.open_difference.title)}</th>
            <th>{say(fields.year_difference.title)}</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(line => {
            const cost = costs.of({ material_id: line.material_id, quantity: lotOf(line) })
            const sameUnit = line.unit_name === line.material_unit_name && line.currency === costs.currency
            return (
              <tr key={line.id}>
                <td title={line.material_name}>
                  <span className="qt-number">{line.material_code}</span> {line.material_name}
                </td>
                <td title={line.partner_name ?? undefined}>
                  {line.partner_name ?? (sold ? say(text('全部客户', 'All customers')) : '—')}
                </td>
                <td>
                  <Quantity value={line.from_quantity} unit={line.unit_name} />
                </td>
                <td>
                  {line.old_price === null ? (
                    <span className="qt-secondary">{say(text('新价格', 'New'))}</span>
                  ) : (
                    <Quantity value={line.old_price} unit={line.currency} />
                  )}
                </td>
                <td>
                  {line.price === null ? (
                    <StatusTag of={proposedStep.stateOf(line.step)} />
                  ) : (
                    <strong>
                      <Quantity value={line.price} unit={line.currency} />
                    </strong>
                  )}
                </td>
                <td className="qt-number">{line.change ?? '—'}</td>
                {margins ? (
                  <td className="qt-number">
                    {sameUnit ? <MarginStep line={line} unit_cost={cost?.unit_cost ?? null} /> : '—'}
                  </td>
                ) : null}
                <td>
                  {dates.dayOf(line.valid_from)}
                  {line.valid_to === null ? null : ` – ${dates.dayOf(line.valid_to)}`}
                </td>
                <td>
                  {line.open_lines === 0 ? (
                    '—'
                  ) : (
                    <>
                      {say(text('{count} 行', '{count} lines'), { count: line.open_lines })}{' '}
                      <Quantity value={line.open_quantity} unit={line.material_unit_name} />
                    </>
                  )}
                </td>
                <td>
                  <Quantity value={line.open_difference} unit={line.currency} decimals={2} signed />
                </td>
                <td>
                  <Quantity value={line.year_difference} unit={line.currency} decimals={2} signed />
                </td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </div>
  )
}
/** What is left of the price by planned cost: before, and then. */
function MarginStep({ line, unit_cost }: { line: PriceProposalLineRow; unit_cost: string | null }) {
  const then = marginRate(line.price, unit_cost)
  if (then === undefined) return <>—</>
  const before = marginRate(line.old_price, unit_cost)
  const of = (rate: number) => percentOf(rate).replace('+', '')
  return (
    <span className={then < 0 ? 'qt-negative' : undefined}>
      {before === undefined ? '' : `${of(before)} → `}
      {of(then)}
    </span>
  )
}
