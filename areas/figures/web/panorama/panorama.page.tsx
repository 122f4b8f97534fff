import { FullscreenExitOutlined, FullscreenOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { useLive } from '@qitao/platform/web/call/live.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { floorChannel } from '@qitao/shopfloor/model/floor.message.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { type Panorama, showPanorama, type ToldOver } from '../../model/dashboard.calls.ts'
import type { FigureKey } from '../../model/figures.ts'
import { FigureCard } from '../figure-card.tsx'
import { RowsDrawer, type ShownRows } from '../rows.drawer.tsx'
import { Calls } from './calls.tsx'
import { Funnel } from './funnel.tsx'
import { Hours } from './hours.tsx'
import { useKeptPanorama } from './kept-panorama.ts'
import { Load } from './load.tsx'
import { Risks, Shortages } from './risks.tsx'
import './panorama.css'

/** Asked again when the plan changes and, as reports and receipts are told to nobody, each minute. */
const everyMs = 60_000
/** Data older than this is told to be so. */
const staleSeconds = 180
/** How long the wall shows one part. */
const turnMs = 20_000

/** Are we on plan, what is at risk today: to work from at a desk, and to hang on a wall. */
export default function PanoramaPage() {
  const say = useSay()
  const { panorama, error, refetch } = useKeptPanorama(everyMs)
  const [shown, setShown] = useState<ShownRows>()
  const page = useRef<HTMLDivElement>(null)
  const wall = useWall(page)
  useLive(floorChannel, () => void refresh(showPanorama))
  if (!panorama) return error ? <ErrorState failure={error} retry={refetch} /> : <PageSkeleton />
  const parts = partsOf(panorama, setShown)
  const at = wall.on ? wall.turn % parts.length : undefined
  return (
    <div ref={page} className={wall.on ? 'qt-page qt-panorama qt-wall' : 'qt-page qt-panorama'}>
      <header className="qt-panorama-head">
        <Stamp at={panorama.updated_time} failed={error !== null} />
        <div className="qt-toolbar">
          {wall.on ? <span className="qt-secondary qt-number">{`${(at ?? 0) + 1} / ${parts.length}`}</span> : null}
          <ActButton
            act={{
              title: wall.on ? text('退出大屏', 'Leave the wall') : text('大屏', 'Wall'),
              icon: wall.on ? <FullscreenExitOutlined aria-hidden /> : <FullscreenOutlined aria-hidden />,
              run: wall.toggle,
            }}
          />
        </div>
      </header>
      {parts.map(({ title, content }, index) =>
        at === undefined || at === index ? (
          <section key={title.zh} aria-label={say(title)} className="qt-panorama-part">
            <h2>{say(title)}</h2>
            {content}
          </section>
        ) : null,
      )}
      <RowsDrawer shown={shown} onClose={() => setShown(undefined)} />
    </div>
  )
}

interface Part {
  readonly title: { zh: string; en: string }
  readonly content: ReactNode
}
/** The parts of the page that the reader may see; the wall shows one at a time. */
function partsOf(
  { orders, measured, coming, standing, plan, shortages, workshop, calls, updated_time }: Panorama,
  onRows: (shown: ShownRows) => void,
): Part[] {
  const open = (figure: FigureKey, range: readonly [number, number]) => onRows({ figure, range })
  const now: [number, number] = [updated_time - daySeconds, updated_time]
  const cards = (of: ToldOver) =>
    of.figures.map(told => (
      <FigureCard key={told.figure} told={told} onOpen={() => open(told.figure, of.timestamp_range)} />
    ))
  return [
    ...(orders ? [{ title: text('订单', 'Orders'), content: <Funnel rows={orders.funnel} /> }] : []),
    {
      title: text('近30天和未来7天', 'Last 30 days, and the coming week'),
      content: (
        <div className="qt-figure-cards">
          {cards(measured)}
          {cards(coming)}
        </div>
      ),
    },
    {
      title: text('当前金额和缺料', 'Money and shortages now'),
      content: (
        <div className="qt-figure-cards">
          {standing.map(told => (
            <FigureCard key={told.figure} told={told} onOpen={() => open(told.figure, now)} />
          ))}
        </div>
      ),
    },
    ...(orders
      ? [
          {
            title: text('逾期和有风险的订单（按金额×天数）', 'Orders late and at risk, by money × days'),
            content: <Risks rows={orders.at_risk} />,
          },
        ]
      : []),
    ...(shortages
      ? [
          {
            title: text('影响最大的缺料', 'Shortages that hold up the most'),
            content: (
              <Shortages
                rows={shortages}
                onOpen={row =>
                  onRows({ figure: 'shortage_exposure', range: now, only: { product: row.material_id }, of: row.name })
                }
              />
            ),
          },
        ]
      : []),
    ...(plan
      ? [
          {
            title: text('未来两周设备负荷', 'Load of machines, next two weeks'),
            content: <Load plan={plan} onRows={onRows} />,
          },
        ]
      : []),
    ...(calls && calls.length > 0
      ? [{ title: text('未解决的呼叫', 'Open calls for help'), content: <Calls rows={calls} now={updated_time} /> }]
      : []),
    ...(workshop
      ? [{ title: text('今日每小时产量', 'Pieces by hour today'), content: <Hours hours={workshop.hours} /> }]
      : []),
  ]
}

/** Of when the data is; loud when it has grown old. */
function Stamp({ at, failed }: { at: number; failed: boolean }) {
  const say = useSay()
  const dates = useOrgDate()
  const [, tick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => tick(count => count + 1), everyMs)
    return () => clearInterval(timer)
  }, [])
  const old = failed || Date.now() / 1000 - at > staleSeconds
  return (
    <span className={old ? 'qt-danger' : 'qt-secondary'} role="status">
      {say(old ? text('数据已过时：{time}', 'Old data, of {time}') : text('数据时间 {time}', 'Data of {time}'), {
        time: dates.minuteOf(at),
      })}
    </span>
  )
}

/** Full screen, one part after another; the browser's own way out (Escape) ends it too. */
function useWall(page: { current: HTMLElement | null }) {
  const [on, setOn] = useState(false)
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const changed = () => setOn(document.fullscreenElement !== null && document.fullscreenElement === page.current)
    document.addEventListener('fullscreenchange', changed)
    return () => document.removeEventListener('fullscreenchange', changed)
  }, [page])
  useEffect(() => {
    if (!on) return
    setTurn(0)
    const timer = setInterval(() => setTurn(now => now + 1), turnMs)
    return () => clearInterval(timer)
  }, [on])
  const toggle = async () => {
    if (document.fullscreenElement) await document.exitFullscreen()
    else await page.current?.requestFullscreen()
  }
  return { on, turn, toggle }
}
