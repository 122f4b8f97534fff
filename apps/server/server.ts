import { existsSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { authenticator, ensureDemoCompany, sessionsAlive } from '@qitao/access/server'
import { livePath } from '@qitao/core/live.ts'
import { openAnswerThread } from '@qitao/platform/server/answer-thread.ts'
import { openDatabase } from '@qitao/platform/server/database.ts'
import { buildHttp, isCallAddress } from '@qitao/platform/server/http.ts'
import { openJobs } from '@qitao/platform/server/jobs.ts'
import { openLive } from '@qitao/platform/server/live.ts'
import { log } from '@qitao/platform/server/log.ts'
import type { Messenger } from '@qitao/platform/server/message.ts'
import { registry } from '@qitao/platform/server/metrics.ts'
import { migrate } from '@qitao/platform/server/migrate.ts'
import { downloadPath } from '@qitao/platform/server/mobile-app.ts'
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
}
export interface RunningServer {
  readonly app: FastifyInstance
  readonly generatedPassword: string | undefined
  close(): Promise<void>
}

export async function openServer(options: ServerOptions): Promise<RunningServer> {
  const { role = 'all' } = options
  const database = openDatabase({ config: options.database, log })
  if (!options.prepared) {
    const applied = await migrate(database.pool, migrationFolders)
    if (applied.length > 0) log.info({ applied }, 'database migrated')
  }
  const generatedPassword = options.prepared ? undefined : await ensureDemoCompany(database, options.demoPassword)
  const authenticate = authenticator(database)
  const live = await openLive(
    database,
    () => new pg.Client(options.database),
    async token => {
      const member = await authenticate(token)
      return typeof member === 'string' ? undefined : member
    },
    sessionsAlive(database),
  )
  const jobs =
    role === 'web'
      ? undefined
      : await openJobs({
          connection: options.database,
          handlers: areas.flatMap(area => area.jobs ?? []),
          areasModule,
          tell: live.tell,
        })
  const checkAnswers = options.checkAnswers ?? false
  const answerThread = openAnswerThread({ areasModule, connection: options.database, checkAnswers })
  const app = buildHttp({
    areas: role === 'worker' ? [] : areas,
    database,
    authenticate,
    messenger: options.messenger,
    downloads: options.downloads,
    tell: live.tell,
    checkAnswers,
    answerThread,
    ready: async () => (await database.pool.query('select 1')).rowCount === 1,
  })
  app.get('/metrics', async (_request, reply) => reply.type(registry.contentType).send(await registry.metrics()))
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
    if (path === livePath || `${path}/` === livePath) live.upgrade(request, socket as never, head)
    else socket.destroy()
  })
  return {
    app,
    generatedPassword,
    async close() {
      await live.close()
      await app.close()
      await answerThread.close()
      await jobs?.close()
      await database.close()
    },
  }
}

/** Built files by name; every other address a person may open is the one page, which finds its own way. */
async function serveWeb(app: FastifyInstance, folder: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: folder,
    wildcard: false,
    index: false,
    setHeaders: (reply, path) => {
      reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
  app.get('/*', async (request, reply) => {
    if (isCallAddress(request.url) || /\.\w{2,5}$/.test(request.url.split('?')[0] ?? '')) return reply.callNotFound()
    return reply.sendFile('index.html', { cacheControl: false })
  })
}
