import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import type { ChainPiece, TriedRemedyRow } from './late-order.calls.ts'

/** Why an order is late and what would help, as sentences: for the chart, and for who asks by the sales order. */
type Say = (what: Text, values?: Readonly<Record<string, unknown>>) => string
type Dated = (instant: number) => string

/** A length of time as people say it: days and hours, or minutes when it is short. */
export function lengthText(seconds: number, say: Say): string {
  const hours = Math.round(seconds / hourSeconds)
  if (hours === 0) return say(text('{n}分', '{n} min'), { n: Math.round(seconds / 60) })
  const days = Math.floor(hours / (daySeconds / hourSeconds))
  const rest = hours % (daySeconds / hourSeconds)
  if (days === 0) return say(text('{rest}小时', '{rest} h'), { rest })
  return rest === 0
    ? say(text('{days}天', '{days} d'), { days })
    : say(text('{days}天{rest}小时', '{days} d {rest} h'), { days, rest })
}

/** Signed: more is later. Nothing when nothing changes. */
export const differenceText = (seconds: number, say: Say): string =>
  seconds === 0 ? '' : `${seconds > 0 ? '+' : '−'}${lengthText(Math.abs(seconds), say)}`

const sentences: Readonly<Record<ChainPiece['kind'], Text>> = {
  task: text('{process} 在 {machine} 加工', '{process} runs on {machine}'),
  predecessor: text('先做 {mo} {process}（{machine}）', '{mo} {process} runs first ({machine})'),
  machine: text('{machine} 被 {mo} {process} 占用', '{machine} is taken by {mo} {process}'),
  resource: text('{group}正用于 {mo} {process}', '{group} is taken by {mo} {process}'),
  lock: text('{mo} {process} 固定不动：{why}', '{mo} {process} stays: {why}'),
  changeover: text('{machine} 准备与换型', 'Set-up and change-over on {machine}'),
  calendar: text('{machine} 不在工作时间', '{machine} is closed'),
  frozen: text('{machine} 冻结', '{machine} is frozen'),
  slack: text('{process} 没有约束，可提前到 {from}', 'Nothing holds {process}: it could start at {from}'),
  material: text('{process} 等物料 {material}', '{process} waits for {material}'),
  not_before: text('{process} 要求不早于 {to}', '{process} was asked to start no earlier than {to}'),
  waiting: text('{process} 前的冷却、固化时间', 'Cooling or curing before {process}'),
}
const whys: Readonly<Record<NonNullable<ChainPiece['why']>, Text>> = {
  running: text('已开工', 'begun'),
  locked: text('已锁定', 'locked'),
  published: text('已发布', 'published'),
}

/** A piece of an order's chain in a sentence. */
export const pieceText = (piece: ChainPiece, mo_id: string, say: Say, minuteOf: Dated): string =>
  say(sentences[piece.kind], {
    process: piece.process_name,
    machine: piece.machine_no ?? '',
    mo: piece.mo_id === mo_id ? '' : piece.mo_no,
    group: piece.workgroup_name ?? '',
    material: piece.material_code ?? '',
    why: piece.why ? say(whys[piece.why]) : '',
    from: minuteOf(piece.from),
    to: minuteOf(piece.to),
  })

const expeditedAhead = text(
  '物料 {material} 从 {from} 提前到 {to}，再插到 {passed} 之前',
  'Material {material} at {to} instead of {from}, then goes before {passed}',
)
const headlines: Readonly<Record<TriedRemedyRow['kind'], Text>> = {
  overtime: text(
    '{machine} 每天加班 {length}，{from} 至 {to}',
    'Overtime on {machine}: {length} a day, {from} to {to}',
  ),
  expedite: text('物料 {material} 从 {from} 提前到 {to}', 'Material {material} at {to} instead of {from}'),
  other_machine: text('{mo} {process} 从 {machine} 改到 {other}', '{mo} {process} on {other} instead of {machine}'),
  priority: text('插到 {passed} 之前', 'Goes before {passed}'),
  as_early: text('按现有顺序左移到最早', 'All moves left in its sequence, as far as it can'),
}

/** What a remedy does. */
export const remedyText = (remedy: TriedRemedyRow, say: Say, dayOf: Dated): string =>
  say(remedy.kind === 'expedite' && remedy.passed.length > 0 ? expeditedAhead : headlines[remedy.kind], {
    machine: remedy.machine_no ?? '',
    other: remedy.to_machine_no ?? '',
    length: lengthText(remedy.seconds_per_day ?? 0, say),
    from: remedy.from === null ? '' : dayOf(remedy.from),
    to: remedy.to === null ? '' : dayOf(remedy.to),
    material: remedy.material_code ?? '',
    mo: remedy.mo_no ?? '',
    process: remedy.process_name ?? '',
    passed: named(remedy.passed, say),
  })

const mostNamed = 3
/** The first of several orders by name, and how many there are. */
const named = (names: readonly string[], say: Say): string =>
  names.length <= mostNamed
    ? names.join(say(text('、', ', ')))
    : say(text('{names} 等 {n} 单', '{names} and {rest} more'), {
        names: names.slice(0, mostNamed).join(say(text('、', ', '))),
        n: names.length,
        rest: names.length - mostNamed,
      })

/** What a remedy leaves of the lateness. */
export const leftText = (tardiness_seconds: number, say: Say): string =>
  tardiness_seconds === 0
    ? say(text('可按期完工', 'in time then'))
    : say(text('仍延期 {left}', 'still {left} late'), { left: lengthText(tardiness_seconds, say) })
/** Whom a remedy makes later. */
export const laterText = (later: TriedRemedyRow['others'], say: Say): string =>
  later.length === 0
    ? say(text('没有其他工单延后', 'Nobody else gets later'))
    : say(text('延后：{orders}', 'Later: {orders}'), {
        orders: named(
          later.map(({ no, change_seconds }) => `${no} ${differenceText(change_seconds, say)}`),
          say,
        ),
      })
/** What a remedy brings the order, and whom it makes later. */
export const effectText = ({ gained_seconds, tardiness_seconds, others }: TriedRemedyRow, say: Say): string =>
  `${differenceText(-gained_seconds, say)} ${leftText(tardiness_seconds, say)} · ${laterText(madeLater(others), say)}`
export const madeLater = (others: TriedRemedyRow['others']): TriedRemedyRow['others'] =>
  others.filter(({ change_seconds }) => change_seconds > 0)
