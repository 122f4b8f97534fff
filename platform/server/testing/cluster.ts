// A database of its own for a test file: a copy of the migrated template, made in a fraction of a second.
import pg from 'pg'
import { afterAll, inject } from 'vitest'

export type TestDatabase = {
  /** For `new pg.Pool(config)`, as the owner of everything. */
  config: { host: string; port: number; user: string; database: string }
  /** Drops it, cutting what is still connected. Happens by itself at the end of the file. */
  drop(): Promise<void>
}

/** Call once per test file at its top level (`const database = await freshDatabase()`), or in `beforeAll`. */
export async function freshDatabase(template = inject('cluster').template): Promise<TestDatabase> {
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin(admin => admin.query(copyOf(template, name)))
  const drop = () =>
    asAdmin(async admin => {
      await admin.query(dropped(name))
    })
  afterAll(drop)
  return { config: { ...inject('cluster').config, database: name }, drop }
}

/** A further template, of which several files take copies: the first one that asks for it fills it, the others wait. */
export function filledTemplate(name: string, fill: (config: TestDatabase['config']) => Promise<void>): Promise<string> {
  const { config, template } = inject('cluster')
  return asAdmin(async admin => {
    // Held until this connection ends.
    await admin.query('select pg_advisory_lock(hashtext($1))', [name])
    const { rows } = await admin.query<{ is_filled: boolean }>(
      'select datistemplate as is_filled from pg_database where datname = $1',
      [name],
    )
    if (rows[0]?.is_filled) return name
    await admin.query(dropped(name))
    await admin.query(copyOf(template, name))
    await fill({ ...config, database: name })
    await admin.query(`alter database ${name} with is_template true allow_connections false`)
    return name
  })
}

const copyOf = (template: string, name: string) => `create database ${name} template ${template} strategy file_copy`
const dropped = (name: string) => `drop database if exists ${name} with (force)`

async function asAdmin<T>(work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ ...inject('cluster').config, database: 'postgres' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
