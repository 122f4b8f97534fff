import { ExclamationCircleFilled } from '@ant-design/icons'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { addDays, hourSeconds } from '@qitao/core/time.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import type { MoRow } from '@qitao/manufacturing/model/mo/mo.record.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { useWhole } from '@qitao/platform/web/call/use-whole.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { Button, Checkbox, Input, Segmented } from 'antd'
import { useMemo, useRef, useState } from 'react'
import { causeText } from '../late/causes.ts'
import { type OrderList, poolInput } from './pool-lists.ts'
import { hoursText } from './summary-strip.tsx'

/** Orders of the plan, those not placed first: which wait, why, and from when their material is there. */
interface PoolProps {
  readonly chosen: ReadonlySet<string>
  readonly onChoose: (mo_ids: ReadonlySet<string>) => void
  /** Shows an order on the chart. */
  readonly onShow: (mo: MoRow) => void
}
const noneFound = text('没有符合条件的工单', 'No order fits these words')
/** About; each row is measured when it is drawn. */
const rowHeight = 78

export function OrderPool({
  list,
  onList,
  chosen,
  onChoose,
  onShow,
}: PoolProps & { readonly list: OrderList | undefined; readonly onList: (list: OrderList) => void }) {
  const say = useSay()
  const [keyword, setKeyword] = useState('')
  const ofPlan = useWhole(listMos, poolInput.placed)
  const isBeyond = list === 'published' || list === 'late'
  const beyond = useWhole(listMos, isBeyond ? poolInput[list] : null)
  const query = isBeyond ? beyond : ofPlan
  const all = query.data
  const groups = useMemo(() => {
    const ofList = ofPlan.data ?? []
    return {
      waiting: ofList
        .filter(mo => mo.planned_start_time === null)
        .toSorted((a, b) => a.priority - b.priority || a.delivery_date - b.delivery_date),
      placed: ofList.filter(mo => mo.planned_start_time !== null),
    }
  }, [ofPlan.data])
  // Those that wait come first; with none waiting there is no use in an empty list.
  const which = list ?? (groups.waiting.length > 0 || groups.placed.length === 0 ? 'waiting' : 'placed')
  const rows = useMemo(
    () => (which === 'waiting' || which === 'placed' ? groups[which] : (all ?? [])).filter(mo => matches(mo, keyword)),
    [which, groups, all, keyword],
  )
  const allChosen = rows.length > 0 && rows.every(({ id }) => chosen.has(id))
  // What is ticked is what is seen: another list, or other words, begin without a tick.
  const turnTo = (next: OrderList) => {
    onList(next)
    onChoose(new Set())
  }
  const search = (words: string) => {
    setKeyword(words)
    onChoose(new Set())
  }
  const chooseAll = () => {
    const next = new Set(chosen)
    for (const { id } of rows) allChosen ? next.delete(id) : next.add(id)
    onChoose(next)
  }

  return (
    <section className="qt-plan-pool" aria-label={say(text('计划工单', 'Plan orders'))}>
      <header>
        <Segmented<OrderList>
          aria-label={say(text('工单', 'Orders'))}
          block
          size="small"
          value={which}
          onChange={turnTo}
          options={[
            { value: 'waiting', label: `${say(text('待排', 'To place'))} ${groups.waiting.length}` },
            { value: 'placed', label: `${say(text('已排', 'Placed'))} ${groups.placed.length}` },
            { value: 'published', label: say(text('已发布', 'Published')) },
            { value: 'late', label: say(text('延期', 'Late')) },
          ]}
        />
        <div className="qt-plan-pool-tools">
          <Checkbox
            checked={allChosen}
            indeterminate={!allChosen && rows.some(({ id }) => chosen.has(id))}
            disabled={rows.length === 0}
            onChange={chooseAll}
            aria-label={say(text('全选', 'Choose all'))}
          />
          <Input.Search
            size="small"
            allowClear
            placeholder={say(text('工单、产品、订单', 'Order, product'))}
            value={keyword}
            onChange={event => search(event.target.value)}
          />
        </div>
      </header>
      {query.error ? (
        <ErrorState failure={query.error} retry={query.refetch} />
      ) : !all ? (
        <PageSkeleton />
      ) : rows.length === 0 ? (
        <PoolEmpty which={which} any={all.length > 0} searched={keyword.trim() !== ''} />
      ) : (
        <PoolList rows={rows} chosen={chosen} onChoose={onChoose} onShow={onShow} />
      )}
    </section>
  )
}

