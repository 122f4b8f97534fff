import { memberCalls } from '@qitao/access/model/member/user.calls.ts'
import { WaitingAttachments } from '@qitao/access/web/record/attachments.tsx'
import { add, isLess, isMore, isPositive, isQuantity, isZero, most as larger, subtract } from '@qitao/core/quantity.ts'
import { explain } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { countedIn, inUnit } from '@qitao/masterdata/model/unit/unit.rules.ts'
import { useMaterialUnits } from '@qitao/masterdata/web'
import { type CallFailure, failureText, isFailure } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import {
  defaultDecimals,
  isWrongNumber,
  mustBeNumber,
  mustBeWhole,
  typedNumber,
} from '@qitao/platform/web/form/number-text.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { noBurst, type Scan, scanOf, withKey } from '@qitao/platform/web/form/scanner.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { confirm } from '@qitao/platform/web/show/confirm.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Button, Collapse, Drawer, Input, Segmented, Switch } from 'antd'
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react'
import { workedMinutes } from '../model/pause/pause.rules.ts'
import { type DefectLine, defectsInput, whyNotAll } from '../model/reason/defects.rules.ts'
import { scrapReasonCalls } from '../model/reason/scrap-reason.calls.ts'
import { latelyGiven, reasonTree } from '../model/reason/scrap-reason.record.ts'
import { addReport, listReports, proposeReportTrace, report, type TaskRow } from '../model/report.calls.ts'
import { timeOfEach } from '../model/report.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { floorTask } from '../model/task.record.ts'
import { TaskDrawings } from './drawing/task-drawings.tsx'
import { floorCalls } from './floor-calls.ts'
import { NumberPad } from './number-pad.tsx'
import { ReasonLines } from './reason/reason-lines.tsx'
import { ReworkChoice } from './rework-choice.tsx'
import { SelfCheck } from './self-check.tsx'
import { checkedInput, nothingChecked, whyNotChecked } from './self-checked.ts'
import { productOf } from './task.columns.tsx'
import { TracePart } from './trace-part.tsx'
import { type Traced, tracedInput } from './traced.ts'
import './shopfloor.css'

type Which = 'good' | 'bad' | 'again'
const panelWidth = 'min(560px, 100vw)'
const reasonsShown = 8
const minute = 60
const secondsOf = (minutes: string | null): number => Math.round(Number(minutes ?? 0) * minute)
const asQuantity = (typed: string): string => (isQuantity(typed) ? typed : '0')

