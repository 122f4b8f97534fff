import { PrinterOutlined, SaveOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DateRange } from '@qitao/platform/web/list/date-range.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Input, Segmented, Select } from 'antd'
import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  dropValueStreams,
  listValueStreams,
  type MeasuredStream,
  type ShownStream,
  setValueStream,
  showValueStream,
  type WishedStep,
} from '../../model/value-stream/value-stream.calls.ts'
import { type Ladder, ladderOf } from '../../model/value-stream/value-stream.rules.ts'
import { useDuration } from './duration.ts'
import { StreamMap } from './map.tsx'
import '../figures.css'
import './value-stream.css'

const refreshes = [listValueStreams, showValueStream]
const modes = {
  current: text('现状', 'Current'),
  future: text('未来', 'Future'),
  compare: text('对比', 'Compare'),
} as const
type Mode = keyof typeof modes

/** Where time passes on the way to the customer, and what a change would give. */
export default function ValueStreamPage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const MaterialPicker = pickerOf('material')
  const material_id = search.get('material_id') ?? undefined
  const id = search.get('id') ?? undefined
  const [from, to] = (search.get('range') ?? '').split('-').map(Number)
  const range: [number, number] | undefined = from && to && from <= to ? [from, to] : undefined
  const mode = (Object.keys(modes) as Mode[]).find(key => key === search.get('mode')) ?? 'current'
  const set = (change: Readonly<Record<string, string | undefined>>) => {
    const next = new URLSearchParams(search)
    for (const [key, value] of Object.entries(change)) {
      if (value) next.set(key, value)
      else next.delete(key)
    }
    setSearch(next, { replace: true })
  }
  const kept = useCall(listValueStreams, { page_size: -1 })
  const maps = kept.data?.result ?? []
  return (
    <div className="qt-page">
      <div className="qt-list-head">
        <div className="qt-filters">
          <div className="qt-filter qt-filter-range">
            <MaterialPicker
              aria-label={say(text('物料', 'Material'))}
              placeholder={say(text('选择产品', 'Choose a product'))}
              value={material_id}
              onChange={value => set({ material_id: typeof value === 'string' ? value : undefined, id: undefined })}
            />
          </div>
          <div className="qt-filter qt-filter-range">
            <DateRange
              title={text('期间', 'Period')}
              value={range}
              onChange={value => set({ range: value?.join('-') })}
            />
          </div>
          <Segmented
            aria-label={say(text('视图', 'View'))}
            value={mode}
            onChange={value => set({ mode: value })}
            options={(Object.keys(modes) as Mode[]).map(key => ({ value: key, label: say(modes[key]) }))}
          />
          <div className="qt-filter qt-filter-range">
            <Select
              allowClear
              aria-label={say(text('已保存的图', 'Kept maps'))}
              placeholder={say(text('已保存的图', 'Kept maps'))}
              value={id}
              options={maps.map(map => ({ value: map.id, label: `${map.name} · ${map.material_code}` }))}
              onChange={value =>
                set({ id: value, material_id: maps.find(map => map.id === value)?.material_id ?? material_id })
              }
            />
          </div>
        </div>
      </div>
      {material_id ? (
        <Stream
          key={`${material_id} ${id}`}
          ask={{ material_id, ...(id ? { id } : {}), ...(range ? { timestamp_range: range } : {}) }}
          mode={mode}
          onKept={made => set({ id: made })}
        />
      ) : (
        <EmptyState
          text={text(
            '选择一个有工艺路线的产品，按报工、库存和日历画出价值流',
            'Choose a product that has a routing: its value stream is drawn from reports, stock and calendars',
          )}
        />
      )}
    </div>
  )
}

interface StreamProps {
  readonly ask: { material_id: string; id?: string; timestamp_range?: [number, number] }
  readonly mode: Mode
  readonly onKept: (id: string | undefined) => void
}
function Stream({ ask, mode, onKept }: StreamProps) {
  const found = useCall(showValueStream, ask, { keepPrevious: true })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <PageSkeleton />
  const { record } = found.data
  return (
    <Told
      key={record.kept ? `${record.kept.id} ${record.kept.row_version}` : 'new'}
      record={record}
      mode={mode}
      onKept={onKept}
    />
  )
}

const asWished = ({ boxes }: MeasuredStream): WishedStep[] =>
  boxes.map(({ sequence, cycle_seconds, changeover_seconds, uptime_rate, machine_count, wip_quantity }) => ({
    ...{ sequence, cycle_seconds, changeover_seconds, uptime_rate, machine_count, wip_quantity, note: null },
  }))

