import { add, isQuantity } from '@qitao/core/quantity.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { serverSeconds } from '@qitao/platform/web/call/server-clock.ts'
import { useWedge } from '@qitao/platform/web/form/wedge.ts'
import type { QueuedPhoto } from '@qitao/platform/web/offline/action.ts'
import { device, take } from '@qitao/platform/web/offline/device.ts'
import type { DevicePart } from '@qitao/platform/web/offline/part.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { nothingTaken } from '@qitao/shopfloor/web/handheld/nothing-taken.ts'
import { Pad } from '@qitao/shopfloor/web/handheld/pad.tsx'
import { Photos } from '@qitao/shopfloor/web/handheld/photos.tsx'
import { qualityStatus } from '@qitao/stock/model/quality.status.ts'
import { useRef, useState } from 'react'
import { countCalls } from '../../model/count/count.calls.ts'
import { countLineState } from '../../model/count/count.status.ts'
import { afterLabel, isPhotoWithoutFigure, type LineHere, linesHere, nowhere, photosLeft } from './count-scan.ts'
import { type CountHere, counts, countsOffered, loadCounts, readCounts } from './counts.ts'

/** Lines that are listed; the others are scanned. */
const shown = 50

/** Counts of stock with the device, with a connection or without. */
export const countPart: DevicePart = {
  ...{ name: 'counts', title: text('盘点', 'Counts'), offered: countsOffered },
  ...{ read: readCounts, load: loadCounts, Page: CountPage },
}

function CountPage() {
  const say = useSay()
  const { all = [] } = counts.use() ?? {}
  const [chosen, setChosen] = useState<string>()
  const one = all.find(({ count }) => count.id === chosen) ?? (all.length === 1 ? all[0] : undefined)
  if (one) return <Sheet key={one.count.id} of={one} />
  return (
    <ul className="qt-m-list" aria-label={say(text('盘点单', 'Stock counts'))}>
      {all.map(({ count }) => (
        <li key={count.id} className="qt-m-card">
          <header>
            <strong>{count.no}</strong>
            <span>{count.warehouse_name}</span>
          </header>
          <button type="button" className="qt-m-button" onClick={() => setChosen(count.id)}>
            {say(text('盘点 {no}', 'Count {no}'), { no: count.no })}
          </button>
        </li>
      ))}
    </ul>
  )
}

const isCounted = (line: LineHere): boolean =>
  line.here !== undefined || (line.counted_quantity !== null && line.state !== countLineState.codes.recount)

