import { createHash } from 'node:crypto'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Quantity } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  comparableAmount,
  currentApprovers,
  type Flow,
  firstSteps,
  flowFor,
} from '../../model/approval/approval.rules.ts'
import { approvalStatus } from '../../model/approval/approval.status.ts'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import { notify } from '../notice/notice.ts'

/** What is approved: how people see it, and what must not change until it is decided. */
export interface ApprovedContent {
  readonly id: string
  readonly no: string
  readonly made_by: string | null
  /** Every line has a price. */
  readonly priced: boolean
  readonly amount: Quantity | null
  readonly currency: string | null
  readonly document: {
    readonly record: Readonly<Record<string, unknown>>
    readonly lines: readonly Readonly<Record<string, unknown>>[]
  }
  readonly content: unknown
}
export type Outcome = 'approved' | 'rejected' | 'withdrawn'
/** A kind of document that can be approved. Its area brings it; access knows how, the area knows what. */
export interface ApprovalDocument {
  /** A key of `approvalModules`. */
  readonly module_code: string
  /** Kind of record under which its attachments stand: its table. */
  readonly attached_to: string
  /** Each that is agreed to may change what the next is about: they are decided in turn, and one that is refused undoes no other. */
  readonly inTurn?: true
  load(tx: Tx, org_id: string, ids: readonly string[]): Promise<ApprovedContent[]>
  /** In the transaction of the last decision: the document moves on, or back. */
  settle(context: Context, ids: readonly string[], outcome: Outcome): Promise<void>
}

/** Members of the company who can still sign in, out of these and the administrators. */
export async function activeMembers(
  tx: Tx,
  org_id: string,
  ids: readonly string[],
): Promise<{ active: ReadonlySet<string>; administrators: readonly string[] }> {
  const found = await rows(
    tx,
    sql<{ id: string; is_admin: boolean }>`select id, is_admin from app_user
      where org_id = ${org_id} and status = ${enabledStatus.codes.enabled} and (is_admin or ${among(sql`id`, ids)}) order by id`,
  )
  return {
    active: new Set(found.map(({ id }) => id)),
    administrators: found.filter(({ is_admin }) => is_admin).map(({ id }) => id),
  }
}

/** Names of those for whom document `object_id` waits; empty when it does not wait. */
export const waitsFor = (module_code: string, object_id: RawBuilder<unknown>): RawBuilder<string[]> =>
  sql<string[]>`coalesce((select array_agg(w.name order by w.name) from approval a
    join app_user w on w.org_id = a.org_id and w.id = any(a.current_approver_ids)
    where a.org_id = t.org_id and a.module_code = ${module_code} and a.object_id = ${object_id}
      and a.status = ${approvalStatus.codes.pending}), '{}')`

