// The product with a database of its own, filled by SQL: the sizes are those of a factory after some years.
import { readFileSync } from 'node:fs'
import { cpus, totalmem } from 'node:os'
import { type Caller, signIn } from '@qitao/e2e/caller.ts'
import { demoPassword, metricsOf, startServer } from '@qitao/e2e/server.ts'
import pg from 'pg'

/** What is measured may take so long: to ask again would be measured too. */
const slowestMs = 60_000
export const account = { company_code: 'DEMO', account: 'admin', password: demoPassword }

export interface Bench {
  url: string
  caller: Caller
  /** Of the company that the caller works in. */
  org_id: string
  /** Another company of the same installation, for data that must not slow us down. */
  other_org_id: string
  /** Runs a statement as the owner of the data, without triggers and foreign keys. `$1` is the company. */
  fill(org_id: string, statement: string, ...values: unknown[]): Promise<void>
  /** Rows of a statement. `$1` is the company. */
  ask<T>(statement: string, ...values: unknown[]): Promise<T[]>
  /** Processor seconds that the server and its database have used (Linux); what waits for a busy machine does not count. */
  cpuSeconds(): Promise<number>
  /** How long the event loop of the server was away at most, since this was asked last. */
  longestBlockMs(): Promise<number>
  /** After filling: statistics, as a running database has them. */
  settle(): Promise<void>
}

export async function withServer(work: (bench: Bench) => Promise<void>): Promise<void> {
  const server = await startServer({ onDisk: true })
  const client = new pg.Client(server.databaseConfig)
  try {
    await client.connect()
    await client.query('set session_replication_role = replica')
    const { rows } = await client.query<{ id: string; other: string }>(
      "select id, gen_random_uuid() as other from org where company_code = 'DEMO'",
    )
    const { id: org_id, other: other_org_id } = rows[0]!
    await client.query("insert into org (id, company_code, name) values ($1, 'OTHER', 'Other')", [other_org_id])
    const { rows: version } = await client.query<{ server_version: string }>('show server_version')
    console.log(
      `${cpus().length} cores, ${Math.round(totalmem() / 2 ** 30)} GB, Node ${process.versions.node}, ` +
        `PostgreSQL ${version[0]!.server_version}; client, server and database on one machine`,
    )
    await work({
      url: server.url,
      caller: await signIn(server.url, account, slowestMs),
      ...{ org_id, other_org_id },
      fill: async (org, statement, ...values) => {
        await client.query(statement, [org, ...values])
      },
      ask: async (statement, ...values) => (await client.query(statement, [org_id, ...values])).rows,
      cpuSeconds: async () => {
        const { rows } = await client.query<{ pid: number }>(
          'select pid from pg_stat_activity where pid <> pg_backend_pid()',
        )
        return [server.pid(), ...rows.map(({ pid }) => pid)].reduce((sum, pid) => sum + usedBy(pid), 0)
      },
      longestBlockMs: async () => {
        const metrics = await metricsOf(server.url)
        return 1000 * Number(/^nodejs_eventloop_lag_max_seconds (\S+)/m.exec(metrics)?.[1])
      },
      settle: async () => {
        await client.query('vacuum analyze')
        await client.query('checkpoint')
      },
    })
  } finally {
    await client.end()
    await server.stop()
  }
}

/** What a job of the server has come to; an error when it failed. */
export async function jobEnd({ ask }: Bench, job_id: string): Promise<unknown> {
  for (;;) {
    const [job] = await ask<{ status: number; result: unknown; message: unknown }>(
      'select status, result, message from job where org_id = $1 and id = $2',
      job_id,
    )
    if (job?.status === 2) return job.result
    if (job && job.status > 2) throw new Error(`the job failed: ${JSON.stringify(job.message)}`)
    await new Promise(wait => setTimeout(wait, 50))
  }
}

/** Seconds that a process has run, by hundredths, threads that have ended with it; 0 once it has ended itself. */
export function usedBy(pid: number): number {
  try {
    // After its name, which may hold blanks, the 12th and 13th word: ticks in the program and in the system.
    const words = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')
    return (Number(words[11]) + Number(words[12])) / ticksPerSecond
  } catch {
    return 0
  }
}
/** The same on all of today's Linux. */
const ticksPerSecond = 100
