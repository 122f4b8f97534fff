import { ArrowLeftOutlined } from '@ant-design/icons'
import { approvalStatus } from '@qitao/access/model/approval/approval.status.ts'
import { text } from '@qitao/core/text.ts'
import { ask, useCall } from '@qitao/platform/web/call/use-call.ts'
import { ScanInput, type Scanner } from '@qitao/platform/web/form/scan-input.tsx'
import { useGoBack } from '@qitao/platform/web/frame/use-go-back.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useWithheld } from '@qitao/platform/web/session/rights.ts'
import { beep } from '@qitao/platform/web/show/beep.ts'
import { HistoryButton } from '@qitao/platform/web/show/history.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Alert, Button, Checkbox, Select } from 'antd'
import { useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { type CountLineRow, type CountRow, countCalls } from '../../model/count/count.calls.ts'
import { inventoryCount } from '../../model/count/count.record.ts'
import { countLineState, countStatus } from '../../model/count/count.status.ts'
import { CountLines } from './count-lines.tsx'
import { type Card, CountedCard } from './counted-card.tsx'
import { FoundDrawer } from './found.drawer.tsx'
import { useCountActs } from './use-count-acts.ts'
import './count.css'

/** Lines that one scan may mean before they are shown as a list to choose from. */
const few = 20

/**
 * The sheet of a count that goes on or has ended. A scan (bin, then material or lot) brings up its line as one card with a
 * large field; Enter keeps the figure and waits for the next scan.
 */
export function CountSheet({ count }: { count: CountRow }) {
  const say = useSay()
  const back = useGoBack()
  const scanner = useRef<Scanner>(null)
  const card = useRef<Card>(null)
  const [pieces, setPieces] = useState(false)
  const [bin, setBin] = useState('')
  const [current, setCurrent] = useState<CountLineRow>()
  // Where one stands when a label's turn comes, drawn or not.
  const now = useRef({ bin, current })
  const stand = (at: { bin?: string; current: CountLineRow | undefined }) => {
    now.current = { bin: at.bin ?? now.current.bin, current: at.current }
    // Drawn at once: the next label finds the card of this one.
    flushSync(() => {
      setBin(now.current.bin)
      setCurrent(at.current)
    })
    // Who has pressed in a card that has gone would stand nowhere: labels and keys go on where they are scanned.
    if (document.activeElement === document.body) scanner.current?.focus()
  }
  const [choices, setChoices] = useState<readonly CountLineRow[]>([])
  const [adds, setAdds] = useState(false)
  const [zones, setZones] = useState<string[]>([])
  const known = useCall(countCalls.zones, { warehouse_id: count.warehouse_id })
  const areas = (known.data?.result ?? []).filter(({ area }) => count.areas.length === 0 || count.areas.includes(area))
  const waits = count.approval_status === approvalStatus.codes.pending
  const open = count.status === countStatus.codes.counting && !waits
  const withheld = useWithheld()(countCalls.enter)
  const counts = open && withheld === undefined
  const next = () => {
    stand({ current: undefined })
    setChoices([])
    scanner.current?.focus()
  }
  /** In its turn: a label that came before may be keeping the figure just now, and one more of it counts. */
  const save = (line_id: string) =>
    scanner.current?.inTurn(async () => {
      const isHere = now.current.current?.id === line_id
      if (!isHere) return scanner.current?.focus()
      if (await card.current?.put()) next()
    })
  /** The figure that stands in the card is one of those that are confirmed; in its turn, too. */
  const keep = () =>
    new Promise<boolean>(resolve =>
      scanner.current?.inTurn(async () => {
        let isKept = false
        try {
          isKept = (await card.current?.save()) ?? true
          if (isKept) next()
        } finally {
          resolve(isKept)
        }
      }),
    )
  const acts = useCountActs(keep)
  /** The line as it is now, under the figure that stands there. */
  const lookAgain = async ({ id, material_id, location_id }: CountLineRow) => {
    const { result } = await ask(countCalls.lines, { count_id: count.id, material_id, location_id, page_size: 200 })
    const line = result.find(one => one.id === id)
    if (line && now.current.current?.id === id) stand({ current: line })
  }
  /** A supplier's number may stand on two lots of a bin: then it says nothing of which of them. */
  const isOnlyLot = async ({ id, material_id, location_id }: CountLineRow, supplier_lot: string) => {
    const { result } = await ask(countCalls.lines, { count_id: count.id, material_id, location_id, page_size: 200 })
    return !result.some(line => line.id !== id && line.supplier_lot === supplier_lot)
  }
  /** The same label again is one more of it; another keeps the figure and goes on. */
  const find = async (code: string) => {
    const { bin, current } = now.current
    if (current && [current.lot_number, current.lot_number ? null : current.material_code].includes(code)) {
      beep(true)
      return card.current?.more()
    }
    if (current?.supplier_lot === code && (await isOnlyLot(current, code))) {
      beep(true)
      return card.current?.more()
    }
    if (current && !(await card.current?.save())) return beep(false)
    if (current) stand({ current: undefined })
    const { result } = await ask(countCalls.lines, { count_id: count.id, keyword: code, page_size: 200 })
    const here = result.filter(line => bin === '' || line.location_code === bin)
    const exact = here.filter(line => [line.material_code, line.lot_number, line.supplier_lot].includes(code))
    if (exact.length === 0 && result.some(line => line.location_code === code)) {
      stand({ bin: code, current: undefined })
      setChoices(result.filter(line => line.location_code === code).slice(0, few))
      return beep(true)
    }
    const meant = exact.length > 0 ? exact : here
    setChoices(meant.length > 1 ? meant.slice(0, few) : [])
    stand({ current: meant.length === 1 ? meant[0] : undefined })
    beep(meant.length > 0)
    if (meant.length === 0)
      toast.error(
        text(`明细中没有 ${code}，可用“新增发现物料”`, `${code} is not on the list; use "Found something else"`),
      )
  }
  return (
    <div className="qt-page qt-count">
      <div className="qt-list-head">
        <div className="qt-count-head">
          <Button type="text" icon={<ArrowLeftOutlined />} aria-label={say(text('返回', 'Back'))} onClick={back} />
          <strong>{count.no}</strong> <StatusTag of={countStatus.stateOf(count.status)} />
          {count.approval_status ? <StatusTag of={approvalStatus.stateOf(count.approval_status)} /> : null}
          <span>{count.warehouse_name}</span>
          <span className="qt-secondary qt-count-progress">
            {say(text('已盘 {counted}/{lines}', '{counted}/{lines} counted'), {
              counted: count.counted_count,
              lines: count.line_count,
            })}
            {count.difference_count === null
              ? ''
              : say(text('，差异 {n} 行', ', {n} different'), { n: count.difference_count })}
            {count.recount_count > 0
              ? say(text('，待复盘 {n} 行', ', {n} to count again'), { n: count.recount_count })
              : ''}
          </span>
        </div>
        <div className="qt-toolbar">
          {open ? acts(count).map(one => <ActButton key={one.title.zh} act={one} />) : null}
          <HistoryButton of={inventoryCount} id={count.id} />
        </div>
      </div>
      {open && withheld ? <Alert type="info" showIcon title={say(withheld)} /> : null}
      {counts ? (
        <div className="qt-count-scan">
          <ScanInput
            scanner={scanner}
            onScan={find}
            placeholder={text('扫描或输入库位、物料、批号，回车', 'Scan or type bin, material or lot, then Enter')}
            label={text('扫描', 'Scan')}
          />
          {bin === '' ? null : (
            <Button onClick={() => stand({ bin: '', current: now.current.current })}>
              {say(text('库位 {bin} ×', 'Bin {bin} ×'), { bin })}
            </Button>
          )}
          <Checkbox
            checked={pieces}
            onChange={event => {
              setPieces(event.target.checked)
              scanner.current?.focus()
            }}
          >
            {say(text('逐件扫码', 'Each scan is one piece'))}
          </Checkbox>
          <Button onClick={() => setAdds(true)}>{say(text('新增发现物料', 'Found something else'))}</Button>
        </div>
      ) : null}
      {counts && current ? (
        <CountedCard
          key={current.id}
          card={card}
          pieces={pieces}
          count_id={count.id}
          line={current}
          onScan={code => scanner.current?.scan(code)}
          onSave={() => save(current.id)}
          onOld={() => lookAgain(current)}
          onSkip={next}
        />
      ) : null}
      {counts && choices.length > 0 ? (
        <ul className="qt-count-choices">
          {choices.map(line => (
            <li key={line.id}>
              <button
                type="button"
                onClick={() => {
                  setChoices([])
                  stand({ current: line })
                }}
              >
                <strong>{line.location_code}</strong> {line.material_code} {line.material_name} {line.lot_number}{' '}
                <StatusTag of={countLineState.stateOf(line.state)} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {areas.length > 0 ? (
        <div className="qt-count-zones">
          <span className="qt-secondary">{say(text('我的库区', 'My zones'))}</span>
          <Select
            mode="multiple"
            allowClear
            aria-label={say(text('我的库区', 'My zones'))}
            placeholder={say(text('全部库区', 'All zones'))}
            value={zones}
            onChange={setZones}
            options={areas.map(({ area }) => ({ value: area, label: area }))}
          />
        </div>
      ) : null}
      <CountLines
        count_id={count.id}
        zones={zones}
        {...(counts ? { onCount: (line: CountLineRow) => stand({ current: line }) } : {})}
      />
      {adds ? <FoundDrawer count_id={count.id} onClose={() => setAdds(false)} /> : null}
    </div>
  )
}
