import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton, NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { inventoryCount } from '../../model/count/count.record.ts'
import { countStatus } from '../../model/count/count.status.ts'
import { countAnswers } from '../refreshes.ts'
import { CountedBinsTab, CountedLinesTab, CountedMaterialsTab } from './count-history.tsx'
import { ProposeCountsDialog } from './propose-counts.dialog.tsx'
import { useCountActs } from './use-count-acts.ts'

const nosOf = (rows: readonly CountRow[]) => rows.map(({ no }) => no)
const idsOf = (rows: readonly CountRow[]) => rows.map(({ id }) => id)

/** Stock counts, and what they have found by bin, by material and line by line. */
export default function CountListPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'counts', title: text('盘点单', 'Counts'), page: <Counts /> },
        { key: 'bins', title: text('按库位', 'By bin'), page: <CountedBinsTab /> },
        { key: 'materials', title: text('按物料', 'By material'), page: <CountedMaterialsTab /> },
        { key: 'lines', title: text('盘点记录', 'Counted lines'), page: <CountedLinesTab /> },
      ]}
    />
  )
}

/** What is being counted, how far it is, and what came of it. */
function Counts() {
  const { may } = useSession()
  const acts = useCountActs()
  const drop = useCommand(countCalls.drop, { refreshes: countAnswers })
  const [proposes, setProposes] = useState(false)
  const edit = (row?: CountRow) => openEdit(pages.editStockCount, row ? { id: row.id } : {})
  return (
    <>
      <ListPage
        call={countCalls.list}
        record={inventoryCount}
        columns={[
          { name: 'no', width: 160, ...(may(pages.editStockCount) ? { opens: edit } : {}) },
          { name: 'status', width: 110 },
          { name: 'approval_status', width: 90, sort: false },
          { name: 'warehouse_id', width: 150, sort: false },
          { name: 'areas', width: 120, sort: false, render: row => row.areas.join(', ') },
          {
            name: 'counted_count',
            title: text('已盘 / 行数', 'Counted / lines'),
            width: 120,
            sort: false,
            render: ({ counted_count, line_count }) => `${counted_count} / ${line_count}`,
          },
          {
            name: 'difference_count',
            title: text('差异行', 'Different'),
            width: 90,
            sort: false,
            render: ({ difference_count }) => difference_count ?? '–',
          },
          { name: 'difference_value', width: 110, sort: false },
          { name: 'recount_count', title: text('待复盘', 'To recount'), width: 100, sort: false },
          {
            name: 'accuracy',
            title: text('准确率', 'Accuracy'),
            width: 90,
            sort: false,
            render: accuracyOf,
          },
          { name: 'count_date', width: 120 },
          { name: 'blind', width: 90, title: text('盲盘', 'Blind'), sort: false },
          { name: 'frozen', width: 90, title: text('冻结', 'Frozen'), sort: false },
          { name: 'operator_id', width: 110, sort: false },
          { name: 'started_time', hidden: true, sort: false },
          { name: 'ended_time', hidden: true, sort: false },
          { name: 'created_time', hidden: true },
          { name: 'remark', hidden: true, sort: false },
        ]}
        filters={[
          'keyword',
          'warehouse_id',
          { name: 'timestamp_range', range: true, title: inventoryCount.fields.count_date.title },
        ]}
        statusBar={{
          filter: 'statuses',
          table: countStatus,
          call: countCalls.count,
          count: (counts, { key }) => counts[key as keyof typeof counts],
        }}
        rowActions={row => [
          ...acts(row),
          act(
            countStatus,
            'alter',
            row.status,
            needing(countCalls.alter, () => edit(row)),
          ),
          { ...remove([row.no], drop.with({ ids: [row.id] })), whyNot: countStatus.whyNot('drop', row.status) },
        ]}
        bulkActions={rows => [remove(nosOf(rows), drop.with({ ids: idsOf(rows) }))]}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={countCalls.export} />
            <ActButton
              act={{
                title: text('建议盘点', 'What to count next'),
                run: needing(countCalls.propose, () => setProposes(true)),
              }}
            />
            {may(pages.editStockCount) ? (
              <NewButton title={text('新建盘点单', 'New stock count')} run={needing(countCalls.add, () => edit())} />
            ) : null}
          </>
        )}
      />
      {proposes ? <ProposeCountsDialog onClose={() => setProposes(false)} /> : null}
    </>
  )
}

/** Of the counted lines, those that were as booked. */
export function accuracyOf({ counted_count, difference_count }: CountRow): string {
  if (counted_count === 0 || difference_count === null) return '–'
  return `${(((counted_count - difference_count) / counted_count) * 100).toFixed(1)}%`
}
