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
export async function freshDatabase(): Promise<TestDatabase> {
  const { config, template } = inject('cluster')
  const name = `test_${crypto.randomUUID().replaceAll('-', '')}`
  await asAdmin(`create database ${name} template ${template} strategy file_copy`)
  const drop = () => asAdmin(`drop database if exists ${name} with (force)`)
  afterAll(drop)
  return { config: { ...config, database: name }, drop }
}

async function asAdmin(statement: string): Promise<void> {
  const client = new pg.Client({ ...inject('cluster').config, database: 'postgres' })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
