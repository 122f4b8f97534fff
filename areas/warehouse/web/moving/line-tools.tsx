import { text } from '@qitao/core/text.ts'
import { FillLines } from '@qitao/document-kit/web'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button } from 'antd'
import { useState } from 'react'
import type { transfer } from '../../model/transfer/transfer.calls.ts'
import { fillBins, fillFaces } from './fill-lines.ts'
import { ScanLines } from './scan-lines.tsx'
import './moving.css'

/** How lines come without typing: proposed bins, pick faces below their minimum, and a scanner. */
export function LineTools() {
  const say = useSay()
  const [scans, setScans] = useState(false)
  return (
    <div className="qt-moving-tools">
      <FillLines<typeof transfer> title={text('补全库位和批号', 'Fill in bins and lots')} fill={fillBins} />
      <FillLines<typeof transfer> title={text('补货到固定库位', 'Replenish fixed bins')} fill={fillFaces} />
      {scans ? <ScanLines /> : <Button onClick={() => setScans(true)}>{say(text('扫码录入', 'Scan'))}</Button>}
    </div>
  )
}
