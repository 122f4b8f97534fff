import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Button } from 'antd'
import { useState } from 'react'

/** Words for a machine, which can be copied as they stand. */
export function Code({ of }: { of: string }) {
  const say = useSay()
  const [copied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard?.writeText(of).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="qt-api-code">
      <Button size="small" onClick={() => void copy()}>
        {say(copied ? text('已复制', 'Copied') : text('复制', 'Copy'))}
      </Button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: whoever has no mouse scrolls it by the keyboard */}
      <pre tabIndex={0}>{of}</pre>
    </div>
  )
}
