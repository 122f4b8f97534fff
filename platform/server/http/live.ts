import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { type LiveMessage, livePingMs, signInAgainClose } from '@qitao/core/live.ts'
import type pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Database } from '../database/database.ts'
import { followsOthers } from '../jobs/job-followers.ts'
import { log } from '../log.ts'
import { Budget } from './budget.ts'
import type { Member } from './handle.ts'
import type { Limits } from './limits.ts'

/** A message is a PostgreSQL notification, so it reaches the sockets of every server process. */
export interface Notification {
  readonly org_id: string
  /** For this member alone; for all of the company when absent. */
  readonly user_id?: string | undefined
  /** Not for all: for the member above, administrators, and whoever has one of these pages. */
  readonly pages?: readonly string[]
  readonly message: LiveMessage
}
/** With what a channel was opened. */
export interface OpenedWith {
  readonly token: string
  /** What the device is known by. */
  readonly device_secret: string | undefined
}
interface Listener extends OpenedWith {
  readonly socket: WebSocket
  readonly org_id: string
  readonly user_id: string
  heardAt: number
  /** Since the last ping's time began. */
  messages: number
}

/** What the members who listen may do, as it was asked last. */
interface Known {
  readonly until: number
  readonly tokens: ReadonlySet<string>
  readonly members: Promise<ReadonlyMap<string, Member>>
}

export const liveChannel = 'qitao_live'
/** Limit of a PostgreSQL notification is 8000 bytes. */
const mostBytes = 7500
/** A socket that has been silent for three pings is dropped. */
const silentMs = 3 * livePingMs
/** Whose session is over is out within a second. */
const recheckMs = 500
/** What members may do is asked again after this time. */
const rightsMs = 1_000
const againMs = 1_000
/** Whoever asks for a channel is known, and has it, within this time. */
const openMs = 10_000
/** Whoever is told that the channel closes has gone within this time. */
const closeMs = 2_000
/** So many ask for a channel at once and are not yet known; who comes then comes again. */
const mostPending = 200
/** A page says "ping", and no more. */
const mostPayload = 1_024
/** "Service restart" (RFC 6455, registry of close codes): whoever hears it opens the channel again. */
const missedClose = 1012

export interface LiveOptions {
  readonly limits: Limits
  /** Whether the page that asks is one of this product's: browsers tell, and other programs say nothing. */
  readonly isOwnPage: (request: IncomingMessage) => boolean
  /** What the device that asks is known by. */
  readonly deviceSecretOf: (request: IncomingMessage) => string | undefined
  /** Who holds these tokens now. */
  readonly membersBy: (tokens: readonly string[]) => Promise<ReadonlyMap<string, Member>>
}

export interface Live {
  tell(notification: Notification): Promise<void>
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void
  close(): Promise<void>
}

