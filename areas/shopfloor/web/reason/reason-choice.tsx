import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useState } from 'react'
import type { ReasonGroup } from '../../model/reason/scrap-reason.record.ts'

interface ReasonChoiceProps {
  tree: readonly ReasonGroup[]
  value: readonly string[]
  /** A reason that is tapped is given, or not any more. */
  onChange: (reason: string) => void
  /** Of a button, as the page around it has them. */
  className: string
  rowClassName: string
}
/** Two taps: the group, then the reason. A single group stands open. */
export function ReasonChoice({ tree, value, onChange, className, rowClassName }: ReasonChoiceProps) {
  const say = useSay()
  const [opened, setOpened] = useState<string>()
  const group =
    tree.length === 1
      ? tree[0]
      : tree.find(({ name, reasons }) =>
          opened === undefined ? reasons.some(one => value.includes(one)) : name === opened,
        )
  const button = (name: string, pressed: boolean, tap: () => void) => (
    <button key={name} type="button" className={className} aria-pressed={pressed} onClick={tap}>
      {name}
    </button>
  )
  return (
    <>
      {tree.length > 1 ? (
        <fieldset className={rowClassName} aria-label={say(text('不良类别', 'Groups of reasons'))}>
          {tree.map(({ name }) => button(name, name === group?.name, () => setOpened(name)))}
        </fieldset>
      ) : null}
      {group ? (
        <fieldset className={rowClassName} aria-label={group.name}>
          {group.reasons.map(name => button(name, value.includes(name), () => onChange(name)))}
        </fieldset>
      ) : null}
    </>
  )
}
