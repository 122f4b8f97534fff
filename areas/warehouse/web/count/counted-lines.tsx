import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Table } from 'antd'
import { type CountedLine, countHistoryCalls } from '../../model/count/count-history.calls.ts'

const shown = 100

/** What counts have found of a bin or a material, the last first. */
export function CountedLines({
  title,
  of,
  onClose,
}: {
  title: Text
  of: { location_id: string } | { material_id: string }
  onClose: () => void
}) {
  const say = useSay()
  const found = useCall(countHistoryCalls.lines, { ...of, page_size: shown })
  return (
    <DetailDrawer open wide title={title} onClose={onClose}>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : (
        <Table<CountedLine>
          size="small"
          rowKey="id"
          loading={found.isLoading}
          dataSource={found.data?.result ?? []}
          pagination={false}
          scroll={{ x: 'max-content' }}
          locale={{
            emptyText: <EmptyState text={text('还没有盘出物料的记录', 'No count has found goods here yet')} />,
          }}
          columns={[
            {
              ...{ title: say(text('盘点时间', 'Counted at')), key: 'time' },
              render: (_, row) => <Instant at={row.counted_time} />,
            },
            { title: say(text('盘点单号', 'Count no.')), dataIndex: 'count_no' },
            'location_id' in of
              ? {
                  ...{ title: say(text('物料', 'Material')), key: 'material' },
                  render: (_, row) => `${row.material_code} ${row.material_name}`,
                }
              : { title: say(text('库位', 'Bin')), dataIndex: 'location_code' },
            { title: say(text('批号', 'Lot number')), dataIndex: 'lot_number' },
            {
              ...{ title: say(text('账面', 'Book')), align: 'end' as const, key: 'book' },
              render: (_, row) => <Quantity value={row.book_quantity} unit={row.unit_name} />,
            },
            {
              ...{ title: say(text('实盘', 'Counted')), align: 'end' as const, key: 'counted' },
              render: (_, row) => <Quantity value={row.counted_quantity} unit={row.unit_name} />,
            },
            {
              ...{ title: say(text('差异', 'Difference')), align: 'end' as const, key: 'difference' },
              render: (_, row) => <Quantity value={row.difference} unit={row.unit_name} signed />,
            },
            { title: say(text('盘点人', 'Counted by')), dataIndex: 'counted_by_name' },
          ]}
        />
      )}
    </DetailDrawer>
  )
}
