import type { In } from '@qitao/core/call.ts'
import { add, isPositive, isQuantity, isZero, most as larger, subtract } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { serverSeconds } from '@qitao/platform/web/call/server-clock.ts'
import { isWrongNumber, mustBeNumber, mustBeWhole } from '@qitao/platform/web/form/number-text.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { device, take } from '@qitao/platform/web/offline/device.ts'
import { sentMeanwhile } from '@qitao/platform/web/offline/outbox-list.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { type ReactNode, useState } from 'react'
import { workedMinutes } from '../../model/pause/pause.rules.ts'
import { type DefectLine, defectLines, defectsInput, whyNotAll } from '../../model/reason/defects.rules.ts'
import { reasonTree } from '../../model/reason/scrap-reason.record.ts'
import { addReport, report } from '../../model/report.calls.ts'
import { mostReportAttachments } from '../../model/shopfloor.known.ts'
import { ReasonLines } from '../reason/reason-lines.tsx'
import { ReworkChoice } from '../rework-choice.tsx'
import { SelfCheck } from '../self-check.tsx'
import { checkedInput, checkedOf, whyNotChecked } from '../self-checked.ts'
import { type Traced, tracedInput, tracedOf } from '../traced.ts'
import { Drawings } from './drawings.tsx'
import { type ExpectedTask, isOver } from './expected.ts'
import { NoRoom } from './no-room.tsx'
import { oneTap } from './one-tap.ts'
import { Pad } from './pad.tsx'
import { Photos } from './photos.tsx'
import { isByPiece, lackingPieces, piecesIn, piecesOf, scanned } from './scanned.ts'
import { shift } from './shift.ts'
import { Traces } from './traces.tsx'

type Which = 'good' | 'bad' | 'again'
const sorts = ['good', 'bad', 'again'] as const
const minute = 60
const plain = (quantity: string): string => add(isQuantity(quantity) ? quantity : '0', '0')

interface Amounts {
  finished_quantity: string
  defective_quantity: string
  rework_quantity?: string
}
/**
 * The report of a task as it is kept and sent; what is in one work order goes in its order. `instead` of one that is changed: it was done when
 * that was.
 */
export const reportOf = (
  task: Pick<ExpectedTask, 'id' | 'mo_id' | 'mo_no' | 'task_no' | 'process_name'>,
  input: Amounts & Readonly<Record<string, unknown>>,
  instead?: Pick<QueuedAction, 'input'>,
) => ({
  path: addReport.path,
  lane: task.mo_id,
  title: titleOf(task, input),
  input: { task_id: task.id, device_time: instead?.input.device_time ?? serverSeconds(), ...input },
})
function titleOf(
  { process_name, task_no }: Pick<ExpectedTask, 'process_name' | 'task_no'>,
  { finished_quantity: good, defective_quantity: bad, rework_quantity: again = '0' }: Amounts,
): Text {
  const scrap = isZero(bad) ? text('', '') : text(`，不良 ${bad}`, `, scrap ${bad}`)
  const rework = isZero(again) ? text('', '') : text(`，返工 ${again}`, `, rework ${again}`)
  return text(
    `报工 ${process_name} ${task_no}：良品 ${good}${scrap.zh}${rework.zh}`,
    `Report ${process_name} ${task_no}: good ${good}${scrap.en}${rework.en}`,
  )
}