export async function openLive(
  database: Database,
  connect: () => pg.Client,
  authenticate: (opened: OpenedWith, request: IncomingMessage) => Promise<Member | undefined>,
  stillSignedIn: <T extends OpenedWith>(opened: readonly T[]) => Promise<ReadonlySet<T>>,
  { limits, isOwnPage, deviceSecretOf, membersBy }: LiveOptions,
): Promise<Live> {
  const listeners = new Set<Listener>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    maxPayload: mostPayload,
    // A pong is answered here, as long as it is read.
    autoPong: false,
    handleProtocols: offered => [...offered][0] ?? false,
  })
  let closed = false
  let client: pg.Client | undefined

  const listen = async (): Promise<void> => {
    const fresh = connect()
    // A connection that fails says so twice, by its end and by its error; twice as many tries each second fill the server.
    let isLost = false
    const listenAgain = () => {
      if (isLost) return
      isLost = true
      if (!closed) setTimeout(() => void listen(), againMs).unref()
    }
    fresh.on('error', error => log.warn({ err: error }, 'live channel lost the database'))
    fresh.on('end', listenAgain)
    fresh.on('notification', ({ payload }) => {
      try {
        if (payload) deliver(JSON.parse(payload) as Notification)
      } catch (error) {
        log.error({ err: error }, 'live message could not be delivered')
      }
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${liveChannel}`)
      // What was told meanwhile was heard by nobody: whose channel stands anew asks again.
      for (const { socket } of listeners) socket.close(missedClose, 'messages missed')
      client = fresh
    } catch (error) {
      listenAgain()
      void fresh.end().catch(() => undefined)
      log.warn({ err: error }, 'live channel cannot reach the database')
    }
  }
  const deliver = ({ org_id, user_id, pages, message }: Notification): void => {
    const written = JSON.stringify(message)
    const hear = (listener: Listener) => say(listener, socket => socket.send(written))
    const others: Listener[] = []
    for (const listener of listeners) {
      if (listener.org_id !== org_id) continue
      if (listener.user_id === user_id || (user_id === undefined && !pages)) hear(listener)
      else if (pages) others.push(listener)
    }
    if (!pages || others.length === 0) return
    membersNow(org_id, others)
      .then(members => {
        for (const one of others) {
          const member = members.get(one.token)
          if (member && listeners.has(one) && followsOthers(member, pages)) hear(one)
        }
      })
      .catch(error => log.warn({ err: error }, 'live message lost'))
  }
  /** Asked once a second for a company at most, however much is told to it, and one answer after the other. */
  const known = new Map<string, Known>()
  const membersNow = (org_id: string, asked: readonly Listener[]): Known['members'] => {
    const before = known.get(org_id)
    // Of whoever has opened a channel since, nothing is known yet.
    if (before && before.until > Date.now() && asked.every(({ token }) => before.tokens.has(token)))
      return before.members
    const tokens = new Set([...listeners].flatMap(one => (one.org_id === org_id ? one.token : [])))
    const members = Promise.resolve(before?.members)
      .catch(() => undefined)
      .then(() => membersBy([...tokens]))
    known.set(org_id, { until: Date.now() + rightsMs, tokens, members })
    return members
  }
  /** Whoever does not read what waits already is put out: the page comes again, and asks for what it missed. */
  const say = ({ socket }: Listener, words: (socket: WebSocket) => void): void => {
    if (socket.bufferedAmount > limits.channelBufferKb * 1024) socket.terminate()
    else words(socket)
  }
  const hears = (listener: Listener): boolean => {
    const now = Date.now()
    if (Math.floor(now / livePingMs) !== Math.floor(listener.heardAt / livePingMs)) listener.messages = 0
    listener.heardAt = now
    listener.messages += 1
    if (listener.messages <= limits.channelMessagesPerPing) return true
    listener.socket.terminate()
    return false
  }
  let isAsking = false
  const recheck = setInterval(() => {
    const silent = Date.now() - silentMs
    for (const [org_id, { until }] of known) if (until < Date.now()) known.delete(org_id)
    for (const listener of listeners) if (listener.heardAt < silent) listener.socket.terminate()
    // While the database is slow, the next question does not wait behind the last.
    if (listeners.size === 0 || isAsking) return
    isAsking = true
    // Whoever opens a channel after this question is not in its answer.
    const asked = [...listeners]
    stillSignedIn(asked)
      .then(alive => {
        for (const listener of asked) if (!alive.has(listener)) listener.socket.close(signInAgainClose, 'sign in again')
      })
      .catch(() => undefined)
      .finally(() => {
        isAsking = false
      })
  }, recheckMs)
  recheck.unref()
  await listen()

  const channels = new Budget()
  const oneMore = ({ org_id, user_id }: Member, token: string) =>
    channels.take([
      [`session ${token}`, limits.channelsPerSession],
      [`user ${user_id}`, limits.channelsPerUser],
      [`company ${org_id}`, limits.channelsPerCompany],
    ])
  /** How many ask for a channel and are not yet known. */
  let pending = 0

  return {
    async tell(notification) {
      const payload = JSON.stringify(notification)
      if (Buffer.byteLength(payload) > mostBytes) throw new RangeError('a live message carries ids, not contents')
      await database.pool.query('select pg_notify($1, $2)', [liveChannel, payload])
    },
    upgrade(request, socket, head) {
      // Before anything is awaited: whoever loses the radio in the handshake must not take the server along.
      socket.on('error', () => socket.destroy())
      const late = setTimeout(() => socket.destroy(), openMs).unref()
      const refused = (status: string): void => {
        clearTimeout(late)
        socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\nRetry-After: 5\r\n\r\n`)
        setTimeout(() => socket.destroy(), closeMs).unref()
      }
      if (!isOwnPage(request)) return refused('403 Forbidden')
      if (closed || pending >= mostPending) return refused('503 Service Unavailable')
      const token = (request.headers['sec-websocket-protocol'] ?? '').split(',')[0]?.trim() ?? ''
      pending += 1
      const device_secret = deviceSecretOf(request)
      authenticate({ token, device_secret }, request)
        .finally(() => {
          pending -= 1
        })
        .then(member => {
          if (socket.destroyed) return
          if (!member) return refused('401 Unauthorized')
          const giveBack = oneMore(member, token)
          if (!giveBack) return refused('429 Too Many Requests')
          socket.once('close', giveBack)
          server.handleUpgrade(request, socket, head, webSocket => {
            clearTimeout(late)
            const listener: Listener = {
              socket: webSocket,
              token,
              device_secret,
              org_id: member.org_id,
              user_id: member.user_id,
              heardAt: Date.now(),
              messages: 0,
            }
            webSocket.on('error', () => webSocket.terminate())
            webSocket.on('close', () => listeners.delete(listener))
            webSocket.on('message', data => {
              if (hears(listener) && String(data) === 'ping') say(listener, open => open.send('pong'))
            })
            webSocket.on('ping', data => {
              if (hears(listener)) say(listener, open => open.pong(data))
            })
            listeners.add(listener)
          })
        })
        .catch(() => socket.destroy())
    },
    async close() {
      closed = true
      clearInterval(recheck)
      for (const { socket } of listeners) socket.close(1001, 'server stops')
      server.close()
      for (const limit = Date.now() + closeMs; listeners.size > 0 && Date.now() < limit; ) await wait(20)
      for (const { socket } of listeners) socket.terminate()
      await client?.end().catch(() => undefined)
    },
  }
}
