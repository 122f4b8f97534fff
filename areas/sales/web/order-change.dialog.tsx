import { generalErrors } from '@qitao/core/general.errors.ts'
import { formatQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import type { DocumentChange } from '@qitao/document-kit/web'
import { isFailure } from '@qitao/platform/web/call/failures.ts'
import { type Command, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { endsLate } from '@qitao/platform/web/show/due.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { DayText, Instant } from '@qitao/platform/web/show/instant.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Alert, Checkbox, Modal } from 'antd'
import { type ReactNode, useMemo, useRef, useState } from 'react'
import { changeSalesOrder, type OrderEffect, previewOrderChange } from '../model/order-change.calls.ts'
import { staying } from '../model/order-change.rules.ts'
import { effectWords, whyLeft } from '../model/order-change.words.ts'
import { countSalesOrders, listOrderLines, listSalesOrders, showSalesOrder } from '../model/sales-order.calls.ts'
import './sales.css'

type Change = Parameters<ReturnType<typeof useCommand<typeof previewOrderChange>>['attempt']>[0]
type Attempt = Awaited<ReturnType<Command['attempt']>>
interface Followers {
  readonly effects: readonly OrderEffect[]
  readonly digest: string
  /** The books had moved on when it was agreed to: this is what follows now. */
  readonly isAgain: boolean
}
interface Asked extends Followers {
  readonly input: Change
}

/** Saves an order with work orders: first what follows is shown; only what is agreed to is done. */
export function useOrderChange(): { save: DocumentChange; dialog: ReactNode } {
  const [asked, setAsked] = useState<Asked>()
  const answer = useRef<(attempt: Attempt) => void>(undefined)
  const preview = useCommand(previewOrderChange, { success: null, repeatable: true })
  const change = useCommand(changeSalesOrder, {
    refreshes: [listSalesOrders, countSalesOrders, showSalesOrder, listOrderLines],
    success: ({ accepted_count, left_count }) =>
      text(
        `订单已变更：${accepted_count}项已跟随，${left_count}项保留`,
        `Order changed: followed ${accepted_count}, left ${left_count}`,
      ),
  })
  const end = (attempt: Attempt) => {
    setAsked(undefined)
    answer.current?.(attempt)
  }
  const look = async (input: Change, isAgain: boolean): Promise<Attempt | undefined> => {
    const seen = await preview.attempt(input)
    if (!seen.ok) return seen
    setAsked({ input, isAgain, ...seen.output })
    return undefined
  }
  const attempt = async (input: Change): Promise<Attempt> => {
    const refused = await look(input, false)
    return refused ?? new Promise<Attempt>(resolve => (answer.current = resolve))
  }
  const agree = async (accepted: string[]) => {
    const { input, digest } = asked!
    const done = await change.attempt({ ...input, digest, accepted })
    if (done.ok) return end(done)
    // Somebody was faster: shown is what follows now. What the form itself is refused for is told there.
    if (!isFailure(done.failure, generalErrors.versionConflict)) return end(done)
    const refused = await look(input, true)
    if (refused) end(refused)
  }
  const command: Command = {
    ...change,
    attempt,
    pending: preview.pending || change.pending || asked !== undefined,
  }
  return {
    save: { title: text('变更并查看影响', 'Change and see effects'), command, staying: ['no', ...staying] },
    dialog: asked ? (
      <EffectsDialog
        key={asked.digest}
        asked={asked}
        words={changeWords}
        pending={change.pending || preview.pending}
        onAgree={agree}
        onClose={() => end({ ok: false, failure: undefined })}
      />
    ) : null,
  }
}

interface FollowersWords {
  readonly title: Text
  /** With how many follow. */
  readonly agree: Text
  readonly back: Text
  /** Nothing follows. */
  readonly none: Text
}
const changeWords: FollowersWords = {
  title: text('变更的影响', 'What follows from the change'),
  agree: text('确认变更（接受{count}项）', 'Change, accepting {count}'),
  back: text('返回修改', 'Back to the order'),
  none: text('没有需要跟随的单据，只修改订单本身', 'Nothing else has to follow: the order alone is changed'),
}
interface DialogProps {
  asked: Followers
  words: FollowersWords
  pending: boolean
  onAgree: (accepted: string[]) => void
  onClose: () => void
}
/** What follows for other documents: each is accepted or left. */
export function EffectsDialog({ asked: { effects, isAgain }, words, pending, onAgree, onClose }: DialogProps) {
  const say = useSay()
  const choices = useMemo(() => effects.filter(({ is_choice }) => is_choice), [effects])
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const byKey = useMemo(() => new Map(effects.map(effect => [effect.key, effect])), [effects])
  const isLeft = ({ key, after_keys }: OrderEffect): boolean => left.has(key) || after_keys.some(isGone)
  const isGone = (key: string): boolean => {
    const effect = byKey.get(key)
    return effect === undefined || isLeft(effect)
  }
  const accepted = choices.filter(effect => !isLeft(effect)).map(({ key }) => key)
  const choose = (key: string, on: boolean) => {
    const next = new Set(left)
    if (on) next.delete(key)
    else next.add(key)
    setLeft(next)
  }
  const all = (on: boolean) => setLeft(on ? new Set() : new Set(choices.map(({ key }) => key)))
  return (
    <Modal
      open
      width={860}
      title={say(words.title)}
      okText={say(words.agree, { count: accepted.length })}
      cancelText={say(words.back)}
      confirmLoading={pending}
      onOk={() => onAgree(accepted)}
      onCancel={onClose}
      mask={{ closable: false }}
    >
      {isAgain ? (
        <Alert
          type="warning"
          showIcon
          title={say(
            text(
              '期间数据已变化，尚未做任何修改。以下是现在的影响，请重新确认。',
              'The books have moved on and nothing was done. This is what follows now: look again.',
            ),
          )}
        />
      ) : null}
      {effects.length === 0 ? (
        <EmptyState text={words.none} />
      ) : (
        <>
          <p className="qt-secondary">
            {say(
              text(
                '勾选的随订单一起改变；不勾选的保持原样，后果写在该行。',
                'What is checked follows the order. What is not stays as it is; the row says what becomes of it.',
              ),
            )}
          </p>
          {choices.length > 0 ? (
            <Checkbox
              checked={accepted.length === choices.length}
              indeterminate={accepted.length > 0 && accepted.length < choices.length}
              onChange={event => all(event.target.checked)}
            >
              {say(text('全部接受', 'Accept all'))} ({accepted.length}/{choices.length})
            </Checkbox>
          ) : null}
          <ul className="qt-effects" aria-label={say(words.title)}>
            {effects.map(effect => (
              <EffectRow
                key={effect.key}
                effect={effect}
                isLeft={isLeft(effect)}
                isBound={effect.after_keys.some(isGone)}
                finish={finishAfter(effect, isGone)}
                onChoose={on => choose(effect.key, on)}
              />
            ))}
          </ul>
        </>
      )}
    </Modal>
  )
}

interface RowProps {
  effect: OrderEffect
  isLeft: boolean
  /** What it follows from is left: so is this. */
  isBound: boolean
  /** When it is finished with what is accepted. */
  finish: number | null
  onChoose: (on: boolean) => void
}
function EffectRow({ effect, isLeft, isBound, finish, onChoose }: RowProps) {
  const say = useSay()
  const { kind, object, line_no, is_choice, why_left, after_keys } = effect
  const isLate = kind === 'finish' && effect.is_late && finish !== null && endsLate(finish, effect.to_time!)
  const { does, left } = effectWords[kind]
  const name = `${say(does)} ${object?.no ?? ''}`.trim()
  return (
    <li className={after_keys.length > 0 ? 'qt-effect-below' : undefined} data-kind={kind}>
      {is_choice ? (
        <Checkbox
          checked={!isLeft}
          disabled={isBound}
          aria-label={name}
          onChange={event => onChoose(event.target.checked)}
        />
      ) : (
        <span className="qt-effect-told" aria-hidden>
          {'·'}
        </span>
      )}
      <div>
        <strong>{say(does)}</strong> {object ? <span>{object.no}</span> : null}{' '}
        <span className="qt-secondary">
          {line_no === null ? say(text('新行', 'New line')) : say(text('第{line}行', 'Line {line}'), { line: line_no })}{' '}
          {effect.material_code} {effect.material_name}
        </span>
        <div className={isLate || kind === 'lack' || kind === 'shipping' ? 'qt-late' : undefined}>
          <FromTo effect={effect} finish={finish} isLate={isLate} />
        </div>
        {isLeft || effect.over_issued.length === 0 ? null : <OverIssued effect={effect} />}
        {why_left ? <div className="qt-late">{say(whyLeft[why_left])}</div> : null}
        {isLeft && left && !why_left ? <div className="qt-effect-left">{say(left)}</div> : null}
      </div>
    </li>
  )
}

/** When the last work order of its line ends, with what is accepted of it. */
function finishAfter({ from_time, finishes }: OrderEffect, isGone: (key: string) => boolean): number | null {
  const ends = finishes.flatMap(
    ({ effect_key, from_time: now, to_time: then }) => (effect_key === null || isGone(effect_key) ? now : then) ?? [],
  )
  return ends.length === 0 ? from_time : Math.max(...ends)
}

/** Material that lies at the work order and that its new quantity does not need: how much of each, and where it is returned. */
function OverIssued({ effect: { object, over_issued } }: { effect: OrderEffect }) {
  const say = useSay()
  const { may } = useSession()
  const parts = over_issued.map(
    ({ material_code, material_name, quantity, unit_name }) =>
      `${material_code} ${material_name} ${formatQuantity(quantity)} ${unit_name}`,
  )
  return (
    <div className="qt-late">
      {say(text('已领料超出新数量：{parts}。', 'Issued beyond the new quantity: {parts}.'), {
        parts: parts.join(say(text('、', ', '))),
      })}{' '}
      {may(pages.outbound) ? (
        <a
          className="qt-link"
          href={`${pages.outbound.path}?tab=picking&keyword=${encodeURIComponent(object!.no)}`}
          target="_blank"
          rel="noreferrer"
        >
          {say(text('变更后退料', 'Return it after the change'))}
        </a>
      ) : (
        say(text('变更后请仓库在「待领料」退料。', 'After the change ask the warehouse to return it under “To pick”.'))
      )}
    </div>
  )
}

/** What becomes another, and what is there of it already. */
function FromTo({ effect, finish, isLate }: { effect: OrderEffect } & Pick<RowProps, 'finish'> & { isLate: boolean }) {
  const say = useSay()
  const { kind, from_quantity, to_quantity, from_time, to_time, from_priority, to_priority, unit_name } = effect
  if (kind === 'finish')
    return (
      <>
        {from_time === null || finish === null ? (
          say(text('尚未排产', 'Not planned yet'))
        ) : finish === from_time ? (
          <DayText of={from_time} />
        ) : (
          <>
            <Instant at={from_time} /> → <Instant at={finish} />{' '}
            {say(text('（按勾选的变更）', '(with what is checked)'))}
          </>
        )}
        {' · '}
        {say(text('交期', 'Due'))} <DayText of={to_time!} />
        {isLate ? ` · ${say(text('晚于新交期，请重排', 'after the new day: plan again'))}` : ''}
      </>
    )
  if (from_priority !== null)
    return (
      <>
        {from_priority} → {to_priority}
      </>
    )
  if (from_time !== null && to_time !== null)
    return (
      <>
        <DayText of={from_time} /> → <DayText of={to_time} />
      </>
    )
  const words: Partial<Record<typeof kind, Text>> = {
    lack: text('可用{from}，需要{to}', 'Free {from}, needed {to}'),
    shipping: text('发货单上{from}，还可发{to}', 'On the shipment {from}, open {to}'),
  }
  const made = effect.made_quantity !== null && Number(effect.made_quantity) > 0 ? effect.made_quantity : null
  const issued = effect.issued_quantity !== null && Number(effect.issued_quantity) > 0
  return (
    <>
      {words[kind] && from_quantity !== null && to_quantity !== null ? (
        say(words[kind], { from: from_quantity, to: to_quantity })
      ) : from_quantity === null ? null : (
        <>
          <Quantity value={from_quantity} />
          {to_quantity === null ? null : (
            <>
              {' → '}
              <Quantity value={to_quantity} />
            </>
          )}
        </>
      )}{' '}
      {from_quantity === null ? '' : unit_name}
      {made ? ` · ${say(text('已完成{made}', 'made {made}'), { made })}` : ''}
      {issued ? ` · ${say(text('已领料', 'material issued'))}` : ''}
    </>
  )
}
