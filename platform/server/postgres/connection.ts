// What the launcher asks of the server itself, as its superuser over the private socket.
import { realpathSync } from 'node:fs'
import pg from 'pg'
import { superuser } from './data-folder.ts'
import { socketPort } from './postmaster.ts'
import { PostgresProblem } from './problem.ts'

export const database = 'qitao'

type Answer = 'ready' | 'starting' | 'silent'

export async function ask(socketDir: string, dataDir: string): Promise<Answer> {
  const client = clientTo(socketDir)
  try {
    await client.connect()
    const { rows } = await client.query<{ data_directory: string }>('show data_directory')
    const folder = rows[0]!.data_directory
    if (folder === dataDir || realpathSync(folder) === dataDir) return 'ready'
    throw new PostgresProblem(`The socket in ${socketDir} belongs to the database in ${folder}, not to ${dataDir}.`)
  } catch (error) {
    if (error instanceof PostgresProblem) throw error
    const code = (error as { code?: string }).code
    if (code === '53300') return 'ready' // all connections taken: very much alive
    return code === '57P03' ? 'starting' : 'silent'
  } finally {
    await client.end().catch(() => {})
  }
}

export async function makeDatabase(socketDir: string): Promise<void> {
  const client = clientTo(socketDir)
  try {
    await client.connect()
    const { rowCount } = await client.query('select from pg_database where datname = $1', [database])
    if (rowCount === 0) await client.query(`create database ${database}`)
  } catch (error) {
    if ((error as { code?: string }).code !== '42P04') throw error // made by another process meanwhile
  } finally {
    await client.end().catch(() => {})
  }
}

export async function hasOtherUsers(socketDir: string): Promise<boolean> {
  const client = clientTo(socketDir)
  try {
    await client.connect()
    const { rowCount } = await client.query(
      `select from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid()`,
    )
    return rowCount! > 0
  } catch {
    return false
  } finally {
    await client.end().catch(() => {})
  }
}

function clientTo(socketDir: string): pg.Client {
  const client = new pg.Client({
    host: socketDir,
    port: socketPort,
    user: superuser,
    database: 'postgres',
    connectionTimeoutMillis: 3000,
    query_timeout: 3000,
  })
  client.on('error', () => {}) // the connection may be cut at any moment; the query reports it
  return client
}