const emptyTexts: Record<Exclude<OrderList, 'waiting' | 'placed'>, Text> = {
  published: text('没有已发布而未完成的工单', 'No published order is still to be done'),
  late: text('没有延期的工单', 'No order is late'),
}
function PoolEmpty({ which, any, searched }: { which: OrderList; any: boolean; searched: boolean }) {
  const say = useSay()
  if (any && searched) return <EmptyState text={noneFound} />
  if (which === 'published' || which === 'late') return <EmptyState text={any ? noneFound : emptyTexts[which]} />
  if (any) {
    const words =
      which === 'waiting'
        ? text('计划工单都已排产', 'All plan orders are placed')
        : text('还没有排产的工单', 'Nothing is placed yet')
    return <EmptyState text={words} />
  }
  return (
    <EmptyState
      text={text(
        '没有未发布的计划工单。已发布的在「已发布」中；新工单先在物料计划中检查齐套并下发计划。',
        'No plan order waits to be published. Those that are stand under Published; new ones come from the material plan.',
      )}
      next={
        <Button onClick={() => openPage(pages.materialPlan)}>
          {say(text('去物料计划', 'Go to the material plan'))}
        </Button>
      }
    />
  )
}

function PoolList({ rows, chosen, onChoose, onShow }: PoolProps & { rows: readonly MoRow[] }) {
  const box = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 6,
  })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  return (
    <div className="qt-plan-pool-list" ref={box}>
      <ul style={{ height: virtual.getTotalSize() }}>
        {virtual.getVirtualItems().map(({ index, start }) => {
          const mo = rows[index]!
          return (
            <li
              key={mo.id}
              ref={virtual.measureElement}
              data-index={index}
              style={{ transform: `translateY(${start}px)` }}
            >
              <PoolRow mo={mo} chosen={chosen.has(mo.id)} onToggle={() => toggle(mo.id)} onShow={() => onShow(mo)} />
            </li>
          )
        })}
      </ul>
    </div>
  )
}

function PoolRow({
  mo,
  chosen,
  onToggle,
  onShow,
}: {
  mo: MoRow
  chosen: boolean
  onToggle: () => void
  onShow: () => void
}) {
  const say = useSay()
  const dates = useOrgDate()
  const withheld = useWithheld()
  const placed = mo.planned_start_time !== null
  const due = dates.startOfDay(addDays(dates.dayOf(mo.delivery_date), 1))
  const late = (mo.planned_finish_time ?? due) - due
  const why = mo.unplanned ? causeText(mo.unplanned, say) : undefined
  return (
    <div className="qt-plan-order">
      <Checkbox checked={chosen} onChange={onToggle} aria-label={mo.no} />
      <div>
        <div className="qt-plan-order-head">
          {placed ? (
            <button type="button" className="qt-link" onClick={onShow}>
              {mo.no}
            </button>
          ) : (
            <strong>{mo.no}</strong>
          )}
          <span className="qt-number">{`${formatQuantity(mo.planned_quantity)} ${mo.unit_name}`}</span>
        </div>
        <div className="qt-plan-clip" title={`${mo.material_code} ${mo.material_name}`}>
          {mo.material_code} {mo.material_name}
        </div>
        <div className="qt-plan-order-foot">
          <DueDate day={mo.delivery_date} />
          {mo.material_status === null ? null : <StatusTag of={materialStatus.stateOf(mo.material_status)} />}
        </div>
        <div className={`qt-secondary ${placed ? 'qt-plan-when' : 'qt-plan-clip'}`} title={why}>
          {why ? (
            <span className="qt-plan-why">
              <ExclamationCircleFilled aria-hidden /> {why}
            </span>
          ) : placed && mo.planned_finish_time !== null ? (
            <>
              {late > 0 ? (
                <span className="qt-plan-late">
                  {say(text('晚{gap}', '{gap} late'), { gap: hoursText(late / hourSeconds, say) })}
                </span>
              ) : null}
              <span className="qt-number">
                {dates.minuteOf(mo.planned_start_time!).slice(5)} – {dates.minuteOf(mo.planned_finish_time).slice(5)}
              </span>
            </>
          ) : mo.kitting_time === null ? (
            // An edition without kits has nothing to check.
            withheld(pages.materialPlan) === undefined && say(text('未做齐套检查', 'Kitting not checked'))
          ) : (
            say(
              mo.material_status === materialStatus.codes.to_be_purchased
                ? text('尚未下单，最早 {time} 齐套', 'Not ordered: kitted {time} at the earliest')
                : text('齐套时间 {time}', 'Kitted at {time}'),
              { time: dates.minuteOf(mo.kitting_time) },
            )
          )}
        </div>
      </div>
    </div>
  )
}

const matches = (mo: MoRow, keyword: string): boolean => {
  const wanted = keyword.trim().toLowerCase()
  return (
    wanted === '' ||
    [mo.no, mo.material_code, mo.material_name, mo.order_no ?? ''].some(word => word.toLowerCase().includes(wanted))
  )
}
