import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { useIdle } from '@qitao/access/web/session/idle.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { failureText, isFailure } from '@qitao/platform/web/call/failures.ts'
import { CameraScan, hasCamera } from '@qitao/platform/web/form/camera-scan.tsx'
import { useHostBack } from '@qitao/platform/web/form/host.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import { openOf, type QueuedAction } from '@qitao/platform/web/offline/action.ts'
import {
  chooseLanguage,
  device,
  endView,
  type Holder,
  onReached,
  openHere,
  signOut,
  sync,
} from '@qitao/platform/web/offline/device.ts'
import type { Outbox } from '@qitao/platform/web/offline/outbox.ts'
import { OutboxList } from '@qitao/platform/web/offline/outbox-list.tsx'
import type { DevicePart } from '@qitao/platform/web/offline/part.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import type { Store } from '@qitao/platform/web/store.ts'
import { useCallback, useEffect, useMemo, useState } from 'react'
import { addReport } from '../../model/report.calls.ts'
import { useClock } from './clock.ts'
import { Entrance } from './entrance.tsx'
import { type ExpectedTask, expectedTasks, inSequence, taskOf } from './expected.ts'
import { NoRight } from './no-right.tsx'
import { NoRoom } from './no-room.tsx'
import { noneOfYours, ReportSheet } from './report-sheet.tsx'
import { loadShift, notLoaded, readShift, shift } from './shift.ts'
import { SignIn } from './sign-in.tsx'
import { TaskList } from './task-list.tsx'
import { isShut, nextPerson, type Terminal, terminal } from './terminal.ts'
import './handheld.css'

interface HandheldProps {
  /** Takes the newer version of this page, where one has arrived. */
  update: Store<(() => void) | undefined>
  /** What else is done with the device. */
  parts: readonly DevicePart[]
}
/** The floor in the hand: for tablet, phone and scanner, with a connection or without. */
export function Handheld(props: HandheldProps) {
  const state = device.use()
  const here = terminal.use()
  const { holder, outbox, view } = state ?? {}
  useIdle(holder && here && here.state !== 'none' ? here.idle_minutes : undefined, () => void nextPerson())
  if (!state || here === undefined) return null
  if (isShut(here, holder?.company_code)) return <Stopped here={here} />
  if (view !== undefined) return <Viewed />
  return holder && outbox ? <Work key={holder.owner} {...{ holder, outbox }} {...props} /> : <Door />
}

function Door() {
  const say = useSay()
  const { full = false } = device.use() ?? {}
  return (
    <main className="qt-m">
      <header className="qt-m-bar">
        <h1>{say(text('齐套 · 操作员', 'Qitao · Operator'))}</h1>
        <LanguageButton />
      </header>
      {full ? <NoRoom /> : null}
      <Entrance />
    </main>
  )
}

/** The device was lost, or is not trusted: nobody of the company works with it, and what they keep on it is not sent. */
function Stopped({ here: { name, company_name } }: { here: Terminal }) {
  const say = useSay()
  const { others = [] } = device.use() ?? {}
  const [signsIn, setSignsIn] = useState(false)
  return (
    <main className="qt-m">
      <header className="qt-m-bar">
        <h1>{name}</h1>
        <LanguageButton />
      </header>
      <div className="qt-m-body">
        <p className="qt-m-problem" role="alert">
          {say(accessErrors.terminalStopped.text)}
        </p>
        <p>
          {say(text('停用只针对「{company_name}」的成员。', 'It is stopped for the members of {company_name} alone.'), {
            company_name,
          })}
        </p>
        {others.length > 0 ? (
          <p>
            {say(
              text(
                '以下未发送的操作保留在本机，现在不能发送；管理员恢复使用后，由本人查看并发送或放弃：',
                'What is not sent stays on this device and cannot be sent now. Once an administrator releases it, its owners look at it, and send it or give it up:',
              ),
            )}
          </p>
        ) : null}
        {others.map(one => (
          <p key={one.account} className="qt-m-note">
            {say(text('{name}：{open} 项', '{name}: {open}'), one)}
          </p>
        ))}
        <button type="button" className="qt-m-button" onClick={() => void sync()}>
          {say(text('重试', 'Try again'))}
        </button>
        {signsIn ? (
          <SignIn />
        ) : (
          <button type="button" className="qt-m-button" onClick={() => setSignsIn(true)}>
            {say(text('其他公司的成员登录', 'Sign in to another company'))}
          </button>
        )}
      </div>
    </main>
  )
}

