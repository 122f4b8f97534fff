import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useEffect, useState } from 'react'
import { newerVersion } from '../drawing/newer-version.ts'
import { type Drawing, keptFile } from './shift.ts'

/** Drawings as the device has kept them. */
export function Drawings({ of }: { of: readonly Drawing[] }) {
  const say = useSay()
  const [shown, setShown] = useState<string>()
  const drawing = of.find(({ attachment_id }) => attachment_id === shown)
  return (
    <div className="qt-m-part">
      <div className="qt-m-choices">
        {of.map(({ attachment_id, name, is_instruction = false }) => (
          <button
            key={attachment_id}
            type="button"
            className="qt-m-button"
            aria-pressed={attachment_id === shown}
            onClick={() => setShown(attachment_id === shown ? undefined : attachment_id)}
          >
            {say(is_instruction ? text('作业指导', 'Instruction') : text('图纸', 'Drawing'))} {name}
          </button>
        ))}
      </div>
      {drawing?.newer_version ? (
        <p className="qt-m-note">{say(newerVersion, { version: drawing.newer_version })}</p>
      ) : null}
      {drawing ? <Shown key={drawing.attachment_id} of={drawing} /> : null}
    </div>
  )
}
function Shown({ of: { attachment_id, name, mime_type } }: { of: Drawing }) {
  const say = useSay()
  const [address, setAddress] = useState<string | null>()
  useEffect(() => {
    let made: string | undefined
    let wanted = true
    void keptFile(attachment_id).then(content => {
      if (!wanted) return
      made = content && URL.createObjectURL(new Blob([content], { type: mime_type }))
      setAddress(made ?? null)
    })
    return () => {
      wanted = false
      if (made) URL.revokeObjectURL(made)
    }
  }, [attachment_id, mime_type])
  if (address === undefined) return null
  if (address === null)
    return <p className="qt-m-quiet">{say(text('图纸还没有下载到本机', 'The drawing is not on this device yet'))}</p>
  if (mime_type.startsWith('image/') && mime_type !== 'image/vnd.dwg')
    return <img className="qt-m-drawing" src={address} alt={name} />
  if (mime_type === 'application/pdf') return <iframe className="qt-m-drawing" src={address} title={name} />
  return (
    <a className="qt-m-button" href={address} download={name}>
      {say(text('保存到本机', 'Save to the device'))}
    </a>
  )
}