interface ReportSheetProps {
  task: ExpectedTask
  /** What was done before and is done differently now. */
  instead?: QueuedAction | undefined
  onClose: () => void
  /** A label that is of no use here; answers whether another task was opened by it. */
  onScan: (code: string) => boolean
  /** Whether a label is that of a task; nothing is opened. */
  isTask: (code: string) => boolean
}
/** Reports one task: good and scrap by large keys, and what belongs to it. Kept on the device at once. */
export function ReportSheet({ task, instead, onClose, onScan, isTask }: ReportSheetProps) {
  const say = useSay()
  const { full = false } = device.use() ?? {}
  const { reasons = [], named = [], people = [], traces = {}, drawings = {} } = shift.use() ?? {}
  const given: Partial<In<typeof addReport>> = instead?.input ?? {}
  const [amounts, setAmounts] = useState<Readonly<Record<Which, string>>>({
    good: String(given.finished_quantity ?? ''),
    bad: isPositive(String(given.defective_quantity ?? '0')) ? String(given.defective_quantity) : '',
    again: String(given.rework_quantity ?? ''),
  })
  const [active, setActive] = useState<Which>('good')
  const [defects, setDefects] = useState<readonly DefectLine[]>(() => defectLines(instead?.input ?? {}))
  const [reworkAt, setReworkAt] = useState(given.rework_sequence)
  const tree = reasonTree(named, task.process_id)
  const [finishes, setFinishes] = useState(Boolean(given.finishes))
  const [with_, setWith] = useState<readonly string[]>(given.user_ids ?? [])
  const [minutes, setMinutes] = useState(given.work_seconds ? String(given.work_seconds / minute) : '')
  const [remark, setRemark] = useState(given.remark ?? '')
  const [worked] = useState(() => workedMinutes(task, serverSeconds()))
  const [photos, setPhotos] = useState(instead?.photos ?? [])
  const [traced, setTraced] = useState<Traced>(() => tracedOf(given))
  const [checked, setChecked] = useState(() => checkedOf(given))
  const [told, setTold] = useState<Text>()
  const [once] = useState(oneTap)

  const [good, bad, again] = [plain(amounts.good), plain(amounts.bad), plain(amounts.again)]
  /** What is finished here, one way or the other. */
  const done = add(good, bad)
  const total = add(done, again)
  const wrong = sorts.some(which => isWrongNumber(amounts[which], task.unit_precision))
  const rest = larger('0', subtract(task.open_quantity, subtract(total, { good, bad, again }[active])))
  const left = larger('0', subtract(task.open_quantity, total))
  const isPart = isPositive(left) && isZero(again)
  const nothing = isZero(total) && !(finishes && isPart)
  const trace = traces[task.id]
  const items = trace?.checks ?? []
  const lacking = trace && lackingPieces(trace, traced, { good, total: done })
  const whyNot = wrong
    ? task.unit_precision === 0
      ? mustBeWhole
      : mustBeNumber
    : nothing
      ? text('请填写数量', 'Enter a quantity')
      : ((isPositive(bad) ? whyNotAll(defects, bad) : undefined) ??
        lacking ??
        (isPositive(good) ? whyNotChecked(items, checked) : undefined))

  const set = (which: Which, next: string) => {
    setTold(undefined)
    setAmounts({ ...amounts, [which]: next })
  }
  const submit = async () => {
    const isKept = await take(
      {
        ...reportOf(
          task,
          {
            finished_quantity: good,
            defective_quantity: bad,
            finishes: finishes && isPart,
            ...defectsInput(defects, bad),
            ...(isPositive(again) ? { rework_quantity: again, rework_sequence: reworkAt } : {}),
            ...(with_.length > 0 ? { user_ids: with_ } : {}),
            ...(minutes ? { work_seconds: Math.round(Number(minutes) * minute) } : {}),
            ...(remark.trim() ? { remark: remark.trim() } : {}),
            ...tracedInput(traced),
            ...(isPositive(good) ? checkedInput(items, checked) : {}),
          },
          instead,
        ),
        photos,
      },
      instead,
    )
    if (isKept === true) onClose()
    else beep(false)
    if (isKept === 'sent') setTold(sentMeanwhile)
    return isKept === true
  }
  useWedge(code => {
    const found = trace && scanned(traced, code, trace, { good, total: done, isTask: isTask(code) })
    if (found?.next) setTraced(found.next)
    const isTaken = found ? found.next !== undefined : !isPositive(total) && onScan(code)
    beep(isTaken)
    setTold(isTaken ? undefined : (found?.whyNot ?? (isPositive(total) ? notYetReported : noneOfYours(code))))
  })
  const counted =
    trace && isByPiece(trace.product) && trace.product.last && isPositive(good)
      ? ` ${piecesIn(traced.serials)}/${piecesOf(good)}`
      : ''

  const amount = (which: Which, title: Text) => (
    <button type="button" className="qt-m-amount" aria-pressed={active === which} onClick={() => setActive(which)}>
      <span>{say(title)}</span> <strong>{amounts[which] || '0'}</strong>
    </button>
  )
  return (
    <section className="qt-m-sheet" role="dialog" aria-modal="true" aria-label={`${task.process_name} ${task.task_no}`}>
      <header className="qt-m-bar">
        <button type="button" className="qt-m-button" onClick={onClose}>
          {say(text('返回', 'Back'))}
        </button>
        <h1>
          {task.process_name} · {task.task_no}
        </h1>
      </header>
      <div className="qt-m-body">
        <p>
          {task.material_code} {task.material_name} · {task.machine_no} {task.device_name}
        </p>
        <p className="qt-m-quiet">
          {say(text('待报', 'To report'))} <Quantity value={task.open_quantity} unit={task.unit_name} /> ·{' '}
          {say(text('现在可报', 'available now'))} <Quantity value={task.reportable_quantity} unit={task.unit_name} />
        </p>
        <div className="qt-m-amounts">
          {amount('good', report.fields.finished_quantity.title)}
          {amount('bad', report.fields.defective_quantity.title)}
          {amount('again', report.fields.rework_quantity.title)}
        </div>
        {full ? <NoRoom /> : null}
        {told ? (
          <p className="qt-m-problem" role="alert">
            {say(told)}
          </p>
        ) : isOver(task, total) ? (
          <p className="qt-m-note" role="status">
            {say(overAvailable)}
          </p>
        ) : null}
        <div className="qt-m-choices">
          <button
            type="button"
            className="qt-m-button"
            disabled={!isPositive(rest)}
            onClick={() => set(active, plain(rest))}
          >
            {say(text('全部 {rest}', 'All {rest}'), { rest: plain(rest) })}
          </button>
          <button type="button" className="qt-m-button" onClick={() => set(active, '')}>
            {say(text('清零', 'Clear'))}
          </button>
        </div>
        <Pad value={amounts[active]} decimals={task.unit_precision} onChange={next => set(active, next)} />
        {isPositive(bad) ? (
          <ReasonLines
            {...{ tree, lately: reasons.slice(0, optionsShown), value: defects, onChange: setDefects, scrap: bad }}
            decimals={task.unit_precision}
            classes={reasonClasses}
          />
        ) : null}
        {isPositive(again) ? (
          <ReworkChoice
            task={task}
            value={reworkAt}
            onChange={setReworkAt}
            className="qt-m-button"
            rowClassName="qt-m-reasons"
          />
        ) : null}
        {isPart ? (
          <label className="qt-m-check">
            <input type="checkbox" checked={finishes} onChange={event => setFinishes(event.target.checked)} />
            <span>
              {say(text('完成任务，剩下的不再生产', 'Finish the task; no longer to be made:'))}{' '}
              <Quantity value={left} unit={task.unit_name} />
            </span>
          </label>
        ) : null}
        {items.length > 0 && isPositive(good) ? (
          <SelfCheck {...{ items }} value={checked} onChange={setChecked} classes={reasonClasses} />
        ) : null}
        <Drawings of={drawings[task.id] ?? []} />
        <More
          title={text('批次、序列号', 'Lots, serial numbers')}
          counted={counted}
          isOpen={given.used !== undefined || given.made !== undefined}
        >
          {trace ? (
            <Traces of={trace} {...{ good, total: done }} value={traced} onChange={setTraced} />
          ) : (
            <p className="qt-m-quiet">{say(text('还没有下载到本机', 'Not on this device yet'))}</p>
          )}
        </More>
        <More title={text('人员、工时、照片、备注', 'People, time, photos, remark')} isOpen={instead !== undefined}>
          <People all={people} value={with_} onChange={setWith} />
          <label className="qt-m-field">
            <span>
              {say(report.fields.work_seconds.title)} {say(text('（分钟）', ' (min)'))}
            </span>
            <input
              type="number"
              min="0"
              step="0.1"
              inputMode="decimal"
              value={minutes}
              onChange={event => setMinutes(event.target.value)}
            />
          </label>
          {worked !== undefined && minutes === '' ? (
            <button type="button" className="qt-m-button" onClick={() => setMinutes(String(worked))}>
              {say(
                text(
                  '开工以来 {worked} 分钟（已减去暂停）：填入',
                  '{worked} min since the start, without rests: take it',
                ),
                {
                  worked,
                },
              )}
            </button>
          ) : null}
          <Photos photos={photos} most={mostReportAttachments} onChange={setPhotos} />
          <label className="qt-m-field">
            <span>{say(report.fields.remark.title)}</span>
            <textarea rows={2} maxLength={255} value={remark} onChange={event => setRemark(event.target.value)} />
          </label>
        </More>
      </div>
      <footer className="qt-m-foot">
        <button
          type="button"
          className="qt-m-button qt-m-primary"
          disabled={whyNot !== undefined}
          onClick={() => void once(submit)}
        >
          {whyNot ? say(whyNot) : `${say(text('报工', 'Report'))} ${total}`}
        </button>
      </footer>
    </section>
  )
}
const overAvailable = text(
  '超过现在可报的数量：会保留在本机，服务器不接受时会在待发送中说明',
  'More than is available now: it is kept here, and if the server does not take it, that is said in the outbox',
)
const notYetReported = text(
  '还有没报的数量：请先报工或清零，再扫描下一个',
  'A quantity is not reported yet: report or clear it before the next scan',
)
export const noneOfYours = (code: string): Text =>
  text(`没有派给您的任务与「${code}」相符`, `None of your tasks matches "${code}"`)

