import { Attachments } from '@qitao/access/web/record/attachments.tsx'
import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit } from '@qitao/platform/web/frame/navigation.ts'
import type { Column } from '@qitao/platform/web/list/columns.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { warehouseCalls } from '@qitao/stock/model/warehouse.calls.ts'
import { materialColumn } from '@qitao/stock/web'
import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { countCalls } from '../../model/count/count.calls.ts'
import {
  type CountedBin,
  type CountedLine,
  type CountedMaterial,
  countedBin,
  countedLine,
  countedMaterial,
  countHistoryCalls,
} from '../../model/count/count-history.calls.ts'
import { CountedLines } from './counted-lines.tsx'

const figures = [
  { name: 'counted_time', width: 150, sort: true },
  { name: 'last_different', width: 110, sort: false },
  { name: 'line_count', width: 120, sort: false },
  { name: 'different_count', width: 120, sort: true },
] as const
const accuracy = <Row extends { accuracy: string | null }>(): Column<Row> => ({
  ...{ name: 'accuracy', width: 100, sort: false },
  render: row => (row.accuracy === null ? '–' : `${row.accuracy}%`),
})
/** Opens the count itself, for whoever may. */
function useOpenCount() {
  const { may } = useSession()
  return (row: { count_id: string | null }) =>
    row.count_id && may(pages.editStockCount) ? openEdit(pages.editStockCount, { id: row.count_id }) : undefined
}

/** Of several warehouses the one that was counted last is shown first: undefined until it is known, null: all. */
function useWarehouseShownFirst(): string | null | undefined {
  const warehouses = useCall(warehouseCalls.list, { statuses: [1], page_size: 1 })
  const counts = useCall(countCalls.list, { page_size: 1 })
  if (warehouses.isPending || counts.isPending) return undefined
  return (warehouses.data?.total ?? 0) > 1 ? (counts.data?.result[0]?.warehouse_id ?? null) : null
}

/** When each bin was counted last and what was found; never counted ones first. */
export function CountedBinsTab() {
  const [search, setSearch] = useSearchParams()
  const first = useWarehouseShownFirst()
  // Whoever asks for something, or for all warehouses afterwards, is shown that.
  const [asked, setAsked] = useState(() => ['warehouse_id', 'keyword', 'counted'].some(name => search.has(name)))
  useEffect(() => {
    if (asked || first === undefined) return
    setAsked(true)
    if (first === null) return
    setSearch(
      now => {
        const next = new URLSearchParams(now)
        next.set('warehouse_id', first)
        return next
      },
      { replace: true },
    )
  }, [asked, first, setSearch])
  return asked ? <CountedBins /> : <RowsSkeleton />
}
function CountedBins() {
  const [shown, setShown] = useState<CountedBin>()
  const openCount = useOpenCount()
  return (
    <>
      <ListPage
        call={countHistoryCalls.bins}
        record={countedBin}
        columns={[
          { name: 'code', width: 130, opens: setShown },
          { name: 'area', width: 110, sort: false },
          { name: 'warehouse_id', width: 150, sort: false },
          ...figures,
          { name: 'count_no', width: 150, sort: false, opens: openCount },
          accuracy<CountedBin>(),
        ]}
        filters={['keyword', 'warehouse_id', { name: 'counted', title: text('盘过', 'Was counted') }]}
        toolbar={list => <ExchangeButtons list={list} exports={countHistoryCalls.exportBins} />}
      />
      {shown ? (
        <CountedLines
          title={text(`${shown.code} 的盘点记录`, `Counts of ${shown.code}`)}
          of={{ location_id: shown.id }}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </>
  )
}

/** When each material was counted last, by how much it differed then, and how often it does. */
export function CountedMaterialsTab() {
  const [shown, setShown] = useState<CountedMaterial>()
  const openCount = useOpenCount()
  return (
    <>
      <ListPage
        call={countHistoryCalls.materials}
        record={countedMaterial}
        columns={[
          { ...materialColumn, opens: setShown },
          ...figures,
          {
            ...{ name: 'last_difference', width: 120, sort: false },
            render: row => <Quantity value={row.last_difference} unit={row.unit_name} signed />,
          },
          { name: 'count_no', width: 150, sort: false, opens: openCount },
          accuracy<CountedMaterial>(),
        ]}
        filters={['keyword', 'material_id']}
        toolbar={list => <ExchangeButtons list={list} exports={countHistoryCalls.exportMaterials} />}
      />
      {shown ? (
        <CountedLines
          title={text(`${shown.material_code} 的盘点记录`, `Counts of ${shown.material_code}`)}
          of={{ material_id: shown.id }}
          onClose={() => setShown(undefined)}
        />
      ) : null}
    </>
  )
}

/** Every counted line of counts that are over. */
export function CountedLinesTab() {
  const [photos, setPhotos] = useState<CountedLine>()
  const openCount = useOpenCount()
  return (
    <>
      <ListPage
        call={countHistoryCalls.lines}
        record={countedLine}
        columns={[
          { name: 'count_no', width: 150, sort: false, opens: openCount },
          { name: 'location_id', width: 120 },
          materialColumn,
          { name: 'lot_number', width: 120, sort: false },
          { name: 'book_quantity', width: 110, sort: false, unit: row => row.unit_name },
          { name: 'counted_quantity', width: 110, sort: false, unit: row => row.unit_name },
          {
            ...{ name: 'difference', width: 110, sort: false },
            render: row => <Quantity value={row.difference} unit={row.unit_name} signed />,
          },
          { name: 'counted_by', width: 110, sort: false },
          { name: 'counted_time', width: 150 },
          {
            name: 'photo_count',
            width: 80,
            sort: false,
            opens: row => (row.photo_count > 0 ? setPhotos(row) : undefined),
          },
          { name: 'remark', width: 160, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'different', title: text('有差异', 'Different') },
          'location_id',
          'material_id',
          { name: 'timestamp_range', range: true, title: countedLine.fields.counted_time.title },
        ]}
        toolbar={list => <ExchangeButtons list={list} exports={countHistoryCalls.exportLines} />}
      />
      {photos ? <CountPhotos of={photos} onClose={() => setPhotos(undefined)} readOnly /> : null}
    </>
  )
}

interface CountPhotosProps {
  readonly of: { readonly id: string; readonly location_code: string; readonly material_code: string }
  readonly onClose: () => void
  readonly readOnly?: boolean
}
/** The photos of a line. */
export function CountPhotos({ of, onClose, readOnly = false }: CountPhotosProps) {
  const name = `${of.location_code} ${of.material_code}`
  return (
    <DetailDrawer open title={text(`照片：${name}`, `Photos: ${name}`)} onClose={onClose}>
      <Attachments module="count_line" objectId={of.id} readOnly={readOnly} />
    </DetailDrawer>
  )
}