function Told({ record, mode, onKept }: { record: ShownStream; mode: Mode; onKept: StreamProps['onKept'] }) {
  const say = useSay()
  const dates = useOrgDate()
  const { kept } = record
  // What was kept is compared with what was measured then; what is new, with what is measured now.
  const measured = kept?.measured ?? record.measured
  const current = asWished(record.measured)
  const [wished, setWished] = useState<WishedStep[]>(kept?.wished ?? asWished(measured))
  const [name, setName] = useState(kept?.name ?? '')
  const save = useCommand(setValueStream, { refreshes, done: ({ id }) => onKept(id) })
  const drop = useCommand(dropValueStreams, { refreshes, done: () => onKept(undefined) })
  const material = `${record.material_code} ${record.material_name}`
  const input = {
    ...(kept ? { id: kept.id, row_version: kept.row_version } : {}),
    ...{ name: name.trim(), material_id: record.material_id, timestamp_range: record.timestamp_range, wished },
  }
  const now = ladderOf(current, record.measured)
  const then = ladderOf(wished, measured)
  const draw = (future: boolean, title: ReactNode) => (
    <section>
      <h2>{title}</h2>
      <div className="qt-vsm-scroll">
        <StreamMap
          name={say(future ? modes.future : modes.current)}
          measured={future ? measured : record.measured}
          steps={future ? wished : current}
          ladder={future ? then : now}
          unit={record.unit_name}
          material={material}
          future={future}
        />
      </div>
      <Sums
        ladder={future ? then : now}
        measured={future ? measured : record.measured}
        {...(mode === 'compare' && future ? { before: now } : {})}
      />
    </section>
  )
  const [first, last] = record.timestamp_range
  const days = say(text('{from} 至 {to}', '{from} to {to}'), { from: dates.dayOf(first), to: dates.dayOf(last) })
  const ofKept = kept
    ? say(text('测于 {from} 至 {to}', 'measured {from} to {to}'), {
        from: dates.dayOf(kept.from_time),
        to: dates.dayOf(kept.to_time),
      })
    : days
  return (
    <div className="qt-vsm-told">
      <div className="qt-toolbar">
        <Input
          style={{ width: 180 }}
          maxLength={50}
          aria-label={say(text('名称', 'Name'))}
          placeholder={say(text('名称', 'Name'))}
          value={name}
          onChange={event => setName(event.target.value)}
        />
        <ActButton
          primary
          act={{
            title: text('保存', 'Save'),
            icon: <SaveOutlined aria-hidden />,
            run: save.with(input),
            whyNot: name.trim() ? undefined : text('先填名称', 'Name it first'),
          }}
        />
        {kept ? <ActButton act={remove([kept.name], drop.with({ ids: [kept.id] }))} /> : null}
        <ActButton
          act={{ title: text('打印', 'Print'), icon: <PrinterOutlined aria-hidden />, run: () => window.print() }}
        />
      </div>
      {mode !== 'future' ? draw(false, `${say(modes.current)} · ${material} · ${days}`) : null}
      {mode !== 'current'
        ? draw(true, `${say(modes.future)} · ${kept?.name ?? say(text('未保存', 'not kept yet'))} · ${ofKept}`)
        : null}
      {mode === 'future' ? <Wishes measured={measured} wished={wished} onChange={setWished} /> : null}
    </div>
  )
}