/** What was filled before is not hidden from who changes it. */
function More({
  title,
  counted = '',
  isOpen,
  children,
}: {
  title: Text
  counted?: string
  isOpen: boolean
  children: ReactNode
}) {
  const say = useSay()
  return (
    <details className="qt-m-more" open={isOpen}>
      <summary>
        {say(title)}
        {counted}
      </summary>
      {children}
    </details>
  )
}

const optionsShown = 8
const reasonClasses = { button: 'qt-m-button', row: 'qt-m-reasons', field: 'qt-m-field', problem: 'qt-m-problem' }

interface PeopleProps {
  all: readonly { id: string; name: string }[]
  value: readonly string[]
  onChange: (next: readonly string[]) => void
}
/** Who did it together; nobody named: the holder of the device. */
function People({ all, value, onChange }: PeopleProps) {
  const say = useSay()
  const { holder } = device.use() ?? {}
  const [wanted, setWanted] = useState('')
  const found = all.filter(
    ({ id, name }) => value.includes(id) || (wanted !== '' && name.toLowerCase().includes(wanted.toLowerCase())),
  )
  return (
    <div className="qt-m-part">
      <label className="qt-m-field">
        <span>{say(text('一起完成的人（默认为本人）', 'Who did it (you by default)'))}</span>
        <input
          type="search"
          value={wanted}
          placeholder={holder?.name ?? ''}
          onChange={event => setWanted(event.target.value)}
        />
      </label>
      <div className="qt-m-choices">
        {found.slice(0, optionsShown + value.length).map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="qt-m-button"
            aria-pressed={value.includes(id)}
            onClick={() => onChange(value.includes(id) ? value.filter(one => one !== id) : [...value, id])}
          >
            {name}
          </button>
        ))}
      </div>
    </div>
  )
}