interface ReportPanelProps {
  task: TaskRow
  onClose: () => void
  /** A label was scanned while the panel is open. Answers why its task is not opened. */
  onScan: (code: string) => Promise<Text | undefined>
}
/** Reports one task: good and scrap by large keys, the reason of scrap, whether that ends the task. */
export function ReportPanel({ task, onClose, onScan }: ReportPanelProps) {
  const say = useSay()
  const language = useLanguage()
  const most = task.reportable_quantity
  const [amounts, setAmounts] = useState<Readonly<Record<Which, string>>>({ good: '', bad: '', again: '' })
  const [active, setActive] = useState<Which>('good')
  const [countedBy, setCountedBy] = useState<string>()
  const others = useMaterialUnits([task.material_id]).get(task.material_id)?.others ?? []
  /** In what the pieces are counted, where it is not the unit of the product: boxes. */
  const counted = others.find(({ unit_id }) => unit_id === countedBy)
  const [defects, setDefects] = useState<readonly DefectLine[]>([])
  const [reworkAt, setReworkAt] = useState<number>()
  const [finishes, setFinishes] = useState(false)
  const [people, setPeople] = useState<string[]>([])
  const [minutes, setMinutes] = useState<string | null>(null)
  const [eachMinutes, setEachMinutes] = useState<Readonly<Record<string, string | null>>>({})
  const [remark, setRemark] = useState('')
  const [files, setFiles] = useState<string[]>([])
  const [traced, setTraced] = useState<Traced>({})
  const [checked, setChecked] = useState(nothingChecked)
  const asked = useCall(proposeReportTrace, { task_id: task.id, quantity: '1' })
  const items = asked.data?.checks ?? []
  const [failure, setFailure] = useState<CallFailure>()
  const [unscanned, setUnscanned] = useState<Text>()
  const inputs = {
    good: useRef<HTMLInputElement>(null),
    bad: useRef<HTMLInputElement>(null),
    again: useRef<HTMLInputElement>(null),
  }
  const burst = useRef(noBurst)
  const beforeBurst = useRef(amounts)
  // The device's clock is read once: pressed again, the sheet asks the same.
  const [device_time] = useState(() => Math.floor(Date.now() / 1000))
  const worked = workedMinutes(task, device_time)
  const adding = useCommand(addReport, {
    sheet: true,
    refreshes: floorCalls,
    success: () => text(`报工成功：合格 ${good}，不良 ${bad}`, `Reported: ${good} good, ${bad} scrap`),
  })

  const comesTo = (typed: string): string | undefined =>
    counted ? countedIn(asQuantity(typed), counted, task.unit_precision) : asQuantity(typed)
  const good = comesTo(amounts.good) ?? '0'
  const bad = comesTo(amounts.bad) ?? '0'
  const again = comesTo(amounts.again) ?? '0'
  const parted = Object.values(amounts).some(amount => comesTo(amount) === undefined)
  /** What is finished here, one way or the other. */
  const done = add(good, bad)
  const total = add(done, again)
  const open = task.open_quantity
  const decimals = counted ? defaultDecimals : task.unit_precision
  const wrong = {
    good: isWrongNumber(amounts.good, decimals),
    bad: isWrongNumber(amounts.bad, decimals),
    again: isWrongNumber(amounts.again, decimals),
  }
  const isWrong = Object.values(wrong).includes(true)
  const over = isMore(total, most)
  const given = task.dispatched_quantity
  const all = add(add(task.reported_quantity, task.defective_quantity), done)
  const moreThanGiven: Text | undefined =
    given !== null && isPositive(done) && isMore(all, given)
      ? text(
          `派给您 ${shortOf(given)}，连同这次共报 ${shortOf(all)}`,
          `Given to you: ${shortOf(given)}. Reported with this: ${shortOf(all)}`,
        )
      : undefined
  const isPart = isLess(total, open) && !isPositive(again)
  /** All that the other quantity leaves. */
  const rest = larger('0', subtract(most, subtract(total, { good, bad, again }[active])))
  const restShown = counted ? inUnit(rest, counted, decimals) : rest
  /** What is wrong with the quantities, beside them: as typed, or as the server found it. */
  const problem = unscanned
    ? say(unscanned)
    : isWrong
      ? say(decimals === 0 ? mustBeWhole : mustBeNumber)
      : parted
        ? say(partOfUnit(task.unit_name))
        : over
          ? explain(
              shopfloorErrors.overQuantity,
              { most: shortOf(most), detail: text('最多可报{most}', 'At most {most} can be reported') },
              language,
            )
          : failure && !isFailure(failure, shopfloorErrors.missingInput)
            ? failureText(failure, language)
            : undefined
  const withheld = useWithheld()(addReport)
  /** Of each, where it is not said of all of them at once. */
  const times =
    people.length > 1 && people.some(id => eachMinutes[id])
      ? people.map(id => secondsOf(eachMinutes[id] ?? minutes))
      : undefined
  const lacksTime = times?.includes(0) && times.some(seconds => seconds > 0)
  const whyNot: Text | undefined =
    withheld ??
    (isWrong
      ? text('请填写数字', 'Enter a number')
      : parted
        ? partOfUnit(task.unit_name)
        : isZero(total) && !(finishes && isPart)
          ? text('请填写数量', 'Enter a quantity')
          : over
            ? text('数量过多', 'Too many')
            : lacksTime
              ? timeOfEach
              : ((isPositive(bad) ? whyNotAll(defects, bad) : undefined) ??
                (isPositive(good) ? whyNotChecked(items, checked) : undefined)))

  const set = (which: Which, next: string) => {
    setFailure(undefined)
    setUnscanned(undefined)
    setAmounts({ ...amounts, [which]: next })
  }
  const choose = (which: Which) => {
    setActive(which)
    inputs[which].current?.focus()
  }
  const submit = async () => {
    if (moreThanGiven && !(await confirm({ ...reportMore, detail: moreThanGiven, objects: [task.task_no] }))) return
    const result = await adding.attempt({
      task_id: task.id,
      finished_quantity: good,
      defective_quantity: bad,
      finishes: finishes && isPart,
      device_time,
      ...defectsInput(defects, bad),
      ...(isPositive(again) ? { rework_quantity: again, rework_sequence: reworkAt } : {}),
      ...(people.length > 0 ? { user_ids: people } : {}),
      ...(times ? { user_seconds: times } : {}),
      ...(minutes ? { work_seconds: secondsOf(minutes) } : {}),
      ...(remark.trim() ? { remark: remark.trim() } : {}),
      ...(files.length > 0 ? { attachment_ids: files } : {}),
      ...tracedInput(traced),
      ...(isPositive(good) ? checkedInput(items, checked) : {}),
    })
    if (result.ok) onClose()
    else setFailure(result.failure)
  }
  const scanned = async ({ code, restores }: Scan, field: HTMLInputElement | undefined) => {
    burst.current = noBurst
    // A scanner's keys are taken out of the field again; what came slowly stays, and the next scan replaces it.
    const kept = restores ? beforeBurst.current : amounts
    if (restores) setAmounts(kept)
    else field?.select()
    const stood = restores || /\p{L}/u.test(code) ? beforeBurst.current : amounts
    const isTyped = [stood.good, stood.bad, stood.again].some(one => isPositive(asQuantity(one)))
    setUnscanned(isTyped ? notYetReported : await onScan(code))
  }
  /** Wherever in the panel the focus is: a label that is scanned must neither be a quantity nor press a button. */
  const onKey = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.altKey) return
    const { target, key, timeStamp } = event
    const field = Object.values(inputs).find(({ current }) => current === target)?.current ?? undefined
    // Other fields take what is scanned into them: a reason, a remark, a person.
    if (!field && target instanceof HTMLElement && target.matches('input, textarea')) return
    if (key.length === 1) {
      burst.current = withKey(burst.current, key, timeStamp)
      // A label whose keys came with a pause is one label all the same.
      if (burst.current.text === key && !isWrong) beforeBurst.current = amounts
    }
    if (key !== 'Enter') return
    const scan = scanOf(burst.current, timeStamp, field?.value ?? '', field && beforeBurst.current[active])
    if (!scan) return
    event.preventDefault()
    event.stopPropagation()
    void scanned(scan, field)
  }
  const field = (which: Which, title: Text) => (
    <label className={active === which ? 'qt-amount qt-amount-active' : 'qt-amount'}>
      <span>{say(title)}</span>
      <input
        ref={inputs[which]}
        className="qt-number"
        // The keys below are the keyboard; one of glass would cover them.
        inputMode="none"
        autoComplete="off"
        // biome-ignore lint/a11y/noAutofocus: the panel was opened to type here
        autoFocus={which === 'good'}
        aria-invalid={wrong[which] || over || failure !== undefined}
        aria-describedby={problem ? 'qt-amount-problem' : undefined}
        value={amounts[which]}
        placeholder="0"
        onFocus={() => setActive(which)}
        onChange={event => set(which, typedNumber(event.target.value, decimals))}
        onKeyDown={event => event.key === 'Enter' && !whyNot && void submit()}
      />
    </label>
  )
  return (
    <div onKeyDownCapture={onKey}>
      <Drawer
        open
        size={panelWidth}
        onClose={onClose}
        title={`${task.process_name} · ${task.mo_no}`}
        className="qt-report"
        extra={<TaskDrawings task_id={task.id} />}
        footer={
          <div className="qt-report-foot">
            <Button
              className="qt-touch-primary"
              type="primary"
              block
              loading={adding.pending}
              disabled={whyNot !== undefined}
              onClick={() => void submit()}
            >
              {whyNot
                ? say(whyNot)
                : say(finishes && isPart ? reportAndEnd : text('报工 {total} {unit}', 'Report {total} {unit}'), {
                    total,
                    left: shortOf(subtract(open, total)),
                    unit: task.unit_name,
                  })}
            </Button>
          </div>
        }
      >
        <p className="qt-task-product">{productOf(task)}</p>
        <p className="qt-secondary">
          {say(text('待报', 'To report'))} <Quantity value={open} unit={task.unit_name} /> ·{' '}
          {say(text('现在可报', 'available now'))} <Quantity value={most} unit={task.unit_name} />
        </p>
        {failure && isFailure(failure, shopfloorErrors.missingInput) ? (
          <p className="qt-report-missing" role="alert">
            {failureText(failure, language)}
          </p>
        ) : null}
        <div className="qt-amounts">
          {field('good', report.fields.finished_quantity.title)}
          {field('bad', report.fields.defective_quantity.title)}
          {field('again', report.fields.rework_quantity.title)}
        </div>
        <div className="qt-amount-said">
          {problem ? (
            <p id="qt-amount-problem" className="qt-floor-problem" role="alert">
              {problem}
            </p>
          ) : null}
          {moreThanGiven && !problem ? (
            <p className="qt-task-note" role="status">
              {say(moreThanGiven)}
            </p>
          ) : null}
        </div>
        {others.length > 0 ? (
          <div className="qt-counted-in">
            <Segmented
              size="large"
              aria-label={say(text('计数单位', 'Counted in'))}
              value={counted?.unit_id ?? ''}
              options={[
                { value: '', label: task.unit_name },
                ...others.map(({ unit_id, unit_name }) => ({ value: unit_id, label: unit_name })),
              ]}
              onChange={next => {
                setCountedBy(next || undefined)
                setAmounts({ good: '', bad: '', again: '' })
              }}
            />
            {counted && isPositive(total) ? (
              <span>
                = <Quantity value={total} unit={task.unit_name} />
              </span>
            ) : null}
          </div>
        ) : null}
        <div className="qt-fill">
          <Button
            className="qt-touch"
            disabled={restShown === undefined || !isPositive(restShown)}
            onClick={() => {
              set(active, shortOf(restShown ?? '0'))
              choose(active)
            }}
          >
            {restShown === undefined
              ? say(text('全部', 'All'))
              : say(text('全部 {most}', 'All {most}'), { most: shortOf(restShown) })}
          </Button>
          <Button
            className="qt-touch"
            onClick={() => {
              set(active, '')
              choose(active)
            }}
          >
            {say(text('清零', 'Clear'))}
          </Button>
        </div>
        <NumberPad value={amounts[active]} decimals={decimals} onChange={next => set(active, next)} />
        {isPositive(bad) ? <Reasons {...{ task }} scrap={bad} value={defects} onChange={setDefects} /> : null}
        {isPositive(again) ? (
          <ReworkChoice
            {...{ task }}
            value={reworkAt}
            onChange={setReworkAt}
            className="qt-touch qt-reason-button"
            rowClassName="qt-reasons"
          />
        ) : null}
        {items.length > 0 && isPositive(good) ? (
          <div className="qt-reason">
            <SelfCheck {...{ items }} value={checked} onChange={setChecked} classes={reasonClasses} />
          </div>
        ) : null}
        {isPart ? (
          <div className="qt-report-finish">
            <Switch id="qt-report-finish" checked={finishes} onChange={setFinishes} />
            <label htmlFor="qt-report-finish">
              {say(text('完成任务，剩下的不再生产', 'Finish the task; no longer to be made:'))}{' '}
              <Quantity value={subtract(open, total)} unit={task.unit_name} />
            </label>
          </div>
        ) : null}
        <Collapse
          ghost
          items={[
            {
              key: 'trace',
              label: say(text('批次、序列号', 'Lots, serial numbers')),
              children: <TracePart {...{ task, total: done, good, value: traced, onChange: setTraced }} />,
            },
            {
              key: 'more',
              label: say(text('人员、工时、照片、备注', 'People, time, photos, remark')),
              children: (
                <More
                  {...{
                    worked,
                    people,
                    setPeople,
                    minutes,
                    setMinutes,
                    eachMinutes,
                    setEachMinutes,
                    remark,
                    setRemark,
                    files,
                    setFiles,
                  }}
                />
              ),
            },
          ]}
        />
      </Drawer>
    </div>
  )
}
const partOfUnit = (unit: string): Text =>
  text(`折合的${unit}不是整数，请改数量`, `It comes to a part of a ${unit}: change it`)
