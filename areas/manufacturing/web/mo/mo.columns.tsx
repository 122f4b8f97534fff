import { ExclamationCircleFilled, LockFilled } from '@ant-design/icons'
import { isPositive } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { daysBetween } from '@qitao/core/time.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { endsLate } from '@qitao/platform/web/show/due.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import type { MoRow } from '../../model/mo/mo.record.ts'
import { materialStatus, moStatus } from '../../model/mo/mo.status.ts'
import { causeText } from '../../model/plan/unplanned.ts'
import '../manufacturing.css'

export const isFinished = (mo: Pick<MoRow, 'status'>): boolean => mo.status >= moStatus.codes.completed

export const productOf = (mo: Pick<MoRow, 'material_code' | 'material_name'>): string =>
  `${mo.material_code} ${mo.material_name}`

/** The word of the material status, what decides it, and how long that takes. */
export function Kitting({ mo }: { mo: MoRow }) {
  const say = useSay()
  const { today, dayOf } = useOrgDate()
  if (mo.material_status === null) return <span className="qt-secondary">{say(text('未检查', 'Not checked'))}</span>
  // As its day reads beside it, and as promises count: days of the calendar from today.
  const days = mo.kitting_time === null ? 0 : daysBetween(today(), dayOf(mo.kitting_time))
  const late = mo.kitting_time !== null && !isFinished(mo) && endsLate(mo.kitting_time, mo.delivery_date)
  return (
    <span className="qt-inline">
      <StatusTag of={materialStatus.stateOf(mo.material_status)} />
      {mo.material_locked ? (
        <LockFilled className="qt-secondary" aria-label={say(text('物料已锁定', 'Material locked'))} />
      ) : null}
      {days > 0 ? (
        <span
          className={late ? 'qt-late qt-number' : 'qt-number'}
          title={late ? say(text('齐套晚于交期', 'The kit is complete after the due date')) : undefined}
        >
          {late ? <ExclamationCircleFilled aria-hidden /> : null} {say(text('{days}天', '{days} d'), { days })}
        </span>
      ) : null}
    </span>
  )
}
/** When the kit is complete; of what nobody has ordered yet at the earliest, and that is said. */
export function KittingTime({ mo }: { mo: Pick<MoRow, 'material_status' | 'kitting_time'> }) {
  const say = useSay()
  return (
    <>
      <Instant at={mo.kitting_time} />
      {mo.kitting_time !== null && mo.material_status === materialStatus.codes.to_be_purchased ? (
        <span className="qt-secondary"> {say(notOrdered)}</span>
      ) : null}
    </>
  )
}
/** Beside a day: what is missing is not ordered, and can be there then at the earliest. */
export const notOrdered = text('最早（未下单）', 'earliest, not ordered')
function DecidingMaterial({ mo }: { mo: MoRow }) {
  if (mo.deciding_material_code === null) return <span className="qt-none">—</span>
  const name = `${mo.deciding_material_code} ${mo.deciding_material_name ?? ''}`
  return <span title={name}>{name}</span>
}

/** Planned finish; what misses the delivery date or could not be planned says so in words. */
export function PlannedFinish({ mo }: { mo: MoRow }) {
  const say = useSay()
  if (mo.unplanned !== null) return <Unplanned mo={mo} />
  if (mo.planned_finish_time === null) return <span className="qt-secondary">{say(text('未排产', 'Not planned'))}</span>
  const late = endsLate(mo.planned_finish_time, mo.delivery_date)
  return (
    <span className={late ? 'qt-late' : undefined}>
      <Instant at={mo.planned_finish_time} />
      {late ? ` ${say(text('超期', 'late'))}` : ''}
    </span>
  )
}
export function Unplanned({ mo }: { mo: Pick<MoRow, 'unplanned'> }) {
  const say = useSay()
  if (mo.unplanned === null) return null
  const why = say(causeText(mo.unplanned.cause), { object: mo.unplanned.object_name ?? '' })
  return (
    <span className="qt-late" title={why}>
      {why}
    </span>
  )
}

function Done({ mo }: { mo: MoRow }) {
  const say = useSay()
  const bad = isPositive(mo.defective_quantity)
  return (
    <span className="qt-inline">
      <Quantity value={mo.completed_quantity} />
      {bad ? (
        <span className="qt-late qt-number">
          {say(text('不良', 'bad'))} <Quantity value={mo.defective_quantity} />
        </span>
      ) : null}
    </span>
  )
}

/** Merged, split, outsourced, rework. */
function Marks({ mo }: { mo: MoRow }) {
  const say = useSay()
  const marks = [
    mo.merged && text('合并', 'merged'),
    mo.split_from_id !== null && text('拆分', 'split'),
    mo.outsourced && text('委外', 'outsourced'),
    mo.rework_task_id !== null && text('返工', 'rework'),
  ].filter(mark => mark !== false)
  return marks.length === 0 ? <span className="qt-none">—</span> : marks.map(mark => say(mark)).join(', ')
}

/** Columns of work orders that more than one list shows. */
export const moColumns = {
  product: {
    name: 'material_id',
    width: 180,
    sort: false,
    render: (mo: MoRow) => <span title={productOf(mo)}>{productOf(mo)}</span>,
  },
  planned: { name: 'planned_quantity', width: 100, sort: false, unit: (mo: MoRow) => mo.unit_name },
  done: {
    name: 'completed_quantity',
    title: text('完成/不良', 'Done / bad'),
    width: 96,
    sort: false,
    render: (mo: MoRow) => <Done mo={mo} />,
  },
  kitting: {
    name: 'material_status',
    title: text('齐套', 'Kitting'),
    width: 124,
    render: (mo: MoRow) => <Kitting mo={mo} />,
  },
  deciding: {
    name: 'deciding_material_code',
    title: text('决定物料', 'Deciding material'),
    width: 140,
    sort: false,
    render: (mo: MoRow) => <DecidingMaterial mo={mo} />,
  },
  delivery: {
    name: 'delivery_date',
    width: 170,
    render: (mo: MoRow) => <DueDate day={mo.delivery_date} done={isFinished(mo)} />,
  },
  finish: { name: 'planned_finish_time', width: 160, render: (mo: MoRow) => <PlannedFinish mo={mo} /> },
  marks: {
    name: 'merged',
    title: text('标记', 'Marks'),
    width: 90,
    sort: false,
    render: (mo: MoRow) => <Marks mo={mo} />,
  },
}