/** The sums of the map in words; beside what they are compared with. */
function Sums({ ladder, measured, before }: { ladder: Ladder; measured: MeasuredStream; before?: Ladder }) {
  const say = useSay()
  const duration = useDuration()
  const time = (seconds: number | null) => (seconds === null ? '—' : duration(seconds))
  const percent = (value: string | null) => (value === null ? '—' : `${value} %`)
  const seconds = (value: string | null) => (value === null ? '—' : `${Number(value).toLocaleString('en-US')} s`)
  const bottleneck = (of: Ladder) =>
    measured.boxes.find(({ sequence }) => sequence === of.bottleneck)?.process_name ?? '—'
  const told: readonly (readonly [
    { zh: string; en: string },
    string,
    string | undefined,
    { zh: string; en: string },
  ])[] = [
    [
      text('交付周期', 'Lead time'),
      time(ladder.lead_seconds),
      before && time(before.lead_seconds),
      text('在制和库存 ÷ 每日需求，加上加工时间', 'What waits ÷ daily demand, and the work itself'),
    ],
    [
      text('增值时间', 'Process time'),
      seconds(ladder.process_seconds),
      before && seconds(before.process_seconds),
      text('各工序周期之和', 'Sum of the cycle times'),
    ],
    [
      text('增值率', 'Value-added ratio'),
      percent(ladder.value_added_rate),
      before && percent(before.value_added_rate),
      text('增值时间 ÷ 交付周期', 'Process time ÷ lead time'),
    ],
    [
      text('节拍', 'Takt'),
      seconds(ladder.takt_seconds),
      before && seconds(before.takt_seconds),
      text('设备平均开放时间 ÷ 客户需求', 'Open time of a machine ÷ what customers want'),
    ],
    [
      text('平衡率', 'Balance'),
      percent(ladder.balance_rate),
      before && percent(before.balance_rate),
      text('节奏之和 ÷（工序数 × 最慢的节奏）', 'Sum of paces ÷ (steps × slowest pace)'),
    ],
    [
      text('瓶颈', 'Bottleneck'),
      bottleneck(ladder),
      before && bottleneck(before),
      text('节奏最慢的工序', 'The step with the slowest pace'),
    ],
  ]
  return (
    <dl className="qt-vsm-sums">
      {told.map(([title, value, earlier, formula]) => (
        <div key={title.zh} title={say(formula)}>
          <dt>{say(title)}</dt>
          <dd className="qt-number">
            {value}
            {earlier !== undefined && earlier !== value ? (
              <span className="qt-secondary">{` ← ${earlier}`}</span>
            ) : null}
          </dd>
        </div>
      ))}
      {before ? null : (
        <div
          title={say(
            text('已完工工单从首次报工到完工，中位数', 'Finished work orders from first report to finish, median'),
          )}
        >
          <dt>{say(text('工单实际历时', 'Work orders took'))}</dt>
          <dd className="qt-number">
            {time(measured.actual_lead_seconds)}{' '}
            <span className="qt-secondary">
              {say(text('{count} 张', 'of {count}'), { count: measured.finished_count })}
            </span>
          </dd>
        </div>
      )}
      {measured.store_name ? (
        <div>
          <dt>{say(text('最缺的原料', 'Scarcest component'))}</dt>
          <dd>{measured.store_name}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** What is wished for, step by step. */
function Wishes({
  measured,
  wished,
  onChange,
}: {
  measured: MeasuredStream
  wished: WishedStep[]
  onChange: (wished: WishedStep[]) => void
}) {
  const say = useSay()
  const change = (sequence: number, more: Partial<WishedStep>) =>
    onChange(wished.map(step => (step.sequence === sequence ? { ...step, ...more } : step)))
  const heads = [
    text('工序', 'Step'),
    text('周期（秒）', 'Cycle time (s)'),
    text('换型（秒）', 'Change-over (s)'),
    text('开动率（%）', 'Uptime (%)'),
    text('设备', 'Machines'),
    text('工序前在制', 'Waiting before'),
    text('改善', 'To be done'),
  ]
  return (
    <section>
      <h2>{say(text('未来状态', 'Future state'))}</h2>
      <div className="qt-trend-scroll">
        <table className="qt-figure-table qt-vsm-steps">
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
            {wished.map(step => {
              const process = measured.boxes.find(({ sequence }) => sequence === step.sequence)?.process_name ?? ''
              const cell = (
                at: number,
                value: string | number | null,
                put: (written: string) => Partial<WishedStep>,
              ) => (
                <td>
                  <Input
                    style={{ width: 96 }}
                    inputMode="decimal"
                    aria-label={`${process} ${say(heads[at]!)}`}
                    value={value ?? ''}
                    onChange={event => change(step.sequence, put(event.target.value.trim()))}
                  />
                </td>
              )
              return (
                <tr key={step.sequence}>
                  <th scope="row">{`${step.sequence} ${process}`}</th>
                  {cell(1, step.cycle_seconds, written =>
                    isNumber(written) ? { cycle_seconds: written || null } : {},
                  )}
                  {cell(2, step.changeover_seconds, written =>
                    isWhole(written) ? { changeover_seconds: written === '' ? null : Number(written) } : {},
                  )}
                  {cell(3, step.uptime_rate, written =>
                    isNumber(written) && Number(written) <= 100 ? { uptime_rate: written || null } : {},
                  )}
                  {cell(4, step.machine_count, written =>
                    isWhole(written) && Number(written) > 0 ? { machine_count: Number(written) } : {},
                  )}
                  {cell(5, step.wip_quantity, written => (isNumber(written) ? { wip_quantity: written || '0' } : {}))}
                  <td>
                    <Input
                      style={{ width: 220 }}
                      maxLength={255}
                      aria-label={`${process} ${say(heads[6]!)}`}
                      value={step.note ?? ''}
                      onChange={event => change(step.sequence, { note: event.target.value || null })}
                    />
                  </td>
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
    </section>
  )
}
/** Written so far: what does not belong into a number is not taken. */
const isNumber = (written: string): boolean => /^\d{0,9}(\.\d{0,6})?$/.test(written) && written !== '.'
const isWhole = (written: string): boolean => /^\d{0,8}$/.test(written)
