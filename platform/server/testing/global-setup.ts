// One PostgreSQL per vitest run, with one migrated template that every test file copies (see cluster.ts).
import pg from 'pg'
import type { TestProject } from 'vitest/node'
import { migrateTemplate } from './migrate-template.ts'
import { startTemporaryCluster } from './temporary-cluster.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    cluster: { config: { host: string; port: number; user: string; database: string }; template: string }
  }
}

const template = 'qitao_template'

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const cluster = await startTemporaryCluster()
  const admin = new pg.Client({ ...cluster.config, database: 'postgres' })
  await admin.connect()
  try {
    await admin.query(`create database ${template}`)
    await migrateTemplate({ ...cluster.config, database: template }, project.config.root)
    await admin.query(`alter database ${template} with is_template true allow_connections false`)
  } finally {
    await admin.end()
  }
  project.provide('cluster', { config: cluster.config, template })
  return () => cluster.discard()
}
