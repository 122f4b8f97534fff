import { text } from '@qitao/core/text.ts'
import { ask, useCall } from '@qitao/platform/web/call/use-call.ts'
import { ScanInput } from '@qitao/platform/web/form/scan-input.tsx'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button, Spin } from 'antd'
import { useSearchParams } from 'react-router'
import { listScanWork, type ScanWork, type ScanWorkKind } from '../../model/scan/scan-work.calls.ts'
import { MoveWalk } from './move.walk.tsx'
import { PickWalk } from './pick.walk.tsx'
import { ReceiveWalk } from './receive.walk.tsx'
import './scan.css'

const titles = {
  wave: text('拣货波次', 'Pick waves'),
  outbound: text('出库单', 'Goods issues'),
  inbound: text('入库单', 'Goods receipts'),
  purchase_order: text('待到货采购单', 'Purchase orders to come'),
  count: text('盘点单', 'Stock counts'),
} as const

/** Work on the floor with a phone and a scanner: a document is scanned or chosen, then worked off one line a screen. */
export default function ScanWorkPage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const [kind, id] = [search.get('kind'), search.get('id')]
  const back = () => setSearch({})
  if (!kind) return <Start onOpen={(what, of) => setSearch(of ? { kind: what, id: of } : { kind: what })} />
  return (
    <div className="qt-page qt-scan-page">
      <div className="qt-scan-head">
        <Button onClick={back}>{say(text('其他作业', 'Other work'))}</Button>
      </div>
      {kind === 'move' ? <MoveWalk /> : null}
      {kind === 'wave' && id ? <PickWalk key={id} wave_id={id} /> : null}
      {kind === 'outbound' && id ? <PickWalk key={id} receipt_id={id} /> : null}
      {(kind === 'inbound' || kind === 'purchase_order') && id ? <ReceiveWalk key={id} kind={kind} id={id} /> : null}
    </div>
  )
}

function Start({ onOpen }: { onOpen: (kind: ScanWorkKind | 'move', id?: string) => void }) {
  const say = useSay()
  const { may } = useSession()
  const work = useCall(listScanWork, {})
  const open = (one: ScanWork) => {
    if (one.kind !== 'count') return onOpen(one.kind, one.id)
    if (may(pages.editStockCount)) openPage(pages.editStockCount, { id: one.id })
    else toast.error(text('没有盘点的权限', 'You may not count'))
  }
  const take = async (code: string) => {
    const { result } = await ask(listScanWork, { code })
    const [only] = result
    if (only) open(only)
    else toast.error(text(`没有待办的单据 ${code}`, `No document ${code} waits for work`))
  }
  const found = Map.groupBy(work.data?.result ?? [], one => one.kind)
  return (
    <div className="qt-page qt-scan-page">
      <ScanInput
        onScan={take}
        placeholder={text('扫描单据号', 'Scan the number of a document')}
        label={text('扫描', 'Scan')}
      />
      <div className="qt-scan-acts">
        <Button onClick={() => onOpen('move')}>{say(text('上架与移库', 'Put away or move'))}</Button>
      </div>
      {work.isLoading ? <Spin /> : null}
      {work.data?.result.length === 0 ? (
        <p className="qt-secondary">{say(text('没有待办的单据', 'No document waits for work'))}</p>
      ) : null}
      {[...found].map(([kind, all]) => (
        <section key={kind}>
          <h2 className="qt-section-title">{say(titles[kind])}</h2>
          <ul className="qt-scan-list">
            {all.map(one => (
              <li key={one.id}>
                <button type="button" onClick={() => open(one)}>
                  <strong>{one.no}</strong> {one.about}{' '}
                  <span className="qt-secondary">{say(text('{n} 行', '{n} lines'), { n: one.open_lines })}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
