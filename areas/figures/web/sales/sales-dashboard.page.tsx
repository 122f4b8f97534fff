import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { DateRange } from '@qitao/platform/web/list/date-range.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { BarChart } from '@qitao/platform/web/show/bar-chart.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PieChart } from '@qitao/platform/web/show/pie-chart.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { TrendChart } from '@qitao/platform/web/show/trend-chart.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Segmented } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import type { DimensionKey } from '../../model/facts.ts'
import { grain } from '../../model/figure.status.ts'
import { type FigureKey, figureOf } from '../../model/figures.ts'
import { type BestRow, type SalesDashboard, showSalesDashboard } from '../../model/sales-dashboard.calls.ts'
import { FigureCard } from '../figure-card.tsx'
import { FigureValue } from '../figure-value.tsx'
import { Risks } from '../panorama/risks.tsx'
import { usePeriodName } from '../period-name.ts'
import { RowsDrawer, type ShownRows } from '../rows.drawer.tsx'
import { Backlog } from './backlog.tsx'
import './sales.css'

const grains = grain.list.filter(({ key }) => key !== 'day')
const tones = ['info', 'warning', 'done', 'danger', 'neutral', 'success', 'processing']
const number = (value: string | null): number | null => (value === null ? null : Number(value))

/** Before the weekly meeting: what came in, what is in hand and how safe it is, who buys, whom to call. */
export default function SalesDashboardPage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const [shown, setShown] = useState<ShownRows>()
  const by = grains.find(({ code }) => String(code) === search.get('grain'))?.code ?? grain.codes.month
  const [from, to] = (search.get('range') ?? '').split('-').map(Number)
  const range: [number, number] | undefined = from && to && from <= to ? [from, to] : undefined
  const CustomerPicker = pickerOf('customer')
  const customer_id = search.get('customer_id') ?? undefined
  const found = useCall(
    showSalesDashboard,
    { time_dimension: by, ...(range ? { timestamp_range: range } : {}), ...(customer_id ? { customer_id } : {}) },
    { keepPrevious: true },
  )
  const set = (change: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) {
      if (value) next.set(key, value)
      else next.delete(key)
    }
    setSearch(next, { replace: true })
  }
  return (
    <div className="qt-page qt-sales">
      <div className="qt-list-head">
        <div className="qt-filters">
          <div className="qt-filter qt-filter-range">
            <DateRange
              title={text('期间', 'Period')}
              value={range}
              onChange={value => set({ range: value?.join('-') })}
            />
          </div>
          <div className="qt-filter">
            <CustomerPicker
              aria-label={say(text('客户', 'Customer'))}
              placeholder={say(text('客户', 'Customer'))}
              value={customer_id}
              onChange={value => set({ customer_id: typeof value === 'string' ? value : undefined })}
            />
          </div>
          <Segmented
            aria-label={say(text('时间维度', 'By time'))}
            value={String(by)}
            onChange={value => set({ grain: value })}
            options={grains.map(({ code, zh, en }) => ({ value: String(code), label: say(text(zh, en)) }))}
          />
        </div>
      </div>
      {found.error ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <PageSkeleton />
      ) : found.data.summary.length === 0 ? (
        <EmptyState
          text={text(
            '没有可看的销售数据：需要销售订单或订单承诺的权限',
            'Nothing of sales that you may see: it takes a right to sales orders or order promise',
          )}
        />
      ) : (
        <Told
          data={found.data}
          by={by}
          only={customer_id ? { customer: customer_id } : {}}
          waiting={found.isPlaceholderData}
          onRows={setShown}
        />
      )}
      <RowsDrawer shown={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}

