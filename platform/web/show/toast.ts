import { type Text, text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import type { useAppProps } from 'antd/es/app/context'
import { createElement, type ReactNode } from 'react'
import { type CallFailure, failureLevel, failureText } from '../call/failures.ts'
import { written } from '../session/language.ts'
import { preferences } from '../session/preferences.ts'

/** Short messages at one place of the page. An error without text shows nothing (specification section 8). */
type Words = Text | string
let host: useAppProps | undefined
export function setToastHost(given: useAppProps): void {
  host = given
}
export const toastHost = (): useAppProps | undefined => host

/** A small message hides after 2000 ms, a notice after 1900 ms (specification section 9); an error stays to be read. */
const shown = { message: 2, notice: 1.9, error: 5 }
export const successText = text('操作成功', 'Done')
export const pendingText = text('处理中，请稍候', 'Processing, please wait')

/** The notice of the specification (section 3). */
interface Notice {
  readonly sign?: string
  readonly text: Words
  readonly type?: 'success' | 'info' | 'warning' | 'error'
  /** Text of the button that leads to `href`. */
  readonly btn?: Words
  readonly href?: string
  readonly hrefTitle?: Words
  /** Milliseconds; 0 stays until it is closed. */
  readonly duration?: number
}

/** A new attempt replaces what an earlier one said. */
const failureKey = 'failure'

const say = (words: Words): string => written(words, preferences.get().language)
function open(
  kind: 'success' | 'warning' | 'error',
  words: Words,
  duration: number,
  content: ReactNode = say(words),
): void {
  if (content)
    void host?.message.open({
      type: kind,
      content,
      duration,
      key: kind === 'success' ? `success:${say(words)}` : failureKey,
    })
}

/** Only where it leads somewhere. */
const buttonOf = ({ btn, href, hrefTitle }: Pick<Notice, 'btn' | 'href' | 'hrefTitle'>): React.ReactNode =>
  btn && href ? createElement(Button, { size: 'small', href, title: say(hrefTitle ?? btn) }, say(btn)) : undefined

export const toast = {
  success: (words: Words = successText) => open('success', words, shown.message),
  warning: (words: Words) => open('warning', words, shown.error),
  /** What one answer warns of, to be read together: as long as one takes for each. */
  warnings(lines: readonly string[]): void {
    const told = lines.filter(Boolean)
    const list = told.map(line => createElement('li', { key: line }, line))
    const content = told.length > 1 ? createElement('ul', { className: 'qt-toast-lines' }, list) : told[0]
    open('warning', told.join(), shown.error * told.length, content)
  },
  error: (words: Words) => open('error', words, shown.error),
  failure: (failure: CallFailure) =>
    open(failureLevel(failure), failureText(failure, preferences.get().language), shown.error),
  /** Stays until the returned function is called. */
  loading(words: Words = pendingText): () => void {
    const close = host?.message.open({ type: 'loading', content: say(words), duration: 0 })
    return () => close?.()
  },
  notice({ text: words, type = 'info', duration, sign, ...link }: Notice, actions?: React.ReactNode): void {
    const content = say(words)
    if (!content) return
    host?.notification.open({
      type,
      title: content,
      duration: duration === undefined ? shown.notice : duration / 1000,
      // What stays until it is closed leaves the buttons of the page free.
      ...(duration === 0 ? { placement: 'bottomRight' } : {}),
      actions: actions ?? buttonOf(link),
      ...(sign ? { key: sign } : {}),
    })
  },
  forgetFailure: () => host?.message.destroy(failureKey),
  close: (sign: string) => host?.notification.destroy(sign),
}
