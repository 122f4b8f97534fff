import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { type LiveMessage, livePingMs, signInAgainClose } from '@qitao/core/live.ts'
import type pg from 'pg'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Database } from './database.ts'
import type { Member } from './handle.ts'
import { log } from './log.ts'

/** A message is a PostgreSQL notification, so it reaches the sockets of every server process. */
interface Notification {
  readonly org_id: string
  readonly user_id?: string | undefined
  readonly message: LiveMessage
}
interface Listener {
  readonly socket: WebSocket
  readonly token: string
  readonly org_id: string
  readonly user_id: string
  heardAt: number
}

const channel = 'qitao_live'
/** Limit of a PostgreSQL notification is 8000 bytes. */
const mostBytes = 7500
/** A socket that has been silent for three pings is dropped. */
const silentMs = 3 * livePingMs
/** Whose session is over is out within a second. */
const recheckMs = 500
const againMs = 1_000
/** "Service restart" (RFC 6455, registry of close codes): whoever hears it opens the channel again. */
const missedClose = 1012

export interface Live {
  tell(notification: Notification): Promise<void>
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void
  close(): Promise<void>
}

export async function openLive(
  database: Database,
  connect: () => pg.Client,
  authenticate: (token: string) => Promise<Member | undefined>,
  stillSignedIn: (tokens: readonly string[]) => Promise<ReadonlySet<string>>,
): Promise<Live> {
  const listeners = new Set<Listener>()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: 65_536,
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
      if (payload) deliver(JSON.parse(payload) as Notification)
    })
    try {
      await fresh.connect()
      await fresh.query(`listen ${channel}`)
      // What was told meanwhile was heard by nobody: whose channel stands anew asks again.
      for (const { socket } of listeners) socket.close(missedClose, 'messages missed')
      client = fresh
    } catch (error) {
      listenAgain()
      void fresh.end().catch(() => undefined)
      log.warn({ err: error }, 'live channel cannot reach the database')
    }
  }
  const deliver = ({ org_id, user_id, message }: Notification): void => {
    const written = JSON.stringify(message)
    for (const listener of listeners) {
      if (listener.org_id === org_id && (user_id === undefined || listener.user_id === user_id))
        listener.socket.send(written)
    }
  }
  const recheck = setInterval(() => {
    const silent = Date.now() - silentMs
    for (const listener of listeners) if (listener.heardAt < silent) listener.socket.terminate()
    if (listeners.size === 0) return
    stillSignedIn([...new Set([...listeners].map(({ token }) => token))])
      .then(alive => {
        for (const listener of listeners)
          if (!alive.has(listener.token)) listener.socket.close(signInAgainClose, 'sign in again')
      })
      .catch(() => undefined)
  }, recheckMs)
  recheck.unref()
  await listen()

  return {
    async tell(notification) {
      const payload = JSON.stringify(notification)
      if (Buffer.byteLength(payload) > mostBytes) throw new RangeError('a live message carries ids, not contents')
      await database.pool.query('select pg_notify($1, $2)', [channel, payload])
    },
    upgrade(request, socket, head) {
      const token = (request.headers['sec-websocket-protocol'] ?? '').split(',')[0]?.trim() ?? ''
      authenticate(token)
        .then(member => {
          if (!member) return socket.end('HTTP/1.1 401 Unauthorized\r\nConnection: close\r\n\r\n')
          server.handleUpgrade(request, socket, head, webSocket => {
            const listener: Listener = {
              socket: webSocket,
              token,
              org_id: member.org_id,
              user_id: member.user_id,
              heardAt: Date.now(),
            }
            listeners.add(listener)
            webSocket.on('message', data => {
              listener.heardAt = Date.now()
              if (String(data) === 'ping') webSocket.send('pong')
            })
            webSocket.on('ping', () => {
              listener.heardAt = Date.now()
            })
            webSocket.on('error', () => undefined)
            webSocket.on('close', () => listeners.delete(listener))
          })
        })
        .catch(() => socket.destroy())
    },
    async close() {
      closed = true
      clearInterval(recheck)
      for (const { socket } of listeners) socket.close(1001, 'server stops')
      server.close()
      await client?.end().catch(() => undefined)
    },
  }
}