/** An administrator looks on as a member in this browser, who is not the one to work with the device. */
function Viewed() {
  const say = useSay()
  return (
    <main className="qt-m">
      <header className="qt-m-bar">
        <h1>{say(text('齐套 · 操作员', 'Qitao · Operator'))}</h1>
        <LanguageButton />
      </header>
      <p className="qt-m-empty" role="status">
        {say(
          text(
            '此浏览器正在以他人的身份查看，只能读取。本机未发送的操作会保留；结束查看后再操作。',
            'A view as somebody else is open in this browser: reading only. What is not sent stays on the device; end the view to work.',
          ),
        )}
      </p>
      <button type="button" className="qt-m-button qt-m-primary" onClick={() => void endView()}>
        {say(text('结束查看', 'End the view'))}
      </button>
    </main>
  )
}

/** Beside these the parts, by their names. */
type Page = 'tasks' | 'outbox' | 'sign-in' | (string & {})
interface Reported {
  readonly task: ExpectedTask
  readonly instead?: QueuedAction
}
function Work({ holder, outbox, update, parts }: HandheldProps & { holder: Holder; outbox: Outbox }) {
  const say = useSay()
  const { reached = true, signIn = false, full = false, others = [] } = device.use() ?? {}
  const here = terminal.use()
  const isShared = here !== undefined && here.state !== 'none'
  const actions = outbox.actions.use()
  const now = shift.use()
  const last = notLoaded.use()
  const failure = last?.owner === holder.owner ? last.failure : undefined
  const language = useLanguage()
  const [chosen, setPage] = useState<Page>()
  const [reported, setReported] = useState<Reported>()
  const [problem, setProblem] = useState<Text>()
  const newer = update.use()
  const offers = useOffers(parts)
  const clockOf = useClock(holder.zone)
  useEffect(() => {
    void readShift()
    for (const { read } of parts) void read()
    const ends = [loadShift, ...parts.map(({ load }) => load)].map(onReached)
    return () => {
      for (const end of ends) end()
    }
  }, [parts])
  const offered = parts.filter(part => offers[part.name])
  const mayNot = isFailure(failure, generalErrors.noPermission)
  // Who has no tasks by right begins with what he does here.
  const first: Page = (mayNot || (!reached && now === undefined) ? offered[0]?.name : undefined) ?? 'tasks'
  const page = chosen ?? first
  const partOpen = offered.find(({ name }) => name === page)
  const tasks = useMemo(() => inSequence(expectedTasks(now?.tasks ?? [], actions, now?.tasksAt ?? 0)), [now, actions])
  const open = openOf(actions)
  const refused = open.filter(({ state }) => state === 'refused').length

  const openTask = useCallback((task: ExpectedTask) => setReported({ task }), [])
  const scan = (code: string): boolean => {
    const task = taskOf(code, tasks)
    if (task) setReported({ task })
    return task !== undefined
  }
  const take = (code: string) => {
    const isTaken = scan(code)
    beep(isTaken)
    setProblem(isTaken ? undefined : noneOfYours(code))
  }
  // The sheet that is open takes it.
  useWedge(code => reported || page === partOpen?.name || take(code))
  useHostBack(reported ? () => setReported(undefined) : page === first ? undefined : () => setPage(undefined))
  const change = (action: QueuedAction) => {
    for (const { name, change: prepare } of offered) {
      const isReady = prepare?.(action)
      if (!isReady) continue
      return () => {
        isReady()
        setPage(name)
      }
    }
    const task = now?.tasks.find(({ id }) => id === action.input.task_id)
    if (!now || action.path !== addReport.path || !task) return undefined
    const others = actions.filter(({ id }) => id !== action.id)
    const [without] = expectedTasks([task], others, now.tasksAt)
    return without && (() => setReported({ task: without, instead: action }))
  }
  const refresh = () => {
    for (const { outdate } of parts) outdate?.()
    void sync()
  }
  const leave = () => {
    const waiting = openHere()
    const asked = say(
      text(
        '本机还有 {n} 项未发送，会保留到您再次登录。退出？',
        '{n} actions are not sent; they stay until you sign in again. Sign out?',
      ),
      { n: waiting },
    )
    if (isShared) void nextPerson()
    else if (waiting === 0 || confirm(asked)) void signOut()
  }
  const tab = (name: Page, title: string) => (
    <button
      key={name}
      type="button"
      className="qt-m-tab"
      aria-current={page === name ? 'page' : undefined}
      onClick={() => setPage(name)}
    >
      {title}
    </button>
  )
  return (
    <main className="qt-m">
      <header className="qt-m-bar">
        <h1>{holder.name}</h1>
        <span className={reached ? 'qt-m-tag qt-m-success' : 'qt-m-tag qt-m-warning'} role="status">
          {say(reached ? text('在线', 'Online') : text('离线', 'Offline'))}
        </span>
        <LanguageButton />
        <button type="button" className="qt-m-button" onClick={leave}>
          {say(isShared ? text('换人', 'Next person') : text('退出', 'Sign out'))}
        </button>
      </header>
      <nav className="qt-m-tabs" aria-label={say(text('页面', 'Pages'))}>
        {tab('tasks', `${say(text('我的任务', 'My tasks'))} ${tasks.length}`)}
        {offered.map(({ name, title }) => tab(name, say(title)))}
        {tab('outbox', `${say(text('待发送', 'Outbox'))} ${open.length}`)}
      </nav>
      {newer ? (
        <button type="button" className="qt-m-button qt-m-news" onClick={newer}>
          {say(
            text('有新版本，点此更新；未发送的操作会保留', 'A new version is here: update. What is not sent is kept'),
          )}
        </button>
      ) : null}
      {full ? <NoRoom /> : null}
      {signIn && page !== 'sign-in' ? (
        <button type="button" className="qt-m-button qt-m-news" onClick={() => setPage('sign-in')}>
          {say(text('登录已过期：可以继续工作，点此登录后发送', 'The session is over: work goes on; sign in to send'))}
        </button>
      ) : null}
      {refused > 0 && page !== 'outbox' ? (
        <button type="button" className="qt-m-button qt-m-news qt-m-danger" onClick={() => setPage('outbox')}>
          {say(text('{n} 项操作未完成，点此处理', '{n} actions were not done: see why'), { n: refused })}
        </button>
      ) : null}
      {others.map(({ name, account, open: left }) => (
        <p key={account} className="qt-m-note" role="status">
          {say(text('本机还有 {name} 的 {left} 项操作未发送', '{left} actions of {name} wait on this device'), {
            name,
            left,
          })}
        </p>
      ))}
      <div className="qt-m-body">
        {page === 'sign-in' ? (
          <Entrance onDone={() => setPage(undefined)} />
        ) : page === 'outbox' ? (
          <OutboxList {...{ outbox, change, clockOf }} />
        ) : partOpen ? (
          <partOpen.Page />
        ) : (
          <>
            {problem ? (
              <p className="qt-m-problem" role="alert">
                {say(problem)}
              </p>
            ) : null}
            {mayNot ? (
              <NoRight />
            ) : failure && !signIn ? (
              <p className="qt-m-problem" role="alert">
                {say(text('任务没有载入：{why}', 'The tasks did not come: {why}'), {
                  why: failureText(failure, language),
                })}
              </p>
            ) : null}
            {now === undefined ? (
              failure ? null : (
                <p className="qt-m-empty">
                  {say(
                    reached
                      ? text('正在载入', 'Loading')
                      : text(
                          '本机还没有任务，连接后载入',
                          'No tasks on this device yet; they come with the connection',
                        ),
                  )}
                </p>
              )
            ) : tasks.length === 0 ? (
              <p className="qt-m-empty">
                {say(
                  text(
                    '没有派给您的任务。计划发布并派工后，任务会出现在这里。',
                    'No task is given to you. Once the plan is published and dispatched, your tasks appear here.',
                  ),
                )}
              </p>
            ) : (
              <>
                {reported ? null : <CameraButton onCode={take} onProblem={setProblem} />}
                <TaskList {...{ tasks, clockOf }} open={openTask} />
              </>
            )}
            <button type="button" className="qt-m-button" onClick={refresh}>
              {say(text('刷新', 'Refresh'))}
            </button>
          </>
        )}
      </div>
      {reported ? (
        <ReportSheet
          key={`${reported.task.id} ${reported.instead?.id}`}
          {...reported}
          onScan={scan}
          isTask={code => taskOf(code, tasks) !== undefined}
          onClose={() => setReported(undefined)}
        />
      ) : null}
    </main>
  )
}

