import { type Text, text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import { device, failureOf, sync } from '@qitao/platform/web/offline/device.ts'
import type { DevicePart } from '@qitao/platform/web/offline/part.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { nothingTaken } from '@qitao/shopfloor/web/handheld/nothing-taken.ts'
import { useEffect, useState } from 'react'
import {
  changedGoods,
  findGoods,
  type GoodsWork,
  goods,
  goodsOffered,
  loadGoods,
  lookAtGoods,
  outdateGoods,
  readGoods,
} from './goods.ts'
import { goodsPaths, linesToCome, sentLines, stopsToWalk, takenHere } from './goods-here.ts'
import { PickHere } from './pick-here.tsx'
import { ReceiveHere } from './receive-here.tsx'

/** Goods that come and goods that are picked, with a connection or without. */
export const goodsPart: DevicePart = {
  ...{ name: 'goods', title: text('收货拣货', 'Goods'), offered: goodsOffered },
  ...{ read: readGoods, load: loadGoods, outdate: outdateGoods, Page: GoodsPage },
  change: action => (goodsPaths.includes(action.path) ? () => changedGoods.set(action) : undefined),
}
const kinds: Readonly<Record<GoodsWork['kind'], Text>> = {
  wave: text('波次拣货', 'Pick a wave'),
  outbound: text('出库拣货', 'Pick'),
  inbound: text('入库', 'Put in'),
  purchase_order: text('采购到货', 'Receive'),
}

function GoodsPage() {
  const say = useSay()
  const language = useLanguage()
  const { reached = true, holder } = device.use() ?? {}
  const { works = [], bins = [], askedAt = 0 } = goods.use() ?? {}
  const { actions: taken = nothingTaken } = device.use()?.outbox ?? {}
  const instead = changedGoods.use()
  // What is told anew goes in its old turn: what came after it is not booked by then.
  const before = taken.use().filter(({ order }) => instead === undefined || order < instead.order)
  const here = takenHere(before, askedAt)
  const [chosen, setChosen] = useState<string>()
  const all = works.map(work =>
    'lines' in work
      ? { ...work, lines: linesToCome(work.lines, here) }
      : { ...work, stops: stopsToWalk(work.stops, here) },
  )
  const changed = instead && all.find(work => isOf(work, sentLines(instead)))
  const open = changed ?? all.find(({ id }) => id === chosen)
  const [problem, setProblem] = useState<string>()
  useEffect(lookAtGoods, [])
  const openByNo = async (code: string) => {
    // Its page takes the labels.
    if (open) return
    setProblem(undefined)
    let found: { id: string } | undefined = works.find(({ no }) => no === code)
    const failure =
      found || !reached
        ? undefined
        : await failureOf(async () => {
            found = await findGoods(code)
          })
    beep(found !== undefined)
    if (found) setChosen(found.id)
    else setProblem(failure ? failureText(failure, language) : say(reached ? noneWaits(code) : notHere(code)))
  }
  useWedge(code => void openByNo(code))
  const close = () => {
    changedGoods.set(undefined)
    setChosen(undefined)
  }
  if (open)
    return (
      <>
        <button type="button" className="qt-m-button" onClick={close}>
          {say(text('返回清单', 'Back to the list'))}
        </button>
        <p>
          <strong>{open.no}</strong> {open.about}
        </p>
        {'lines' in open ? (
          <ReceiveHere key={`${open.id} ${instead?.id}`} of={open} {...{ bins, instead }} onChanged={close} />
        ) : (
          <PickHere key={`${open.id} ${instead?.id}`} of={open} {...{ instead }} onChanged={close} />
        )}
      </>
    )
  const waiting = all.filter(work => ('lines' in work ? work.lines : work.stops).length > 0)
  return (
    <>
      {problem ? (
        <p className="qt-m-problem" role="alert">
          {problem}
        </p>
      ) : null}
      {instead ? (
        <p className="qt-m-problem" role="alert">
          {say(
            text(
              '这张单据已没有待处理的行：请在待发送中放弃这项操作',
              'Nothing is left of its document: give the action up in the outbox',
            ),
          )}
        </p>
      ) : null}
      {waiting.length === 0 ? (
        <p className="qt-m-empty">{say(text('没有待收、待拣的单据', 'Nothing to receive or to pick'))}</p>
      ) : (
        <p className="qt-m-quiet">{say(text('扫描单据号或点选一张', 'Scan the number of a document, or tap it'))}</p>
      )}
      <ul className="qt-m-list" aria-label={say(text('待收、待拣', 'To receive and to pick'))}>
        {waiting.map(work => (
          <li key={work.id} className="qt-m-card">
            <header>
              <strong>{work.no}</strong>
              <span className="qt-m-tag qt-m-info">{say(kinds[work.kind])}</span>
            </header>
            <p className="qt-m-quiet">
              {[
                work.about,
                holder &&
                  work.due_time !== null &&
                  say(text('{day} 到期', 'Due {day}'), { day: dayOf(work.due_time, holder.zone) }),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            <button type="button" className="qt-m-button qt-m-line" onClick={() => setChosen(work.id)}>
              {say(text('{no}：还有 {n} 行', '{no}: {n} lines left'), {
                no: work.no,
                n: ('lines' in work ? work.lines : work.stops).length,
              })}
            </button>
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="qt-m-button"
        onClick={() => {
          outdateGoods()
          void sync()
        }}
      >
        {say(text('刷新', 'Refresh'))}
      </button>
    </>
  )
}
const noneWaits = (code: string): Text =>
  text(`没有待收、待拣的单据「${code}」`, `No document ${code} is to be received or picked`)
const notHere = (code: string): Text =>
  text(`本机没有单据「${code}」，连接后再扫`, `Document ${code} is not on this device: scan it with a connection`)
function isOf(work: GoodsWork, lines: ReturnType<typeof sentLines>): boolean {
  const ids = new Set(
    'lines' in work ? work.lines.map(({ id }) => id) : work.stops.flatMap(({ parts }) => parts.map(one => one.line_id)),
  )
  return lines.some(({ line_id, arrival_id }) => ids.has(line_id ?? arrival_id ?? ''))
}
