import type { Out } from '@qitao/core/call.ts'
import { formatQuantity, isPositive } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Skeleton, Table, type TableColumnsType, Tag } from 'antd'
import { showSupplierOffer } from '../model/partner/supplier-offer.calls.ts'

type Offer = Out<typeof showSupplierOffer>
type Price = Offer['prices'][number]
type ProcessPrice = NonNullable<Offer['process_prices']>[number]

/** What a supplier supplies, what he asks for it, and what of our work lies with him. */
export function SupplierOfferDrawer({
  supplier,
  onClose,
}: {
  supplier: { readonly id: string; readonly code: string; readonly name: string }
  onClose: () => void
}) {
  const say = useSay()
  const found = useCall(showSupplierOffer, { supplier_id: supplier.id })
  const offer = found.data
  const day = (at: number | null) => (at === null ? '—' : <DayText of={at} />)
  const end = 'end' as const
  return (
    <DetailDrawer open wide title={`${supplier.code} ${supplier.name}`} onClose={onClose}>
      {found.error && !offer ? <ErrorState failure={found.error} retry={found.refetch} /> : null}
      {!offer && !found.error ? <Skeleton active /> : null}
      {offer ? (
        <>
          <Part<Offer['materials'][number]>
            title={text('供应物料', 'Materials')}
            none={text('没有向他采购的物料', 'Nothing is bought of him')}
            rowKey="material_id"
            rows={offer.materials}
            columns={[
              {
                title: say(text('物料', 'Material')),
                render: (_, row) => (
                  <>
                    {row.material_code} {row.material_name}{' '}
                    {row.usual ? <Tag>{say(text('默认供应商', 'usual supplier'))}</Tag> : null}
                  </>
                ),
              },
              { title: say(text('供货周期（天）', 'Lead time (days)')), dataIndex: 'lead_time', align: end },
              {
                ...{ title: say(text('在途', 'On the way')), align: end },
                render: (_, row) =>
                  isPositive(row.open_quantity) ? <Quantity value={row.open_quantity} unit={row.unit_name} /> : '—',
              },
              { title: say(text('最近下单', 'Ordered last')), render: (_, row) => day(row.last_ordered) },
            ]}
          />
          <Part<Price>
            title={text('采购单价', 'Prices')}
            none={text('没有有效的单价', 'No price holds')}
            rowKey="id"
            rows={offer.prices}
            columns={[
              {
                title: say(text('物料', 'Material')),
                render: (_, row) => `${row.material_code} ${row.material_name}`,
              },
              {
                ...{ title: say(text('起始数量', 'From')), align: end },
                render: (_, row) => <Quantity value={row.from_quantity} unit={row.unit_name} />,
              },
              {
                ...{ title: say(text('单价', 'Price')), align: end },
                render: (_, row) => `${formatQuantity(row.price)} ${row.currency}`,
              },
              {
                ...{ title: say(text('起订量 / 包装量', 'Minimum / package')), align: end },
                render: (_, row) =>
                  [row.minimum_quantity, row.pack_quantity].map(one => (one ? formatQuantity(one) : '—')).join(' / '),
              },
              {
                ...{ title: say(text('供货周期（天）', 'Lead time (days)')), align: end },
                render: (_, row) => row.lead_days ?? '—',
              },
              {
                title: say(text('有效期', 'Valid')),
                render: (_, row) => (
                  <>
                    {day(row.valid_from)} ~ {day(row.valid_to)}
                  </>
                ),
              },
            ]}
          />
          <Part<Offer['lanes'][number]>
            title={text('委外产能', 'Work outside')}
            none={text('没有指定给他的委外设备', 'He has no lane in the plan')}
            rowKey="device_id"
            rows={offer.lanes}
            columns={[
              { title: say(text('设备', 'Lane')), render: (_, row) => `${row.machine_no} ${row.name}` },
              { title: say(text('工序', 'Processes')), render: (_, row) => row.processes.join(', ') },
              { title: say(text('周期（天）', 'Lead time (days)')), dataIndex: 'lead_days', align: end },
              { title: say(text('同时任务数', 'At a time')), dataIndex: 'capacity', align: end },
              { title: say(text('未完任务', 'Open tasks')), dataIndex: 'open_tasks', align: end },
              {
                title: say(text('排到', 'Busy until')),
                render: (_, row) => (row.busy_until === null ? '—' : <Instant at={row.busy_until} />),
              },
            ]}
          />
          {offer.process_prices ? (
            <Part<ProcessPrice>
              title={text('加工单价', 'Prices of processing')}
              none={text('没有有效的加工单价', 'No price of processing holds')}
              rowKey="id"
              rows={offer.process_prices}
              columns={[
                { title: say(text('工序', 'Process')), dataIndex: 'process_name' },
                {
                  title: say(text('产品', 'Product')),
                  render: (_, row) =>
                    row.material_code === null
                      ? say(text('任何产品', 'Any'))
                      : `${row.material_code} ${row.material_name}`,
                },
                {
                  ...{ title: say(text('单价', 'Price')), align: end },
                  render: (_, row) => `${formatQuantity(row.price)} ${row.currency}`,
                },
                {
                  title: say(text('有效期', 'Valid')),
                  render: (_, row) => (
                    <>
                      {day(row.valid_from)} ~ {day(row.valid_to)}
                    </>
                  ),
                },
              ]}
            />
          ) : null}
        </>
      ) : null}
    </DetailDrawer>
  )
}

function Part<R extends object>({
  title,
  none,
  rowKey,
  rows,
  columns,
}: {
  title: Text
  none: Text
  rowKey: keyof R & string
  rows: readonly R[]
  columns: TableColumnsType<R>
}) {
  const say = useSay()
  return (
    <section className="qt-section">
      <header className="qt-section-head">
        <h2>{say(title)}</h2>
      </header>
      {rows.length === 0 ? (
        <p className="qt-secondary">{say(none)}</p>
      ) : (
        <Table<R>
          size="small"
          rowKey={rowKey}
          dataSource={rows}
          columns={columns}
          scroll={{ x: 'max-content' }}
          pagination={{ pageSize: 10, hideOnSinglePage: true, size: 'small' }}
        />
      )}
    </section>
  )
}