interface Drawn {
  standing: typeof nowhere
  quantity: string
  photos?: readonly QueuedPhoto[]
  /** The figure is of labels, one each: the first key begins another. */
  isScanned?: boolean
}
function Sheet({ of: { count, lines: loaded, askedAt } }: { of: CountHere }) {
  const say = useSay()
  const { actions: taken = nothingTaken } = device.use()?.outbox ?? {}
  const actions = taken.use()
  const lines = linesHere(loaded, actions, askedAt)
  const [drawn, setDrawn] = useState<Drawn>({ standing: nowhere, quantity: '' })
  const [problem, setProblem] = useState<Text>()
  // As it is when a label's turn comes, drawn or not.
  const now = useRef(drawn)
  const stand = (next: Drawn) => {
    now.current = next
    setDrawn(next)
    setProblem(undefined)
  }
  /** Keeps the figure, if one stands there. */
  const save = async (): Promise<void> => {
    const { standing, quantity, photos = [] } = now.current
    const line = standing.current
    if (!line || !isQuantity(quantity)) return
    const figure = add(quantity, '0')
    stand({ standing: { ...standing, current: undefined }, quantity: '' })
    const isKept = await take({
      path: countCalls.enter.path,
      photos,
      // Lines do not wait for each other: one that is refused holds no other.
      lane: line.id,
      title: text(
        `盘点 ${count.no} ${line.location_code} ${line.material_code} ${line.lot_number ?? ''}：${figure}`,
        `Count ${count.no} ${line.location_code} ${line.material_code} ${line.lot_number ?? ''}: ${figure}`,
      ),
      input: {
        id: count.id,
        entries: [
          {
            ...{ line_id: line.id, row_version: line.row_version, counted_quantity: figure },
            counted_time: serverSeconds(),
          },
        ],
      },
    })
    if (!isKept) stand({ standing: { ...standing, current: line }, quantity, photos })
  }
  const staysForPhotos = () => isPhotoWithoutFigure(now.current.standing, now.current.quantity, now.current.photos)
  const open = (line: LineHere) => {
    // Its own figure goes first; it is changed in the outbox, or once the server has answered.
    if (line.here !== undefined) return setProblem(alreadyHere)
    if (staysForPhotos()) return setProblem(figureFirst)
    void save()
    stand({ standing: { ...now.current.standing, current: line, choices: [] }, quantity: '' })
  }
  const scan = (code: string) => {
    const { standing, quantity } = now.current
    const next = afterLabel(standing, code, lines)
    const isOld = next && 'standing' in next && next.standing.current?.here !== undefined
    const stays = next !== undefined && 'standing' in next && staysForPhotos()
    beep(next !== undefined && !isOld && !stays)
    if (!next) return setProblem(notListed(code))
    if (isOld) return setProblem(alreadyHere)
    if ('more' in next) return stand({ ...now.current, quantity: add(quantity || '0', '1'), isScanned: true })
    if (stays) return setProblem(figureFirst)
    void save()
    stand({ standing: next.standing, quantity: next.standing.current ? '1' : '', isScanned: true })
  }
  useWedge(scan)
  const { standing, quantity, photos = [], isScanned = false } = drawn
  const { current, bin, choices } = standing
  const left = lines.filter(line => !isCounted(line))
  const listed = choices.length > 0 ? choices : bin ? left.filter(line => line.location_code === bin) : left
  return (
    <>
      <p>
        <strong>{count.no}</strong> {count.warehouse_name} ·{' '}
        {say(text('已盘 {counted}/{lines}', '{counted}/{lines} counted'), {
          counted: lines.length - left.length,
          lines: lines.length,
        })}
      </p>
      {problem ? (
        <p className="qt-m-problem" role="alert">
          {say(problem)}
        </p>
      ) : null}
      {bin ? (
        <button
          type="button"
          className="qt-m-button"
          onClick={() => {
            if (staysForPhotos()) return setProblem(figureFirst)
            void save()
            stand({ standing: nowhere, quantity: '' })
          }}
        >
          {say(text('库位 {bin} ✕', 'Bin {bin} ✕'), { bin })}
        </button>
      ) : null}
      {current ? (
        <section className="qt-m-card qt-m-part" aria-label={say(text('盘点', 'Count'))}>
          <header>
            <strong>{current.location_code}</strong>
            <strong>{quantity || '—'}</strong>
          </header>
          <p>
            {current.material_code} {current.material_name} {current.lot_number} {current.container_code}{' '}
            <Quality of={current} />
          </p>
          {current.book_quantity === null || current.state === countLineState.codes.recount ? null : (
            <p className="qt-m-quiet">
              {say(text('账面', 'Book'))} <Quantity value={current.book_quantity} unit={current.unit_name} />
            </p>
          )}
          <Pad
            value={isScanned ? '' : quantity}
            decimals={current.unit_precision}
            onChange={next => stand({ standing, quantity: next, photos })}
          />
          {photosLeft(current) > 0 ? (
            <Photos
              photos={photos}
              most={photosLeft(current)}
              onChange={next => stand({ ...now.current, photos: next })}
            />
          ) : (
            <p className="qt-m-quiet">{say(text('该行照片已满', 'This line has all the photos it can have'))}</p>
          )}
          <button
            type="button"
            className="qt-m-button qt-m-primary"
            disabled={!isQuantity(quantity)}
            onClick={() => void save()}
          >
            {say(text('保存，下一个', 'Save, next'))}
          </button>
        </section>
      ) : (
        <p className="qt-m-quiet">
          {say(text('扫描库位，再扫描物料或批号', 'Scan the bin, then the material or lot'))}
        </p>
      )}
      <ul className="qt-m-list" aria-label={say(text('待盘明细', 'Lines to count'))}>
        {listed.slice(0, shown).map(line => (
          <li key={line.id}>
            <button type="button" className="qt-m-button qt-m-line" onClick={() => open(line)}>
              <strong>{line.location_code}</strong> {line.material_code} {line.material_name} {line.lot_number}{' '}
              <Quality of={line} />{' '}
              {line.here === undefined ? null : <Quantity value={line.here} unit={line.unit_name} />}
            </button>
          </li>
        ))}
      </ul>
    </>
  )
}
/** Of one lot in one bin the good and the bad are lines of their own. */
function Quality({ of }: { of: Pick<LineHere, 'quality_status'> }) {
  const say = useSay()
  if (of.quality_status === qualityStatus.codes.finished) return null
  return <em>{say(qualityStatus.stateOf(of.quality_status))}</em>
}
const alreadyHere = text(
  '这一行刚在本机盘过：发送成功后可再盘，或在待发送中放弃后重盘',
  'This line was just counted here: count it again once that is sent, or give that up in the outbox',
)
const figureFirst = text(
  '已拍照片但还没有数量：请先填写数量，或去掉照片',
  'There are photos but no figure: enter the figure first, or remove the photos',
)
const notListed = (code: string): Text => text(`明细中没有「${code}」`, `"${code}" is not on the list`)
