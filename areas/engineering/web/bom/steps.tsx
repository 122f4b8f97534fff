import { text } from '@qitao/core/text.ts'
import { shortDuration } from '@qitao/platform/web/gantt/header-tiers.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { Tag } from 'antd'
import '../engineering.css'

interface ShownStep {
  readonly process_name: string
  readonly made_by?: readonly string[] | null
}

/** Processes in their order, as chips with arrows between them; all of them on hover. */
export function Steps({ of }: { of: readonly ShownStep[] }) {
  const say = useSay()
  const words = ({ process_name, made_by }: ShownStep) =>
    made_by ? `${process_name}（${[say(outside), ...made_by].join(' ')}）` : process_name
  return (
    <span className="qt-route" title={of.map(words).join(' → ')}>
      {of.map((step, index) => (
        <span key={index} className="qt-route-step">
          {step.process_name}
          {step.made_by ? <MadeOutside by={step.made_by} /> : null}
        </span>
      ))}
    </span>
  )
}

/** A step with what is said of it beside its process. */
export function StepText({
  of: { process_name, overlap_quantity, wait_seconds },
}: {
  of: { readonly process_name: string; readonly overlap_quantity: string | null; readonly wait_seconds: number }
}) {
  const say = useSay()
  const language = useLanguage()
  const parts = [
    process_name,
    overlap_quantity !== null &&
      say(text('转移批量{quantity}', 'transfer batch {quantity}'), { quantity: overlap_quantity }),
    wait_seconds > 0 && say(text('等待{time}', 'wait {time}'), { time: shortDuration(wait_seconds, language) }),
  ]
  return <>{parts.filter(part => part !== false).join(' · ')}</>
}

const outside = text('委外', 'Outside')
/** A step that suppliers make, and which. */
export function MadeOutside({ by, names = false }: { by: readonly string[]; names?: boolean }) {
  const say = useSay()
  const none = text('没有供应商做该工序', 'No supplier makes it')
  return (
    <>
      {' '}
      <Tag color={by.length === 0 ? 'error' : 'processing'} title={by.length === 0 ? say(none) : by.join(', ')}>
        {say(outside)}
      </Tag>
      {names ? by.length === 0 ? <span className="qt-secondary">{say(none)}</span> : by.join(', ') : null}
    </>
  )
}