/** Which parts there is something of, as that changes. */
function useOffers(parts: readonly DevicePart[]): Readonly<Record<string, boolean>> {
  const read = () => Object.fromEntries(parts.map(({ name, offered }) => [name, offered.get()]))
  const [offers, setOffers] = useState(read)
  useEffect(() => {
    const follow = () => setOffers(read())
    follow()
    const ends = parts.map(({ offered }) => offered.subscribe(follow))
    return () => {
      for (const end of ends) end()
    }
  }, [parts])
  return offers
}

/** Reads labels by the camera, where the browser can. */
function CameraButton({ onCode, onProblem }: { onCode: (code: string) => void; onProblem: (problem: Text) => void }) {
  const say = useSay()
  const [films, setFilms] = useState(false)
  const onTrouble = (problem: Text) => {
    setFilms(false)
    onProblem(problem)
  }
  if (!hasCamera()) return null
  return (
    <div className="qt-m-film">
      <button type="button" className="qt-m-button" aria-pressed={films} onClick={() => setFilms(!films)}>
        {say(text('用摄像头扫码', 'Scan by camera'))}
      </button>
      {films ? <CameraScan onCode={onCode} onProblem={onTrouble} /> : null}
    </div>
  )
}

function LanguageButton() {
  const language = useLanguage()
  return (
    <button type="button" className="qt-m-button" onClick={() => void chooseLanguage(language === 'zh' ? 'en' : 'zh')}>
      {language === 'zh' ? 'English' : '中文'}
    </button>
  )
}
