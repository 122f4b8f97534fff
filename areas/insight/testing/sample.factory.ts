import type { TestApp, TestCompany } from '@qitao/app-server/testing/test-app.ts'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'

/** The least that is sample data: a supplier, a unit and a material, as loading would have marked them. */
export interface SmallSample {
  readonly unit_id: string
  readonly supplier_id: string
  readonly material_id: string
}
export async function aSmallSample(app: TestApp, company: TestCompany): Promise<SmallSample> {
  const ids = { unit_id: newId(), supplier_id: newId(), material_id: newId() }
  await asSample(app, company, async tx => {
    await tx.insertInto('unit').values({ id: ids.unit_id, name: '个', precision: 0 }).execute()
    await tx.insertInto('supplier').values({ id: ids.supplier_id, code: 'V-1', name: 'Sample supplier' }).execute()
    await tx
      .insertInto('material')
      .values({ id: ids.material_id, code: 'S-1', name: 'Sample material', kind: 2, unit_id: ids.unit_id })
      .execute()
    await tx.insertInto('sample_data').values({ industry: 'bicycle' }).execute()
  })
  return ids
}
export const asSample = <T>(app: TestApp, company: TestCompany, work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.database.as({ org_id: company.org_id, user_id: company.admin.user_id, cause: 'test', sample: true }, work)

/** Rows of the company in every table, by table; what is not business is left out. */
export async function rowsByTable(app: TestApp, company: TestCompany): Promise<Record<string, number>> {
  const { rows: tables } = await app.database.pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
      where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relname = any($1) order by 1`,
    [notBusiness],
  )
  const counted = await app.database.pool.query<{ name: string; count: number }>(
    tables.map(({ name }) => `select '${name}' as name, count(*) from "${name}" where org_id = $1`).join(' union all '),
    [company.org_id],
  )
  return Object.fromEntries(counted.rows.filter(row => row.count > 0).map(row => [row.name, row.count]))
}
/** People, settings, and what is kept of calls, rights, jobs and changes. */
const notBusiness = [
  'org',
  'org_app',
  'app_user',
  'session',
  'last_sign_in',
  'user_config',
  'organization_config',
  'audit_log',
  'security_event',
  'input_change',
  'job',
  'idempotency_key',
  'serial_counter',
]