/** Whether approvers were ever asked about document `object_id` of the row `o`. */
export const wasAsked = (module_code: string, object_id: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`exists (select from approval a where a.org_id = o.org_id and a.module_code = ${module_code} and a.object_id = ${object_id})`

export const flowsOf = (tx: Tx, org_id: string, module_code: string): Promise<(Flow & { id: string })[]> =>
  rows(
    tx,
    sql`select id, mode, approver_ids, enabled, amount_from, workgroup_ids from approval_flow
      where org_id = ${org_id} and module_code = ${module_code} order by created_time, id`,
  )

/** Whether any document of this type may need an approval. */
export const hasFlows = async (tx: Tx, org_id: string, module_code: string): Promise<boolean> =>
  (await flowsOf(tx, org_id, module_code)).some(({ enabled }) => enabled === featureEnable.codes.on)

type WorkgroupsOf = (
  tx: Tx,
  org_id: string,
  user_ids: readonly string[],
) => Promise<ReadonlyMap<string, readonly string[]>>

/** Which flow each of the documents would wait by, as it stands now. A flow for workgroups is for what their members submit, and for what they made and others submit for them. */
async function flowsFor(
  { tx, org_id, member }: Context,
  document: ApprovalDocument,
  ids: readonly string[],
  workgroupsOf: WorkgroupsOf,
) {
  const flows = await flowsOf(tx, org_id, document.module_code)
  if (!flows.some(flow => flow.enabled === 1)) return []
  const contents = await document.load(tx, org_id, ids)
  const ownersOf = ({ made_by }: ApprovedContent) =>
    new Set(made_by === null ? [member.user_id] : [member.user_id, made_by])
  const groupsOf = await workgroupsOf(tx, org_id, [...new Set(contents.flatMap(one => [...ownersOf(one)]))])
  return contents.flatMap(of => {
    const owners = ownersOf(of)
    const flow = flowFor(flows, {
      amount: comparableAmount(of, member.currency),
      workgroup_ids: [...owners].flatMap(id => groupsOf.get(id) ?? []),
    })
    return flow ? [{ of, owners, flow }] : []
  })
}

/** Those of the documents that would wait for their approvers if they were submitted as they stand now. */
export const wouldWait = async (
  context: Context,
  document: ApprovalDocument,
  ids: readonly string[],
  workgroupsOf: WorkgroupsOf,
): Promise<Set<string>> => new Set((await flowsFor(context, document, ids, workgroupsOf)).map(({ of }) => of.id))

/** Submitted documents that a flow applies to begin to wait for their approvers; answers their ids. The others need no approval. */
export async function startApprovals(
  context: Context,
  document: ApprovalDocument,
  ids: readonly string[],
  workgroupsOf: WorkgroupsOf,
): Promise<Set<string>> {
  const { tx, org_id, now, member } = context
  const found = await flowsFor(context, document, ids, workgroupsOf)
  if (found.length === 0) return new Set()
  const contents = found.map(({ of }) => of)
  const writers = await writersOf(tx, org_id, document, ids)
  const members = await activeMembers(
    tx,
    org_id,
    found.flatMap(({ flow }) => flow.approver_ids),
  )
  const hashes = await hashesOf(tx, org_id, document, contents)
  const started = found.map(({ of, owners, flow }) => {
    const own = owners.union(writers.get(of.id) ?? new Set<string>())
    const { mode, steps } = firstSteps(flow, { ...members, own })
    return { id: newId(), of, own, mode, steps, current: currentApprovers(mode, steps) }
  })
  const approvals = started.map(({ id, of, own, mode, current }) => ({
    id,
    object_id: of.id,
    object_no: of.no,
    mode,
    amount: of.amount,
    currency: of.currency,
    document: of.document,
    content_hash: hashes.get(of.id)!,
    current_approver_ids: `{${current.join(',')}}`,
    own_ids: `{${[...own].join(',')}}`,
  }))
  await sql`insert into approval (id, module_code, object_id, object_no, mode, starter_id, started_time, amount, currency, document, content_hash, current_approver_ids, own_ids)
    select id, ${document.module_code}, object_id, object_no, mode, ${member.user_id}, ${now}, amount, currency, document, content_hash, current_approver_ids, own_ids
    from ${recordset(approvals, sql`id uuid, object_id uuid, object_no text, mode smallint, amount numeric, currency text, document jsonb, content_hash text, current_approver_ids uuid[], own_ids uuid[]`)} r`.execute(
    tx,
  )
  const steps = started.flatMap(({ id, steps }) => steps.map(step => ({ ...step, id: newId(), approval_id: id })))
  await sql`insert into approval_step (id, approval_id, sequence, approver_id, result)
    select id, approval_id, sequence, approver_id, result
    from ${recordset(steps, sql`id uuid, approval_id uuid, sequence integer, approver_id uuid, result smallint`)} r`.execute(
    tx,
  )
  await tellApprovers(
    context,
    started.flatMap(({ current }) => current),
  )
  return new Set(started.map(({ of }) => of.id))
}

/** What changes in a document that is only moved: on, back, into the bin and out of it. */
const moved = sql`'{status,approval_status,deleted,deleted_time,deleted_by,row_version,updated_time,updated_by}'::text[]`
const places = (row: RawBuilder<unknown>) =>
  sql`jsonb_build_array(${row} -> 'status', ${row} -> 'approval_status', ${row} -> 'deleted')`
/**
 * Who wrote to each document since it was last approved, by its history: what they altered they do not approve. A write that
 * only moves it (submitted, withdrawn, refused) is no alteration; one that changes no field of the head is: of its lines.
 */
async function writersOf(
  tx: Tx,
  org_id: string,
  { attached_to }: ApprovalDocument,
  ids: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
  const { approved } = approvalStatus.codes
  const found = await rows(
    tx,
    sql<{ row_id: string; user_ids: string[] }>`with written as (
        select c.id, c.row_id, c.user_id, c.old_row, c.new_row, max(c.id) filter (
            where c.new_row -> 'approval_status' = to_jsonb(${approved}::int)
              and c.old_row -> 'approval_status' is distinct from c.new_row -> 'approval_status'
          ) over (partition by c.row_id) as approved_by
        from change_log c where c.org_id = ${org_id} and c.table_name = ${attached_to} and ${among(sql`c.row_id`, ids)}
      )
      select row_id, array_agg(distinct user_id) as user_ids from written w
      where user_id is not null and id > coalesce(approved_by, 0)
        and (${places(sql`w.old_row`)} = ${places(sql`w.new_row`)} or w.old_row - ${moved} is distinct from w.new_row - ${moved})
      group by row_id`,
  )
  return new Map(found.map(({ row_id, user_ids }) => [row_id, new Set(user_ids)]))
}

/** Pages that show approvals ask again. */
export const approvalMessage = { channel_type: 'approval' }
export const centre = { btn: text('去审批', 'Open'), href: pages.taskCentre.path }
const waits = text('有单据待您审批', 'Documents wait for your approval')
/** One notice for all that waits: it comes again with the next document. */
export async function tellApprovers(context: Context, user_ids: readonly string[]): Promise<void> {
  await notify(context, user_ids, { sign: 'approval', text: waits, ...centre })
  for (const user_id of new Set(user_ids)) context.tell(approvalMessage, { user_id })
}

/** Digests of the documents as they are now, by their ids; locked by it until the decision is kept. */
export async function digestsNow(
  tx: Tx,
  org_id: string,
  document: ApprovalDocument,
  object_ids: readonly string[],
): Promise<Map<string, string>> {
  return hashesOf(tx, org_id, document, await document.load(tx, org_id, object_ids))
}
/** What is approved is what was submitted: 5023 when the document or its files are no longer the same. */
export function expectUnchanged(
  digests: ReadonlyMap<string, string>,
  approval: { object_id: string; object_no: string; content_hash: string },
): void {
  if (digests.get(approval.object_id) === approval.content_hash) return
  const detail = text(
    `${approval.object_no} 或其依据的数据在提交后被修改，请撤回后重新提交`,
    `${approval.object_no}, or what it is based on, was changed after it was submitted; withdraw it and submit it again`,
  )
  refuse(generalErrors.versionConflict, { detail })
}

async function hashesOf(
  tx: Tx,
  org_id: string,
  { attached_to }: ApprovalDocument,
  contents: readonly ApprovedContent[],
): Promise<Map<string, string>> {
  const ids = contents.map(({ id }) => id)
  const files = await rows(
    tx,
    sql<{ object_id: string; sha256: string }>`select object_id, sha256 from attachment
      where org_id = ${org_id} and module = ${attached_to} and ${among(sql`object_id`, ids)} order by sha256`,
  )
  const filesOf = Map.groupBy(files, file => file.object_id)
  return new Map(
    contents.map(({ id, content }) => {
      const whole = [content, (filesOf.get(id) ?? []).map(({ sha256 }) => sha256)]
      return [id, createHash('sha256').update(canonical(whole)).digest('hex')]
    }),
  )
}
/** JSON whose keys stand in order: equal values are written alike. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  )

/** Whether a record waits for an approval, by its kind of document. */
export async function isAnyPending(
  tx: Tx,
  org_id: string,
  module_code: string,
  object_ids: readonly string[],
): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from approval where org_id = ${org_id} and module_code = ${module_code} and ${among(sql`object_id`, object_ids)}
      and status = ${approvalStatus.codes.pending} limit 1`,
  )
  return found.length > 0
}
/** Whether one of the files was there when its record was approved, which it still is. */
export async function isAnyApprovedWith(
  tx: Tx,
  org_id: string,
  module_code: string,
  file_ids: readonly string[],
): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from attachment f join lateral (select status, finished_time from approval a where a.org_id = f.org_id
        and a.module_code = ${module_code} and a.object_id = f.object_id order by a.id desc limit 1) a on true
      where f.org_id = ${org_id} and ${among(sql`f.id`, file_ids)} and a.status = ${approvalStatus.codes.approved}
        and f.created_time <= a.finished_time limit 1`,
  )
  return found.length > 0
}
/** Whether a member is or was asked to approve a record: its files may be read then. */
export async function isApprover(tx: Tx, org_id: string, object_id: string, user_id: string): Promise<boolean> {
  const found = await rows(
    tx,
    sql`select 1 from approval a join approval_step s on s.org_id = a.org_id and s.approval_id = a.id
      where a.org_id = ${org_id} and a.object_id = ${object_id} and s.approver_id = ${user_id} limit 1`,
  )
  return found.length > 0
}
