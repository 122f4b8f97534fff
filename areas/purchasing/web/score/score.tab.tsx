import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { useState } from 'react'
import {
  exportSupplierScores,
  listSupplierScores,
  type SupplierScoreRow,
  scoreDays,
  supplierScore,
} from '../../model/score/supplier-score.calls.ts'
import { ScoreDrawer } from './score.drawer.tsx'

const percent = (value: string | null, signed = false) => <Quantity value={value} unit="%" signed={signed} />

/** How suppliers keep their word: in time, good, and at what price; the rows behind each figure stand in its drawer. */
export function ScoreTab() {
  const say = useSay()
  const [shown, setShown] = useState<SupplierScoreRow>()
  return (
    <ListPage
      call={listSupplierScores}
      record={supplierScore}
      columns={[
        {
          ...{ name: 'supplier_id', width: 220, sort: true },
          render: row => (
            <>
              <span className="qt-number">{row.supplier_code}</span> {row.supplier_name}
            </>
          ),
          opens: setShown,
        },
        { name: 'on_time_rate', width: 110, render: row => percent(row.on_time_rate) },
        {
          ...{ name: 'due_count', title: text('准时 / 到期', 'On time / due'), width: 120 },
          render: row => (
            <span className="qt-number">
              {row.on_time_count} / {row.due_count}
            </span>
          ),
        },
        { name: 'accepted_rate', width: 110, sort: false, render: row => percent(row.accepted_rate) },
        { name: 'price_change', width: 130, sort: false, render: row => percent(row.price_change, true) },
      ]}
      filters={['keyword', 'supplier_id', { name: 'timestamp_range', range: true, title: text('应到日期', 'Due') }]}
      toolbar={list => (
        <>
          <span className="qt-secondary">
            {list.input.timestamp_range
              ? null
              : say(text('最近{days}天到期的采购行', 'Lines due in the last {days} days'), { days: scoreDays })}
          </span>
          <ExchangeButtons list={list} exports={exportSupplierScores} />
          {shown ? (
            <ScoreDrawer
              of={shown}
              range={list.input.timestamp_range as [number, number] | undefined}
              onClose={() => setShown(undefined)}
            />
          ) : null}
        </>
      )}
    />
  )
}
