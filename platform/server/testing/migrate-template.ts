import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { migrate } from '../database/migrate.ts'

/** Brings the template to today's tables. The root's list of workspaces is the order of the areas. */
export async function migrateTemplate(config: pg.PoolConfig, root: string): Promise<void> {
  const { workspaces }: { workspaces: string[] } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'))
  const areas = workspaces.filter(workspace => workspace === 'platform' || workspace.startsWith('areas/'))
  const pool = new pg.Pool({ ...config, max: 2 })
  try {
    await migrate(
      pool,
      areas.map(area => ({ area: area.replace('areas/', ''), folder: join(root, area, 'server/migrations') })),
    )
  } finally {
    await pool.end()
  }
}