const reportAndEnd = text('报工 {total} {unit}，余下 {left} 不再生产', 'Report {total} {unit}, {left} are not made')
const reportMore = {
  title: text('报工数量多于派给您的数量，仍要报工？', 'More is reported than was given to you. Report it?'),
  ok: text('仍然报工', 'Report'),
  danger: true,
}
const notYetReported = text(
  '还有没报的数量：请先报工或清零，再扫描下一个',
  'A quantity is not reported yet: report or clear it before the next scan',
)
const shortOf = (quantity: string): string => add(quantity, '0')

interface ReasonsProps {
  task: TaskRow
  scrap: string
  value: readonly DefectLine[]
  onChange: (next: readonly DefectLine[]) => void
}
/** Reasons of the company can be tapped; where it has none, those that were given lately. */
function Reasons({ task: { process_id, unit_precision }, scrap, value, onChange }: ReasonsProps) {
  const kept = useCall(scrapReasonCalls.list, { page_size: -1 })
  const tree = reasonTree(kept.data?.result ?? [], process_id)
  const latest = useCall(listReports, { page_size: 200 })
  const lately = latelyGiven(latest.data?.result ?? []).slice(0, reasonsShown)
  return (
    <div className="qt-reason">
      <ReasonLines {...{ tree, lately, value, onChange, scrap }} decimals={unit_precision} classes={reasonClasses} />
    </div>
  )
}
const reasonClasses = {
  ...{ button: 'qt-touch qt-reason-button', row: 'qt-reasons' },
  ...{ field: 'qt-reason-field', problem: 'qt-floor-problem' },
}

