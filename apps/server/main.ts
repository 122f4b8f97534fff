import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { log } from '@qitao/platform/server/log.ts'
import { mailMessenger, outboxMessenger } from '@qitao/platform/server/message.ts'
import { startEmbedded } from '@qitao/platform/server/postgres/embedded.ts'
import { openServer, type Role } from './server.ts'

const root = join(import.meta.dirname, '../..')
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

const embedded = url
  ? undefined
  : await startEmbedded({ dataDir: join(dataDir, 'postgres'), log: message => log.info(message) })
const server = await openServer({
  database: embedded ? embedded.config : { connectionString: url },
  role: role === 'migrate' ? 'web' : role,
  web: join(root, 'apps/web/dist'),
  messenger: smtp && sender ? mailMessenger(smtp, sender) : outboxMessenger(join(dataDir, 'outbox')),
  downloads: join(dataDir, 'mobile-app'),
  demoPassword: process.env.DEMO_PASSWORD,
})
// Opening has migrated the database and made the first company: a roll-out does it once, before its servers.
if (role === 'migrate') {
  await server.close()
  await embedded?.stop()
  process.exit(0)
}
await server.app.listen({ port, host })
console.log(`Qitao 齐套 http://${host}:${port}`)
if (server.generatedPassword) {
  console.log(
    `Company DEMO, account admin, password ${server.generatedPassword}  (shown once; change it after signing in)`,
  )
}

let stopping = false
const stop = async (): Promise<void> => {
  if (stopping) return
  stopping = true
  await server.close()
  await embedded?.stop()
  process.exit(0)
}
process.on('SIGINT', () => void stop())
process.on('SIGTERM', () => void stop())
process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled rejection'))
