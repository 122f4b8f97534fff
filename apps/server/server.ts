import { existsSync } from 'node:fs'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { authenticator, ensureDemoCompany, membersHolding, sessionsAlive } from '@qitao/access/server'
import { livePath } from '@qitao/core/live.ts'
import { openDatabase } from '@qitao/platform/server/database/database.ts'
import { migrate } from '@qitao/platform/server/database/migrate.ts'
import { openAnswerThread } from '@qitao/platform/server/http/answer-thread.ts'
import { addressOf, isOwnPage, isSecure, trustedProxies } from '@qitao/platform/server/http/client-address.ts'
import { deviceSecretOf } from '@qitao/platform/server/http/device-cookie.ts'
import { readiness } from '@qitao/platform/server/http/health.ts'
import { buildHttp, isCallAddress } from '@qitao/platform/server/http/http.ts'
import { type Limits, limits as ownLimits } from '@qitao/platform/server/http/limits.ts'
import { openLive } from '@qitao/platform/server/http/live.ts'
import type { Messenger } from '@qitao/platform/server/http/message.ts'
import { registry } from '@qitao/platform/server/http/metrics.ts'
import { downloadPath } from '@qitao/platform/server/http/mobile-app.ts'
import { housekeepingOfPlatform } from '@qitao/platform/server/jobs/housekeeping.ts'
import { countLanes } from '@qitao/platform/server/jobs/job-queue.ts'
import { openJobs } from '@qitao/platform/server/jobs/jobs.ts'
import { log } from '@qitao/platform/server/log.ts'
import { observed } from '@qitao/platform/server/observe/installation-metrics.ts'
import { openTelemetry } from '@qitao/platform/server/observe/telemetry.ts'
import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { areas, areasModule, migrationFolders } from './areas.ts'

/** Web serves pages and calls; worker runs the jobs; all does both, as `npm start` does. */
export type Role = 'all' | 'web' | 'worker'
export interface ServerOptions {
  readonly database: pg.PoolConfig
  readonly role?: Role
  /** Folder of the built web; calls only when absent. */
  readonly web?: string | undefined
  /** Folder with the mobile app for download, as `qitao-1.2.3.apk`. */
  readonly downloads?: string | undefined
  /** How codes reach people. */
  readonly messenger: Messenger
  readonly demoPassword?: string | undefined
  /** Checks every answer against its contract: on in tests. */
  readonly checkAnswers?: boolean
  /** Test databases come migrated and without the demo company. */
  readonly prepared?: boolean
  /** What tests limit more closely. */
  readonly limits?: Partial<Limits>
  /** Of jobs that run in a thread of their own each: to load the product takes longer than a small one. Off in most tests. */
  readonly jobThreads?: boolean
  /** The thread of large answers is there before it is first asked: it loads the product, which most tests never ask of it. */
  readonly answerThreadWaits?: boolean
}
export interface RunningServer {
  readonly app: FastifyInstance
  readonly generatedPassword: string | undefined
  close(): Promise<void>
}

/** Connections beside those of calls: sign-in, sessions of the live channels, jobs' book-keeping, health. */
const spareConnections = 8

export async function openServer(options: ServerOptions): Promise<RunningServer> {
  const { role = 'all' } = options
  const telemetry = await openTelemetry()
  const limits = { ...ownLimits, ...options.limits }
  const proxies = trustedProxies(process.env.TRUST_PROXY)
  const connections = limits.callsAtOnce + limits.callsReserved + spareConnections
  const database = openDatabase({ config: options.database, log, connections })
  if (!options.prepared) {
    const applied = await migrate(database.pool, migrationFolders)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
  }
  const generatedPassword = options.prepared ? undefined : await ensureDemoCompany(database, options.demoPassword)
  observed.pool = database.pool
  const authenticate = authenticator(database)
  const handlers = areas.flatMap(area => area.jobs ?? [])
  const live = await openLive(
    database,
    () => new pg.Client(options.database),
    async ({ token, device_secret }, request) => {
      const member = await authenticate(token, { address: addressOf(request, proxies), device_secret })
      // Pages listen, programs ask: the channel is of sessions.
      return typeof member === 'string' || member.must_enrol || member.api_token_id ? undefined : member
    },
    sessionsAlive(database),
    {
      limits,
      isOwnPage: request => isOwnPage(request, proxies),
      deviceSecretOf: request => deviceSecretOf(request.headers, isSecure(request, proxies)),
      membersBy: membersHolding(database),
    },
  )
  observed.lanes = tx => countLanes(tx, [...handlers, housekeepingOfPlatform])
  const jobs =
    role === 'web'
      ? undefined
      : await openJobs({
          connection: options.database,
          handlers: options.jobThreads === false ? handlers.map(({ thread, ...job }) => job) : handlers,
          areasModule,
          tell: live.tell,
          send: options.messenger.send,
        })
  const checkAnswers = options.checkAnswers ?? false
  const answerThread = openAnswerThread(
    { areasModule, connection: options.database, checkAnswers },
    options.answerThreadWaits ?? true,
  )
  const app = buildHttp({
    areas: role === 'worker' ? [] : areas,
    database,
    authenticate,
    messenger: options.messenger,
    downloads: options.downloads,
    tell: live.tell,
    checkAnswers,
    answerThread,
    ready: readiness(database.pool),
    limits,
    proxies,
  })
  const { METRICS_TOKEN: metricsToken } = process.env
  app.get('/metrics', async (request, reply) =>
    metricsToken && request.headers.authorization === `Bearer ${metricsToken}`
      ? reply.type(registry.contentType).send(await registry.metrics())
      : reply.callNotFound(),
  )
  if (options.downloads) {
    await app.register(fastifyStatic, {
      root: options.downloads,
      prefix: downloadPath,
      allowedPath: path => /^\/qitao-[\d.]+\.apk$/.test(path),
      index: false,
      decorateReply: false,
    })
  }
  if (options.web && existsSync(join(options.web, 'index.html'))) await serveWeb(app, options.web)
  app.server.on('upgrade', (request, socket, head) => {
    const path = (request.url ?? '').split('?')[0]
    if (path === livePath || `${path}/` === livePath) return live.upgrade(request, socket as Socket, head)
    socket.on('error', () => undefined)
    socket.destroy()
  })
  return {
    app,
    generatedPassword,
    async close() {
      await Promise.all([app.close(), live.close()])
      await answerThread.close()
      await jobs?.close()
      if (observed.pool === database.pool) observed.pool = undefined
      await database.close()
      await telemetry.close()
    },
  }
}

/** Built files by name; every other address a person may open is the one page, which finds its own way. */
async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    // The build has made them (apps/web/compress-build.ts).
    preCompressed: true,
    globIgnore: ['**/*.br', '**/*.gz'],
    setHeaders: (reply, path) => {
      reply.header('vary', 'accept-encoding')
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  // The operator's page and its like have one address with a slash, as a folder has.
  app.get('/m', (_request, reply) => reply.redirect('/m/'))
  app.get('/m/', (_request, reply) => reply.sendFile('m/index.html', { cacheControl: false }))
  app.get('/*', async (request, reply) => {
    if (isCallAddress(request.url) || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound()
    return reply.sendFile('index.html', { cacheControl: false })
  })
}
