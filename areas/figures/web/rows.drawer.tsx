import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText } from '@qitao/platform/web/show/instant.tsx'
import { RecordLink } from '@qitao/platform/web/show/record-link.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useState } from 'react'
import { dimensionOf, factsAt } from '../model/facts.ts'
import { listFigureRows, type ReportInput } from '../model/figure.calls.ts'
import { type FigureKey, figureOf } from '../model/figures.ts'
import { FigureValue, useDimensionName } from './figure-value.tsx'

const onPage = 20
export interface ShownRows {
  readonly figure: FigureKey
  readonly range: readonly [number, number]
  readonly only?: NonNullable<ReportInput['only']>
  /** What of the figure it is, in words. */
  readonly of?: string
}
/** The rows that a figure is made of, each a link to its document. */
export function RowsDrawer({ shown, onClose }: { shown: ShownRows | undefined; onClose: () => void }) {
  return shown ? <Rows key={JSON.stringify(shown)} shown={shown} onClose={onClose} /> : null
}
function Rows({ shown: { figure, range, only = {}, of }, onClose }: { shown: ShownRows; onClose: () => void }) {
  const say = useSay()
  const nameOf = useDimensionName()
  const [page, setPage] = useState(1)
  const { title, formula, facts, k } = figureOf(figure)
  const type = factsAt(facts)
  const found = useCall(
    listFigureRows,
    { figure, timestamp_range: [range[0], range[1]], only, page, page_size: onPage },
    { keepPrevious: true },
  )
  return (
    <DetailDrawer open wide title={[say(title), of].filter(Boolean).join(' · ')} onClose={onClose}>
      <p className="qt-secondary">
        {k ? `${k} · ` : ''}
        {say(formula)}
        {'. '}
        {say(type.title)}
      </p>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton />
      ) : found.data.total === 0 ? (
        <EmptyState text={text('这段时间没有记录', 'No rows in this time')} />
      ) : (
        <>
          <DataTable
            rows={found.data.result}
            loading={found.isPlaceholderData}
            columns={[
              {
                ...{ name: 'no', title: text('编号', 'Number'), width: 150, sort: false },
                render: row => <RecordLink kind={row.opens} id={row.opens_id} no={row.no} />,
              },
              { name: 'subject', title: text('内容', 'What'), width: 200, sort: false },
              {
                ...{ name: 'at', title: text('日期', 'Day'), width: 104, sort: false },
                render: row => (type.now ? '—' : <DayText of={row.at} />),
              },
              {
                ...{ name: 'value', title, width: 120, sort: false },
                render: row => <FigureValue figure={figure} value={row.value} />,
              },
              ...type.by.map((dimension, at) => ({
                ...{ name: dimension, title: dimensionOf(dimension).title, width: 140, sort: false },
                render: (row: { by: readonly { name: string | null }[] }) => {
                  const name = row.by[at]?.name ?? null
                  return name === null ? '—' : nameOf(dimension, name, name)
                },
              })),
            ]}
          />
          <Pager fixed page={page} size={onPage} total={found.data.total} onChange={setPage} />
        </>
      )}
    </DetailDrawer>
  )
}
