import { say, type Text, text } from '@qitao/core/text.ts'
import { useState } from 'react'
import { CallFailure, failureText } from '../call/failures.ts'
import { useLanguage, useSay } from '../session/language.ts'
import { behind, inOrder, isLongAgo, isStillHere, type KeptFailure, type QueuedAction } from './action.ts'
import { device, sync } from './device.ts'
import type { Outbox } from './outbox.ts'

const states: Readonly<Record<QueuedAction['state'], { said: Text; colour: string }>> = {
  waiting: { said: text('待发送', 'To send'), colour: 'info' },
  refused: { said: text('未完成', 'Not done'), colour: 'danger' },
  done: { said: text('已完成', 'Done'), colour: 'success' },
}
const unsure = text('可能已完成', 'May be done')
const lookFirst = text(
  '已发出，但没有收到答复，可能已经完成。请先查看记录，再决定重发、修改或放弃',
  'It was sent and no answer came, so it may be done. Look at the records first, then send it again, change it or give it up',
)
const refusedSince = text('再次发送时服务器答复：{why}', 'Sent again, the server answered: {why}')
const twice = text(
  '这项操作可能已经完成，再登记一次会记两次。已查看记录、确认没有完成？',
  'This may be done already, and would then be booked twice. Have you looked, and it was not done?',
)
const unsureDrop = text(
  '放弃这项操作？它可能已经完成；已记录的不会撤回。',
  'Give this up? It may be done already, and what was booked stays booked.',
)

/** Said to who wanted to change it or give it up. */
export const sentMeanwhile = text(
  '这项操作刚刚已发出，未做改动。结果见待发送页；需要更正时请撤回该记录后重新登记',
  'This was sent a moment ago; nothing was changed. See the outbox for the answer; to correct it, take the record back and enter it anew',
)

interface OutboxListProps {
  outbox: Outbox
  /** Opens what was done, to be done differently; undefined where that has no form. */
  change: (action: QueuedAction) => (() => void) | undefined
  clockOf: (milliseconds: number) => string
}
/** Everything taken on the device that is not sent yet, what was not done with a way on, and what was done today. */
export function OutboxList({ outbox, change, clockOf }: OutboxListProps) {
  const say = useSay()
  const actions = outbox.actions.use()
  const { reached = true } = device.use() ?? {}
  const rank = { refused: 0, waiting: 1, done: 2 }
  const all = inOrder(actions).toSorted(
    (a, b) => rank[a.state] - rank[b.state] || (a.state === 'done' ? b.order - a.order : 0),
  )
  if (all.length === 0) return <p className="qt-m-empty">{say(text('没有待发送的操作', 'Nothing waits to be sent'))}</p>
  return (
    <>
      {all.some(({ state }) => state === 'waiting') ? (
        <button type="button" className="qt-m-button" onClick={() => void sync()}>
          {say(reached ? text('立即发送', 'Send now') : text('重试连接', 'Try to connect'))}
        </button>
      ) : null}
      <ul className="qt-m-list" aria-label={say(text('待发送与已发送', 'To send and sent'))}>
        {all.map(action => (
          <Entry key={action.id} {...{ action, actions, outbox, clockOf }} change={change(action)} />
        ))}
      </ul>
    </>
  )
}

interface EntryProps {
  action: QueuedAction
  actions: readonly QueuedAction[]
  outbox: Outbox
  change: (() => void) | undefined
  clockOf: (milliseconds: number) => string
}
function Entry({ action, actions, outbox, change, clockOf }: EntryProps) {
  const say = useSay()
  const { state, title, taken_at, failure, photos } = action
  const isUnsure = failure?.kind === 'unsure'
  const { said, colour } = isUnsure ? { said: unsure, colour: 'warning' } : states[state]
  const held = state === 'refused' ? behind(action, actions) : 0
  const mayGo = isStillHere(action)
  const [isLate, setIsLate] = useState(false)
  const dropped = isUnsure ? unsureDrop : text('放弃这项操作？它不会被记录。', 'Give this up? It is not booked then.')
  const looked = (isAsked: boolean, work: () => unknown) => () => {
    if (!isAsked || confirm(say(twice))) work()
  }
  const drop = () => {
    if (confirm(say(dropped))) void outbox.drop(action).then(isGone => (isGone ? sync() : setIsLate(true)))
  }
  return (
    <li className="qt-m-card">
      <header>
        <strong>{say(title)}</strong>
        <span className={`qt-m-tag qt-m-${colour}`}>{say(said)}</span>
      </header>
      <p className="qt-m-quiet">
        {clockOf(taken_at)}
        {photos.length > 0 ? ` · ${say(text('{n} 张照片', '{n} photos'), { n: photos.length })}` : ''}
      </p>
      {failure ? <Problem of={failure} /> : null}
      {isLate ? (
        <p className="qt-m-problem" role="alert">
          {say(sentMeanwhile)}
        </p>
      ) : null}
      {held > 0 ? (
        <p className="qt-m-quiet">{say(text('后面还有 {n} 项在等它', '{n} more wait for it'), { n: held })}</p>
      ) : null}
      {mayGo ? (
        <footer>
          {state === 'refused' ? (
            <button
              type="button"
              className="qt-m-button"
              onClick={looked(isLongAgo(action), () => void outbox.again(action).then(sync))}
            >
              {say(text('重新发送', 'Send again'))}
            </button>
          ) : null}
          {change ? (
            <button type="button" className="qt-m-button" onClick={looked(isUnsure, change)}>
              {say(text('修改', 'Change'))}
            </button>
          ) : null}
          <button type="button" className="qt-m-button qt-m-danger-button" onClick={drop}>
            {say(text('放弃', 'Give up'))}
          </button>
        </footer>
      ) : null}
    </li>
  )
}
function Problem({ of: { kind, told, code, data, message } }: { of: KeptFailure }) {
  const language = useLanguage()
  const answer = kind === 'unsure' ? told : kind
  const why = answer && failureText(new CallFailure(answer, code, data, message), language)
  return (
    <p className="qt-m-problem" role="alert">
      {kind === 'unsure' ? lookFirst[language] : why}
      {kind === 'unsure' && why ? (
        <>
          <br />
          {say(refusedSince, language, { why })}
        </>
      ) : null}
    </p>
  )
}
