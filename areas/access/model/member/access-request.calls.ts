import { affected, command, query } from '@qitao/core/call.ts'
import { codeOf, id } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { accessRequest, accessRequestRow } from './access-request.record.ts'
import { accessRequestStatus } from './access-request.status.ts'

/** Ours: a member who is refused a page asks for it; who manages roles answers, and the member is told. */
const base = '/mep_server/biz/permission/'
const records = [accessRequest]
const grantedBy = [pages.roles]
const { page_path, reason } = accessRequest.fields

export const requestAccess = command(`${base}request`, {
  title: text('申请权限', 'Ask for access'),
  grantedBy: 'signed_in',
  input: accessRequest.input,
  output: z.object({ id }),
  records,
})
/** The own request for a page that was made last. */
export const queryOwnAccessRequest = query(`${base}query_own_request`, {
  title: text('我的权限申请', 'My request for access'),
  grantedBy: 'signed_in',
  input: z.strictObject({ page_path: page_path.schema }),
  output: z.object({ record: accessRequestRow.nullable() }),
  records,
})
export const listAccessRequests = query(`${base}query_request_list`, {
  title: text('权限申请列表', 'Requests for access'),
  grantedBy,
  input: listInput({ statuses: z.array(codeOf(accessRequestStatus)).max(3).optional() }),
  output: listOutput(accessRequestRow),
  records,
})
/** Gives the member a role that opens the page. */
export const grantAccessRequest = command(`${base}grant_request`, {
  title: text('同意权限申请', 'Grant a request for access'),
  grantedBy,
  input: z.strictObject({ id, role_id: id }),
  output: affected,
  records,
})
export const refuseAccessRequest = command(`${base}refuse_request`, {
  title: text('拒绝权限申请', 'Refuse a request for access'),
  grantedBy,
  input: z.strictObject({ id, answer: reason.schema }),
  output: affected,
  records,
})
