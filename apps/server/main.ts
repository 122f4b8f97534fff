import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { mailMessenger, outboxMessenger } from '@qitao/platform/server/http/message.ts'
import { log } from '@qitao/platform/server/log.ts'
import { type EmbeddedPostgres, startEmbedded } from '@qitao/platform/server/postgres/embedded.ts'
import { ensureSecretsKey } from '@qitao/platform/server/secrets.ts'
import { openServer, type Role, type RunningServer } from './server.ts'

/** What is under way has so long to end before the process does. */
const drainMs = 10_000

const root = join(import.meta.dirname, '../..')
let server: RunningServer | undefined
let embedded: EmbeddedPostgres | undefined
let isStopping = false

/** Takes in nobody any more, lets calls and jobs end, and ends. */
async function stop(code: number): Promise<void> {
  if (isStopping) return
  isStopping = true
  setTimeout(() => process.exit(code), drainMs).unref()
  await server?.close().catch(error => log.error({ err: error }, 'the server did not close in order'))
  // After a fault the database stays: the next start finds it running.
  if (code === 0) await embedded?.stop().catch(error => log.error({ err: error }, 'the database did not stop in order'))
  process.exit(code)
}
/** The last handler: nobody knows any more what state the process is in, so another one takes over. */
function fail(error: unknown, what: string): void {
  // What a person can put right at the start is told in words.
  if (!server && error instanceof Error && error.name === 'PostgresProblem') console.error(error.message)
  else log.fatal({ err: error }, what)
  void stop(1)
}
process.on('uncaughtException', error => fail(error, 'uncaught exception: the server ends'))
process.on('unhandledRejection', error => fail(error, 'unhandled rejection: the server ends'))
process.on('SIGINT', () => void stop(0))
process.on('SIGTERM', () => void stop(0))
// Whoever supervises it has gone.
process.on('disconnect', () => void stop(0))

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { role: { type: 'string', default: 'all' } }, strict: false })
  const role = values.role as Role | 'migrate'
  const port = Number(process.env.PORT ?? 3000)
  const host = process.env.HOST ?? '127.0.0.1'
  const dataDir = process.env.DATA_DIR ?? join(root, 'data')
  const url = process.env.DATABASE_URL

  const { SMTP_URL: smtp, MAIL_FROM: sender } = process.env
  if (smtp && !sender) throw new Error('SMTP_URL is set: MAIL_FROM must name the sender')

  // Threads of imports, plans and prints start again and again: what Node has compiled once, it keeps for them.
  process.env.NODE_COMPILE_CACHE ??= join(dataDir, 'compiled')

  // Whoever runs the server puts the app there; the folder is served, so it must be.
  mkdirSync(join(dataDir, 'mobile-app'), { recursive: true })

  if (!url) ensureSecretsKey(dataDir)

  embedded = url
    ? undefined
    : await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: message => log.info(message) })
  server = await openServer({
    database: embedded ? embedded.config : { connectionString: url },
    role: role === 'migrate' ? 'web' : role,
    web: join(root, 'apps/web/dist'),
    messenger: smtp && sender ? mailMessenger(smtp, sender) : outboxMessenger(join(dataDir, 'outbox')),
    downloads: join(dataDir, 'mobile-app'),
    demoPassword: process.env.DEMO_PASSWORD,
  })
  // Opening has migrated the database and made the first company: a roll-out does it once, before its servers.
  if (role === 'migrate') return stop(0)
  await server.app.listen({ port, host })
  console.log(`Qitao 齐套 http://${host}:${port}`)
  if (server.generatedPassword) {
    console.log(
      `Company DEMO, account admin, password ${server.generatedPassword}  (shown once; change it after signing in)`,
    )
  }
  process.send?.('ready')
}
main().catch(error => fail(error, 'the server cannot start'))
