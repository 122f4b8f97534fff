import { nothing, query } from '@qitao/core/call.ts'
import { instant } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

const bytes = z.int()
/** Ours: how the installation fares, for who runs it. Of all companies together, and of none by name. */
export const queryInstallation = query('/mep_server/biz/installation/query_installation_status', {
  title: text('运行状态', 'Installation status'),
  grantedBy: [pages.installation],
  input: nothing,
  output: z.object({
    program: z.object({
      version: z.string(),
      node: z.string(),
      postgres: z.string(),
      started_time: instant,
      memory_bytes: bytes,
      processors: z.int(),
      migrations: z.int(),
      last_migration: z.object({ name: z.string(), applied_time: instant }).nullable(),
    }),
    disk: z.object({ bytes, free_bytes: bytes }).nullable(),
    database: z.object({
      bytes,
      connections: z.int(),
      most_connections: z.int(),
      longest_transaction_seconds: z.int(),
    }),
    backups: z.array(
      z.object({
        moment_time: instant,
        tables: z.int(),
        rows: z.int(),
        bytes,
        /** When its trial restore agreed with the books; null: it was not tried. */
        tried_time: instant.nullable(),
      }),
    ),
    lanes: z.array(z.object({ lane: z.string(), queued: z.int(), running: z.int(), oldest_seconds: z.int() })),
    /** In a day. */
    failed_jobs: z.array(z.object({ job_type: z.string(), count: z.int(), last_time: instant })),
    /** Statements that wait for a lock now, without their values. */
    waiting: z.array(z.object({ seconds: z.int(), statement: z.string(), behind: z.int() })),
    tables: z.array(z.object({ name: z.string(), bytes, rows: z.int() })),
    /** In a week, those that took the most time in all first. */
    slow_statements: z.array(
      z.object({
        statement: z.string(),
        cause: z.string().nullable(),
        times: z.int(),
        total_ms: z.int(),
        longest_ms: z.int(),
        last_time: instant,
      }),
    ),
    slow_seconds: z.number(),
  }),
})