interface ToldProps {
  readonly data: SalesDashboard
  readonly by: number
  readonly only: Readonly<Partial<Record<DimensionKey, string>>>
  readonly waiting: boolean
  readonly onRows: (shown: ShownRows) => void
}
function Told({ data, by, only, waiting, onRows }: ToldProps) {
  const say = useSay()
  const dates = useOrgDate()
  const { org, may } = useSession()
  const periodName = usePeriodName(by)
  const range = data.timestamp_range
  const has = (key: FigureKey) => data.summary.some(({ figure }) => figure === key)
  const open = (figure: FigureKey, more: Partial<ShownRows> = {}) => onRows({ figure, range, only, ...more })
  const most = (rows: readonly BestRow[]) => Math.max(1, ...rows.map(({ order_value }) => Number(order_value ?? 0)))
  const bars = (rows: readonly BestRow[]) =>
    rows.map((row, at) => ({
      ...{
        key: row.key ?? '-',
        label: row.name ?? '—',
        value: Number(row.order_value ?? 0),
        tone: tones[at % tones.length]!,
      },
      ...{
        shown: compact(row.order_value),
        hint: `${row.name ?? '—'} ${row.order_value ?? '—'} ${org.currency ?? ''}`,
      },
    }))
  return (
    <div className={waiting ? 'qt-sales-told qt-waiting' : 'qt-sales-told'} aria-busy={waiting}>
      <Part title={text('订单和承诺', 'Orders and promises')}>
        <p className="qt-sales-period qt-secondary">
          {say(text('{from} 至 {to}，与之前同样长的时间比较', '{from} to {to}, compared with as long a time before'), {
            from: dates.dayOf(range[0]),
            to: dates.dayOf(range[1]),
          })}
        </p>
        <div className="qt-figure-cards">
          {data.summary.map(told => (
            <FigureCard
              key={told.figure}
              told={{
                figure: told.figure,
                value: told.value,
                ...(told.before !== null ? { before: told.before } : {}),
              }}
              more={told.year === null ? null : <YearBefore figure={told.figure} value={told.year} />}
              onOpen={() => open(told.figure)}
            />
          ))}
        </div>
        {may(pages.grossMargin) ? (
          <p className="qt-secondary">
            <Link className="qt-link" to={`${pages.grossMargin.path}?timestamp_range=${range.join(',')}`}>
              {say(text('毛利由什么组成', 'What the margin is made of'))}
            </Link>
          </p>
        ) : null}
      </Part>
      {has('order_value') ? (
        <>
          <Part title={text('接单和发货', 'Orders taken and shipped')}>
            <TrendChart
              name={say(text('金额', 'Value'))}
              unit={org.currency ?? null}
              labels={data.series.map(({ period }) => periodName(period))}
              series={[
                {
                  key: 'order_value',
                  name: say(figureOf('order_value').title),
                  values: data.series.map(row => number(row.order_value)),
                },
                {
                  key: 'shipped',
                  name: say(figureOf(has('shipped_revenue') ? 'shipped_revenue' : 'shipped_value').title),
                  values: data.series.map(row => number(row.shipped)),
                },
              ]}
            />
          </Part>
          <Part title={text('在手订单按到期周', 'Orders in hand by the week they are due')}>
            <Backlog
              weeks={data.delivery}
              onOpen={standing => open('backlog_value', { only: { ...only, standing } })}
            />
          </Part>
          <div className="qt-sales-two">
            <Part
              title={text(
                `客户（订单金额前${data.customers.length}）`,
                `Customers, the ${data.customers.length} with most orders`,
              )}
            >
              <BarChart
                name={say(text('客户订单金额', 'Orders of customers'))}
                bars={bars(data.customers)}
                full={most(data.customers)}
              />
              <Best rows={data.customers} dimension="customer" open={open} only={only} />
            </Part>
            <Part
              title={text(
                `物料（订单金额前${data.products.length}）`,
                `Products, the ${data.products.length} with most orders`,
              )}
            >
              <BarChart
                name={say(text('物料订单金额', 'Orders of products'))}
                bars={bars(data.products)}
                full={most(data.products)}
              />
              <Best rows={data.products} dimension="product" open={open} only={only} />
            </Part>
          </div>
          <div className="qt-sales-two">
            <Part title={text('订单金额按系列', 'Orders by series')}>
              <PieChart
                name={say(text('订单金额按系列', 'Orders by series'))}
                slices={data.by_series.map(({ name, order_value }, at) => ({
                  ...{
                    key: name ?? '-',
                    label: name ?? say(text('（空）', '(none)')),
                    value: Math.max(0, Number(order_value ?? 0)),
                  },
                  ...{ shown: compact(order_value), tone: tones[at % tones.length]! },
                }))}
              />
            </Part>
            <Part title={text('需求异常的客户（超过平均的150%）', 'Customers who ask for over 150 % of their average')}>
              {data.abnormal.length === 0 ? (
                <p className="qt-secondary">{say(text('没有', 'None'))}</p>
              ) : (
                <ul className="qt-sales-list">
                  {data.abnormal.map(row => (
                    <li key={row.key}>
                      <button
                        type="button"
                        className="qt-link"
                        onClick={() =>
                          open('order_value', { only: { ...only, customer: row.key }, of: row.name ?? '—' })
                        }
                      >
                        {row.name ?? '—'}
                      </button>{' '}
                      <FigureValue figure="order_value" value={row.order_value} />{' '}
                      <span className="qt-secondary">
                        {say(text('平时', 'usually'))} <FigureValue figure="order_value" value={row.usual_value} />
                      </span>
                    </li>
                  ))}
                </ul>
              )}
            </Part>
          </div>
          <Part title={text('逾期和有风险的订单（按金额×天数）', 'Orders late and at risk, by money × days')}>
            <Risks rows={data.at_risk} />
          </Part>
        </>
      ) : null}
    </div>
  )
}

function Part({ title, children }: { title: { zh: string; en: string }; children: ReactNode }) {
  const say = useSay()
  return (
    <section className="qt-sales-part" aria-label={say(title)}>
      <h2>{say(title)}</h2>
      {children}
    </section>
  )
}
function YearBefore({ figure, value }: { figure: FigureKey; value: string }) {
  const say = useSay()
  return (
    <>
      {say(text('去年同期', 'Year before'))} <FigureValue figure={figure} value={value} />
    </>
  )
}
const compact = (value: string | null): string =>
  value === null
    ? '—'
    : new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 }).format(Number(value))

const columns = ['order_value', 'on_time_delivery', 'gross_margin_rate'] as const
/** The same as a table, each cell opening its rows. */
function Best({
  rows,
  dimension,
  only,
  open,
}: {
  rows: readonly BestRow[]
  dimension: 'customer' | 'product'
  only: ToldProps['only']
  open: (figure: FigureKey, more: Partial<ShownRows>) => void
}) {
  const say = useSay()
  const shown = columns.filter(key => rows.some(row => row[key] !== null))
  return (
    <div className="qt-trend-scroll">
      <table className="qt-figure-table">
        <thead>
          <tr>
            <th scope="col">{say(dimension === 'customer' ? text('客户', 'Customer') : text('物料', 'Product'))}</th>
            {shown.map(key => (
              <th key={key} scope="col" title={say(figureOf(key).formula)}>
                {say(figureOf(key).title)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.key}>
              <th scope="row" title={row.name ?? ''}>
                {row.name ?? '—'}
              </th>
              {shown.map(key => (
                <td key={key}>
                  <button
                    type="button"
                    className="qt-link"
                    onClick={() => open(key, { only: { ...only, [dimension]: row.key }, of: row.name ?? '—' })}
                  >
                    <FigureValue figure={key} value={row[key]} />
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
