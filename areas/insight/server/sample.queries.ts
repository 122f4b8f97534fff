import { jobStatus } from '@qitao/core/job.status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { SampleCount } from '../model/sample.calls.ts'

export interface StoredSample {
  industry: string
  created_time: number
  created_by_name: string | null
}
export async function storedSample(tx: Tx, org_id: string): Promise<StoredSample | undefined> {
  const [found] = await rows(
    tx,
    sql<StoredSample>`select s.industry, s.created_time, u.name as created_by_name from sample_data s
      left join app_user u on u.org_id = s.org_id and u.id = s.created_by where s.org_id = ${org_id}`,
  )
  return found
}

export const sampleJob = 'create_sample'
export async function latestSampleJob(
  tx: Tx,
  org_id: string,
): Promise<{ id: string; is_running: boolean } | undefined> {
  const [found] = await rows(
    tx,
    sql<{
      id: string
      is_running: boolean
    }>`select id, status in (${jobStatus.codes.queued}, ${jobStatus.codes.running}) as is_running from job
      where org_id = ${org_id} and job_type = ${sampleJob} order by created_time desc, id desc limit 1`,
  )
  return found
}

export async function realMaterials(tx: Tx, org_id: string): Promise<number> {
  const [found] = await rows(
    tx,
    sql<{ count: number }>`select count(*) as count from material where org_id = ${org_id} and not sample`,
  )
  return found!.count
}

/** Sample rows by table, and the company's own rows that hang on them. */
export const countSampleRows = (tx: Tx, org_id: string): Promise<SampleCount[]> =>
  rows(tx, sql<SampleCount>`select object, sample, own from count_sample_rows(${org_id}) order by object`)
/** Deletes them; what it answers was there before. */
export const deleteSampleRows = (tx: Tx, org_id: string): Promise<SampleCount[]> =>
  rows(tx, sql<SampleCount>`select object, sample, own from delete_sample_rows(${org_id}) order by object`)
