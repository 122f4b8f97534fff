import { type LiveMessage, livePath, livePingMs, signInAgainClose } from '@qitao/core/live.ts'
import { text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import { createElement, useEffect, useRef } from 'react'
import { sayNow } from '../session/language.ts'
import { readToken } from '../session/storage.ts'
import { toast } from '../show/toast.ts'
import { downloadAt } from './download.ts'

type Listener = (message: LiveMessage) => void

/** At most five tries, later and later; a connection that held starts the count again. */
export const reconnectMs = [1_000, 2_000, 4_000, 8_000, 16_000] as const
/** Milliseconds: while a channel took longer to open, pages have grown old, as while it was lost. */
const longOpening = 1_000

let askSession = async (): Promise<boolean> => true
/**
 * Asks the server whether the session still holds, and ends it here if not; false: there was no answer. Called when the channel
 * is ended because the session is over, and when it cannot be opened: the browser does not say why.
 */
export function onLiveEnd(ask: () => Promise<boolean>): void {
  askSession = ask
}

let stands = (_missed: boolean): void => {}
/** Called whenever the channel stands, for what was told before is not told twice; `missed`: it was away for long. */
export function onLiveOpen(handler: (missed: boolean) => void): void {
  stands = handler
}

const listeners = new Map<string, Set<Listener>>()

/** Heard whenever the channel stands: what came between a page's first question and the channel was told to nobody. */
export const openChannel = 'open'

/** Listens to one channel type; several parts may listen to the same. */
export function useLive(channel: string, listener: Listener): void {
  const latest = useRef(listener)
  latest.current = listener
  useEffect(() => listenTo(channel, message => latest.current(message)), [channel])
}
/** Returns how to listen no more. */
export function listenTo(channel: string, hear: Listener): () => void {
  const all = listeners.get(channel) ?? new Set()
  listeners.set(channel, all.add(hear))
  return () => void all.delete(hear)
}

function deliver(written: unknown): void {
  if (typeof written !== 'string' || !written.startsWith('{')) return
  const message = JSON.parse(written) as LiveMessage
  if (message.channel_type === 'import') showImport(message)
  tellListeners(message)
}
function tellListeners(message: LiveMessage): void {
  for (const hear of listeners.get(message.channel_type) ?? []) hear(message)
}

const importDone = text('数据导入完成，请刷新页面', 'Import done, please refresh the page')
const importFailed = 1101
/** Import results (specification section 8): done asks to refresh, 1101 stays and offers the file of errors. */
function showImport({ code, message, data }: LiveMessage): void {
  const words = typeof message === 'object' ? message : (message ?? '')
  if (code === 200) {
    toast.notice({ text: importDone, type: 'success', duration: 5_000 })
    return
  }
  const address = (data as { excel_path?: string } | null)?.excel_path
  const link = createElement(
    Button,
    { size: 'small', onClick: () => address && void downloadAt(address) },
    sayNow(text('下载错误文件', 'Download the error file')),
  )
  toast.notice(
    {
      text: words || text('导入失败', 'The import failed'),
      type: 'error',
      duration: 0,
      sign: `import:${address ?? ''}`,
    },
    code === importFailed && address ? link : undefined,
  )
}

/** Opens the channel and keeps it; returns how to end it. */
export function openLive(token: string): () => void {
  if (typeof WebSocket === 'undefined') {
    toast.warning(
      text('当前浏览器不支持WebSocket，无法获取数据', 'This browser has no websocket support and cannot get data'),
    )
    return () => {}
  }
  let socket: WebSocket
  let tries = 0
  let ended = false
  let wasLost = false
  let ping: ReturnType<typeof setInterval> | undefined
  let retry: ReturnType<typeof setTimeout> | undefined
  /** A server that is too busy to answer is asked again. */
  const ask = async ([wait, ...later]: readonly number[]): Promise<void> => {
    if (ended || (await askSession()) || ended || wait === undefined) return
    retry = setTimeout(() => void ask(later), wait)
  }
  const connect = () => {
    let opened = false
    const askedAt = Date.now()
    const address = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}${livePath}`
    socket = new WebSocket(address, token)
    socket.onopen = () => {
      opened = true
      tries = 0
      ping = setInterval(() => socket.send('ping'), livePingMs)
      stands(wasLost || Date.now() - askedAt > longOpening)
      wasLost = false
      tellListeners({ channel_type: openChannel })
    }
    socket.onmessage = ({ data }) => deliver(data)
    socket.onclose = ({ code }) => {
      clearInterval(ping)
      const wait = reconnectMs[tries]
      if (ended) return
      if (code === signInAgainClose) return void ask(reconnectMs)
      if (!opened) void askSession()
      if (wait === undefined) return
      tries += 1
      wasLost = true
      retry = setTimeout(connect, wait)
    }
  }
  connect()
  return () => {
    ended = true
    clearTimeout(retry)
    clearInterval(ping)
    socket.close()
  }
}
/** Lives as long as the frame: from sign-in until /login. */
export function useLiveConnection(): void {
  useEffect(() => {
    const token = readToken()
    return token ? openLive(token) : undefined
  }, [])
}