interface MoreProps {
  /** Minutes of work since the task was begun, when they are known. */
  worked: number | undefined
  people: string[]
  setPeople: (next: string[]) => void
  minutes: string | null
  setMinutes: (next: string | null) => void
  /** Of each, by id, where they took differently long. */
  eachMinutes: Readonly<Record<string, string | null>>
  setEachMinutes: (next: Readonly<Record<string, string | null>>) => void
  remark: string
  setRemark: (next: string) => void
  files: string[]
  setFiles: (next: string[]) => void
}
function More({
  worked,
  people,
  setPeople,
  minutes,
  setMinutes,
  eachMinutes,
  setEachMinutes,
  remark,
  setRemark,
  files,
  setFiles,
}: MoreProps) {
  const say = useSay()
  const People = pickerOf(floorTask.fields.user_ids.refersTo ?? 'user')
  return (
    <div className="qt-report-more">
      <MoreField id="qt-report-people" title={text('一起完成的人（默认为本人）', 'Who did it (you by default)')}>
        <People
          id="qt-report-people"
          multiple
          value={people}
          onChange={next => setPeople((next as string[] | null) ?? [])}
        />
      </MoreField>
      <MoreField id="qt-report-minutes" title={report.fields.work_seconds.title}>
        <NumberInput
          id="qt-report-minutes"
          value={minutes}
          decimals={1}
          unit={say(text('分钟', 'min'))}
          onChange={setMinutes}
        />
        {worked !== undefined && !minutes ? (
          <Button onClick={() => setMinutes(String(worked))}>
            {say(
              text(
                '开工以来 {worked} 分钟（已减去暂停）：填入',
                '{worked} min since the start, without rests: take it',
              ),
              {
                worked,
              },
            )}
          </Button>
        ) : null}
      </MoreField>
      {people.length > 1
        ? people.map(id => (
            <OwnMinutes
              key={id}
              user_id={id}
              value={eachMinutes[id] ?? null}
              onChange={next => setEachMinutes({ ...eachMinutes, [id]: next })}
            />
          ))
        : null}
      <div>
        <span className="qt-secondary">{say(text('照片、附件（最多5个）', 'Photos and files (5 at most)'))}</span>
        <WaitingAttachments module="report_record" camera value={files} onChange={setFiles} />
      </div>
      <MoreField id="qt-report-remark" title={report.fields.remark.title}>
        <Input.TextArea
          id="qt-report-remark"
          rows={2}
          maxLength={255}
          showCount
          value={remark}
          onChange={event => setRemark(event.target.value)}
        />
      </MoreField>
    </div>
  )
}
/** How long one of several took, where it was not as long as the others. */
function OwnMinutes({
  user_id,
  value,
  onChange,
}: {
  user_id: string
  value: string | null
  onChange: (next: string | null) => void
}) {
  const say = useSay()
  const { data } = useCall(memberCalls.detail, { id: user_id })
  const name = data?.record.name ?? ''
  const id = `qt-report-minutes-${user_id}`
  return (
    <MoreField id={id} title={text(`${name}的工时`, `Work time of ${name}`)}>
      <NumberInput id={id} value={value} decimals={1} unit={say(text('分钟', 'min'))} onChange={onChange} />
    </MoreField>
  )
}
function MoreField({ id, title, children }: { id: string; title: Text; children: ReactNode }) {
  const say = useSay()
  return (
    <div>
      <label className="qt-secondary" htmlFor={id}>
        {say(title)}
      </label>
      {children}
    </div>
  )
}
