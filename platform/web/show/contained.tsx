import { text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import { Component, type ComponentType, lazy, type ReactNode, Suspense } from 'react'
import { forgetUnshown } from '../call/use-call.ts'
import { PageMessage } from '../frame/page-message.tsx'
import { useSay } from '../session/language.ts'
import { copyText } from './copy-text.ts'
import { PageSkeleton } from './skeleton.tsx'
import { toast } from './toast.ts'

interface ContainedProps {
  /** Draws nothing when it fails: a part of the frame, which stands without it. */
  silent?: boolean
  /** Before it is drawn anew. */
  renew?: () => void
  children: ReactNode
}
interface Failed {
  readonly error?: unknown
}

/**
 * What fails while it is drawn fails alone: a page, a tab of one, the inside of a dialog, a part of the frame. All around it
 * stands and keeps what was typed; here is what happened, and the way on.
 */
export class Contained extends Component<ContainedProps, Failed> {
  override state: Failed = {}
  static getDerivedStateFromError = (error: unknown): Failed => ({ error: error ?? new Error('nothing was thrown') })
  override componentDidCatch(error: unknown): void {
    if (this.props.silent && isUnloaded(error)) toast.error(unloadedText)
  }
  override componentWillUnmount(): void {
    if (this.state.error !== undefined) forgetUnshown()
  }
  again = () => {
    forgetUnshown()
    this.props.renew?.()
    this.setState({ error: undefined })
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return this.props.silent ? null : <BrokenPart error={error} again={this.again} />
  }
}

const unloadedText = text(
  '有一部分没有载入：网络中断，或系统刚刚更新。请重新载入系统',
  'A part did not load: the network is away, or there is a new version. Load Qitao again',
)
/** Its file did not come: the network is away, or a new version has taken its place. */
export const isUnloaded = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script|unable to preload/i.test(error.message)

export function BrokenPart({ error, again }: { error: unknown; again?: () => void }) {
  const say = useSay()
  const unloaded = isUnloaded(error)
  const copy = async () =>
    (await copyText(detailsOf(error)))
      ? toast.success(text('已复制', 'Copied'))
      : toast.error(text('无法复制', 'It could not be copied'))
  return (
    <div role="alert">
      <PageMessage
        level={2}
        title={unloaded ? text('页面没有载入', 'This page did not load') : text('这里出错了', 'This part failed')}
        detail={
          unloaded
            ? text(
                '网络中断，或系统刚刚更新。可以再试；仍不行时请重新载入系统。',
                'The network is away, or there is a new version. Try again; if that does not help, load Qitao again.',
              )
            : text(
                '其他页面不受影响。可以重新打开；若仍出错，请复制错误信息给管理员。',
                'Other pages are not affected. Open it again; if it still fails, copy the details for your administrator.',
              )
        }
        next={
          <>
            {again ? (
              <Button type="primary" onClick={again}>
                {say(unloaded ? text('再试一次', 'Try again') : text('重新打开', 'Open again'))}
              </Button>
            ) : null}
            <Button onClick={() => location.reload()}>{say(text('重新载入系统', 'Load Qitao again'))}</Button>
            {unloaded ? null : (
              <Button onClick={() => void copy()}>{say(text('复制错误信息', 'Copy the details'))}</Button>
            )}
          </>
        }
      />
    </div>
  )
}
const detailsOf = (error: unknown): string =>
  [
    new Date().toISOString(),
    location.pathname,
    error instanceof Error ? (error.stack ?? String(error)) : String(error),
    navigator.userAgent,
  ].join('\n')

type Load = () => Promise<{ readonly default: ComponentType }>
const loaded = new Map<Load, ComponentType>()
let tries = 0
/** A browser remembers that a file did not come, and asks for it only under another address. */
const loadAgain = async (error: unknown): ReturnType<Load> => {
  const [address] = (error instanceof Error && error.message.match(/https?:\S+/)) || []
  if (!address || !isUnloaded(error)) throw error
  tries += 1
  return import(/* @vite-ignore */ `${address}?again=${tries}`)
}
const componentOf = (load: Load): ComponentType => {
  const Known = loaded.get(load) ?? lazy(() => load().catch(loadAgain))
  loaded.set(load, Known)
  return Known
}

/** A page that is loaded when it is first shown. One that did not come is asked for again. */
export function LoadedPage({ load }: { load: Load }) {
  return (
    <Contained renew={() => loaded.delete(load)}>
      <Suspense fallback={<PageSkeleton />}>
        <Drawn load={load} />
      </Suspense>
    </Contained>
  )
}
function Drawn({ load }: { load: Load }) {
  const Page = componentOf(load)
  return <Page />
}
