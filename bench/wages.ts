// A month of a factory, paid: 100,000 approved reports of 300 people, a third of them of groups, calculated through the call as a
// clerk does, then every line against a statement that shares nothing with it: `npm run bench:wages`.
import { parseArgs } from 'node:util'
import { signIn } from '@qitao/e2e/caller.ts'
import { startServer } from '@qitao/e2e/server.ts'
import { openDatabase, rows } from '@qitao/platform/server/database/database.ts'
import { log } from '@qitao/platform/server/log.ts'
import { addWagePeriod, previewWages, recalculateWages } from '@qitao/wages/model/wage-sheet.calls.ts'
import { provedLines } from '@qitao/wages/testing/wages.factory.ts'
import { sql } from 'kysely'
import { account, usedBy } from './bench-server.ts'

const { values: given } = parseArgs({ options: { reports: { type: 'string', default: '100000' } } })
const reports = Number(given.reports)
const [people, processes, products] = [300, 40, 200]
const day = 86_400
const end = Math.floor(Date.now() / 1000 / day) * day
const start = end - 30 * day

const server = await startServer({ onDisk: true })
const database = openDatabase({ config: server.databaseConfig, log })
try {
  const caller = await signIn(server.url, account, 60_000)
  const client = await database.pool.connect()
  const { rows: found } = await client.query<{ id: string }>("select id from org where company_code = 'DEMO'")
  const org_id = found[0]!.id
  await client.query('set session_replication_role = replica')
  const fill = (statement: string, ...values: unknown[]) => client.query(statement, [org_id, ...values])
  const made = (from: string) => `(md5('${from}' || n)::uuid)`
  await fill(
    `insert into app_user (org_id, id, account, name, password_hash) select $1, ${made('u')}, 'w' || n, 'Worker ' || n, '' from generate_series(1, ${people}) n`,
  )
  await fill(
    `insert into process (org_id, id, code, name) select $1, ${made('p')}, 'P' || n, 'Process ' || n from generate_series(1, ${processes}) n`,
  )
  await fill(
    `insert into mo (org_id, id, no, material_id, planned_quantity, delivery_date)
      select $1, ${made('o')}, 'B' || n, ${made('m')}, 1, 0 from generate_series(1, ${products}) n`,
  )
  await fill(
    `insert into wage_grade (org_id, id, user_id, grade, coefficient, valid_from)
      select $1, gen_random_uuid(), ${made('u')}, (array['A', 'B'])[1 + n % 2], 1 + (n % 7) / 10.0, 0 from generate_series(1, ${people}) n`,
  )
  await fill(
    `insert into wage_rate (org_id, id, process_id, material_id, grade, wage_type, rate, deduction, split, valid_from)
      select $1, gen_random_uuid(), ${made('p')}, case when g < 2 then null else md5('m' || (n * 3 + g))::uuid end, (array['A', null])[1 + g % 2],
        1 + (n % 5 = 0)::integer, 0.1 + (n * 37 + g * 11) % 97 / 30.0, 0.05, 1 + n % 2, v * $2::bigint
      from generate_series(1, ${processes}) n, generate_series(0, 9) g, unnest(array[0, 1]) v`,
    start + 15 * day,
  )
  await fill(
    `insert into report_record (org_id, id, report_no, task_id, mo_id, operation_id, process_id, finished_quantity, defective_quantity, work_seconds,
        user_ids, report_time, approved_time)
      select $1, uuidv7(), 'R' || n, $1, md5('o' || 1 + n % ${products})::uuid, $1, md5('p' || 1 + n % ${processes})::uuid,
        (random() * 60)::numeric(20,3), case when n % 9 = 0 then 1 + n % 3 else 0 end, 600 + n % 5000,
        array(select md5('u' || 1 + (n * 7 + k * 13) % ${people})::uuid from generate_series(0, case when n % 3 = 0 then n % 4 else 0 end) k),
        $2 + (n * 26::bigint) % ${30 * day}, $2 from generate_series(1, ${reports}) n`,
    start,
  )
  await client.query('analyze')
  await client.query('reset session_replication_role')
  client.release()
  const { output: period } = await caller.send(addWagePeriod, { no: 'BENCH', start_time: start, end_time: end })
  /** What waits for a busy machine does not count. */
  const cpuSeconds = async () => {
    const { rows: backends } = await database.pool.query<{ pid: number }>('select pid from pg_stat_activity')
    return [server.pid(), ...backends.map(({ pid }) => pid)].reduce((sum, pid) => sum + usedBy(pid), 0)
  }
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const [began, used] = [performance.now(), await cpuSeconds()]
    const answer = await work()
    const took = ((performance.now() - began) / 1000).toFixed(2)
    console.log(`${what}: ${took} s, ${((await cpuSeconds()) - used).toFixed(2)} s of processor of server and database`)
    return answer
  }
  const asked = { period_id: period.id }
  await timed('preview', () => caller.send(previewWages, asked))
  const { output } = await timed('calculated and stored', () => caller.send(recalculateWages, asked))
  await timed('calculated again, nothing changed', () => caller.send(recalculateWages, asked))
  console.log(
    `${reports} reports, ${output.line_count} lines, ${output.sheet_count} sheets, total ${output.total_wage}`,
  )
  const key = (one: { report_id: string; user_id: string; kind: number }) =>
    `${one.report_id} ${one.user_id} ${one.kind}`
  const differ = await timed('proved by a statement of its own', () =>
    database.as({ org_id, user_id: org_id, cause: 'bench' }, async tx => {
      const proved = new Map((await provedLines(tx, org_id, start, end)).map(one => [key(one), one.amount]))
      const paid = await rows(
        tx,
        sql<{
          report_id: string
          user_id: string
          kind: number
          amount: string
        }>`select report_id, user_id, kind, amount from wage_line
          where org_id = ${org_id}`,
      )
      if (proved.size !== paid.length) throw new Error(`${proved.size} lines proved, ${paid.length} paid`)
      return paid.filter(one => proved.get(key(one)) !== one.amount).length
    }),
  )
  console.log(`${differ} lines differ by a cent or more`)
  if (differ > 0) process.exitCode = 1
} finally {
  await database.close()
  await server.stop()
}
