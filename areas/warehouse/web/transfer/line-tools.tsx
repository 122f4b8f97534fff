import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { FillBins } from './fill-bins.tsx'
import { FillFaces } from './fill-faces.tsx'
import { ScanLines } from './scan-lines.tsx'
import './transfer.css'

/** How lines come without typing: proposed bins, and a scanner. */
export function LineTools() {
  const say = useSay()
  const [scans, setScans] = useState(false)
  return (
    <div className="qt-transfer-fill">
      <FillBins />
      <FillFaces />
      {scans ? <ScanLines /> : <Button onClick={() => setScans(true)}>{say(text('扫码录入', 'Scan'))}</Button>}
    </div>
  )
}
