import { text } from '@qitao/core/text.ts'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import type { MarginRow } from '../../model/margin/margin.calls.ts'
import { marginGap, marginGroup } from '../../model/margin/margin.status.ts'

type By = (typeof marginGroup.list)[number]['code']
const subjects = {
  order: text('客户', 'Customer'),
  line: text('物料', 'Product'),
  product: text('系列', 'Series'),
  customer: null,
} as const

export function marginColumns(by: By, open: (row: MarginRow) => void): Column<MarginRow>[] {
  const subject = subjects[by]
  return [
    {
      ...{ name: 'group_name', title: text(marginGroup.stateOf(by).zh, marginGroup.stateOf(by).en), sort: false },
      ...{ width: by === 'product' ? 240 : 170, opens: open },
    },
    ...(subject ? [{ name: 'subject', title: subject, width: 170, sort: false }] : []),
    ...(by === 'line' ? [] : [{ name: 'line_count', width: 76 }]),
    { name: 'at', width: 110 },
    { name: 'revenue', width: 110 },
    { name: 'material_cost', width: 100, sort: false },
    { name: 'labour_cost', width: 90, sort: false },
    { name: 'other_cost', width: 90, sort: false },
    { name: 'outsource_cost', width: 90, sort: false },
    { name: 'overhead_cost', width: 90, sort: false },
    { name: 'margin', width: 110 },
    {
      ...{ name: 'margin_rate', width: 90 },
      render: row => (
        <span className={row.margin_rate !== null && Number(row.margin_rate) < 0 ? 'qt-danger' : undefined}>
          <Quantity value={row.margin_rate} unit="%" decimals={1} />
        </span>
      ),
    },
    {
      ...{ name: 'unmeasured_count', title: text('未计明细', 'Not counted'), width: 190 },
      render: row => <Gaps of={row} />,
    },
  ]
}
/** Why lines have no margin, in words. */
export function Gaps({ of }: { of: MarginRow }) {
  const say = useSay()
  if (of.gaps.length === 0) return <span className="qt-none">—</span>
  const reasons = of.gaps.map(({ gap, count }) => `${say(marginGap.stateOf(gap))} ${count}`).join(' · ')
  return (
    <span className="qt-danger" title={[reasons, of.unknown].filter(Boolean).join(': ')}>
      {reasons}
    </span>
  )
}
