import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listenTo, onLiveEnd, onLiveOpen, openChannel, openLive } from './live.ts'

class FakeSocket {
  static opened: FakeSocket[] = []
  readonly address: string
  readonly protocol: string
  readonly sent: string[] = []
  onopen = () => {}
  onclose: (event: { code: number }) => void = () => {}
  constructor(address: string, protocol: string) {
    this.address = address
    this.protocol = protocol
    FakeSocket.opened.push(this)
  }
  send(text: string) {
    this.sent.push(text)
  }
  close() {
    this.onclose({ code: 1000 })
  }
}
const last = () => FakeSocket.opened.at(-1)!
const lose = (code = 1006) => last().onclose({ code })

beforeEach(() => {
  FakeSocket.opened = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.stubGlobal('location', { protocol: 'https:', host: 'factory' })
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('R-134 R-292 the token is the subprotocol, and a ping goes every five seconds', () => {
  openLive('the-token')
  expect([last().address, last().protocol]).toEqual(['wss://factory/ws/chat/', 'the-token'])
  last().onopen()
  vi.advanceTimersByTime(15_000)
  expect(last().sent).toEqual(['ping', 'ping', 'ping'])
})
test('R-135 five reconnects, each after a longer wait, then no more', () => {
  openLive('t')
  const waits = [1_000, 2_000, 4_000, 8_000, 16_000]
  for (const [done, wait] of waits.entries()) {
    lose()
    vi.advanceTimersByTime(wait - 1)
    expect(FakeSocket.opened).toHaveLength(done + 1)
    vi.advanceTimersByTime(1)
    expect(FakeSocket.opened).toHaveLength(done + 2)
  }
  lose()
  vi.advanceTimersByTime(600_000)
  expect(FakeSocket.opened).toHaveLength(6)
})
test('a connection that held starts the count again', () => {
  openLive('t')
  lose()
  vi.advanceTimersByTime(1_000)
  last().onopen()
  lose()
  vi.advanceTimersByTime(1_000)
  expect(FakeSocket.opened).toHaveLength(3)
})
test('that it stands is told, and whether it was away for long: lost, or a second in opening', () => {
  const stands = vi.fn()
  onLiveOpen(stands)
  openLive('t')
  vi.advanceTimersByTime(1_000)
  last().onopen()
  lose()
  vi.advanceTimersByTime(1_000)
  lose()
  vi.advanceTimersByTime(2_000)
  last().onopen()
  openLive('t')
  vi.advanceTimersByTime(1_001)
  last().onopen()
  expect(stands.mock.calls).toEqual([[false], [true], [true]])
})
test('who looked before the channel stood hears that it does, each time, and looks again', () => {
  const hear = vi.fn()
  const end = listenTo(openChannel, hear)
  openLive('t')
  expect(hear).not.toHaveBeenCalled()
  last().onopen()
  lose()
  vi.advanceTimersByTime(1_000)
  last().onopen()
  expect(hear).toHaveBeenCalledTimes(2)
  end()
  last().onopen()
  expect(hear).toHaveBeenCalledTimes(2)
})
test('closed by sign-out or by the server for signing in, it stays closed', () => {
  openLive('t')()
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.opened).toHaveLength(1)
  openLive('t')
  lose(4001)
  vi.advanceTimersByTime(60_000)
  expect(FakeSocket.opened).toHaveLength(2)
})
test('closed because the session is over, the server is asked until it answers', async () => {
  const answers = [false, false, true]
  const ask = vi.fn(async () => answers.shift()!)
  onLiveEnd(ask)
  openLive('t')
  last().onopen()
  lose(4001)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(ask).toHaveBeenCalledTimes(3)
})
test('a channel that is refused before it opens may be refused because the session is over: the server is asked', async () => {
  const ask = vi.fn(async () => true)
  onLiveEnd(ask)
  const end = openLive('t')
  lose()
  expect(ask).toHaveBeenCalledTimes(1)
  // One that was open and is lost says nothing of the session.
  vi.advanceTimersByTime(1_000)
  last().onopen()
  lose()
  expect(ask).toHaveBeenCalledTimes(1)
  end()
})
