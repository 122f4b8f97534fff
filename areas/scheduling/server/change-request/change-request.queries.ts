import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import type { CodeOf } from '@qitao/core/status.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, expectVersion } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import type { AskedTask } from '../../model/change-request/change-request.rules.ts'
import { type changeKind, changeRequestStatus } from '../../model/change-request/change-request.status.ts'

type Status = CodeOf<typeof changeRequestStatus>
export interface RequestHead {
  readonly id: string
  readonly row_version: number
  readonly no: string
  readonly status: Status
  readonly kind: CodeOf<typeof changeKind>
  readonly asked_by: string
}
export interface RequestLine extends AskedTask {
  readonly task_id: string
  readonly to_machine_no: string | null
  readonly to_start_time: number | null
  readonly to_quantity: string | null
}
const head = sql`id, row_version, no, status, kind, asked_by`

export async function requestWithLines(
  tx: Tx,
  org_id: string,
  id: string,
): Promise<{ request: RequestHead | undefined; lines: RequestLine[] }> {
  const [request] = await rows(
    tx,
    sql<RequestHead>`select ${head} from plan_change_request where org_id = ${org_id} and id = ${id}`,
  )
  const lines = await rows(
    tx,
    sql<RequestLine>`select task_id, device_id, start_time, end_time, quantity, to_machine_no, to_start_time, to_quantity
      from plan_change_task where org_id = ${org_id} and request_id = ${id} order by line_no`,
  )
  return { request, lines }
}

/** Locked, as it was seen, and in a state from which the action goes. */
export async function heldRequest(
  { tx, org_id }: Pick<Context, 'tx' | 'org_id'>,
  { id, row_version }: { readonly id: string; readonly row_version: number },
  action: keyof typeof changeRequestStatus.actions,
): Promise<RequestHead> {
  const [found] = await rows(
    tx,
    sql<RequestHead>`select ${head} from plan_change_request where org_id = ${org_id} and id = ${id} for update`,
  )
  return expectAction(found, row_version, action)
}
/** What became of it is said before that it is another than it was seen. */
export function expectAction(
  found: RequestHead | undefined,
  row_version: number,
  action: keyof typeof changeRequestStatus.actions,
): RequestHead {
  if (!found) refuse(generalErrors.recordNotFound)
  const detail = changeRequestStatus.whyNot(action, found.status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
  return expectVersion(found, row_version)
}

/** Who plans or gives work away sees the requests of all, others their own. */
export const seesAllChanges = ({ grants }: Pick<Context['member'], 'grants'>): boolean =>
  [pages.productionPlan, pages.dispatch].some(({ path }) => grants.some(({ pages: opened }) => opened.has(path)))
