import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { id, ids, instant, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { signedInUser } from '../member/user.record.ts'
import { orgInfo } from './org.record.ts'

/** Several companies of one person: invitations into them and the way from one to the other. */
const grantedBy = [pages.roles]
const qrcode_key = plainString(100).min(1)

export const addInvitation = command('/mep_server/biz/user/add_qrcode', {
  title: text('邀请成员', 'Invite a member'),
  grantedBy,
  input: z.strictObject({
    role_id: id.optional(),
    expire_hours: z.int().min(1).max(720).default(24),
    /** How many people may join with it. */
    uses: z.int().min(1).max(100).default(1),
  }),
  answersSecret: true,
  output: z.object({ id, qrcode: z.string(), url: z.string(), qrcode_key, expire_time: instant }),
})
export const listInvitations = query('/mep_server/biz/user/query_qrcode_list', {
  title: text('邀请列表', 'Invitations'),
  grantedBy,
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        id,
        role_name: z.string().nullable(),
        uses_left: z.int(),
        expire_time: instant,
        created_time: instant,
        created_by_name: z.string().nullable(),
      }),
    ),
  }),
})
export const dropInvitations = command('/mep_server/biz/user/bulk_drop_qrcode', {
  title: text('撤销邀请', 'Withdraw invitations'),
  grantedBy,
  input: z.strictObject({ ids: ids() }),
  output: affected,
})
export const acceptInvitation = command('/mep_server/biz/user/accept_qrcode', {
  title: text('接受邀请', 'Accept an invitation'),
  grantedBy: 'signed_in',
  input: z.strictObject({ qrcode_key }),
  output: z.object({ org: orgInfo }),
})

export const listOwnCompanies = query('/mep_server/biz/user/query_user_company_list', {
  title: text('我的公司', 'My companies'),
  grantedBy: 'signed_in',
  input: nothing,
  output: z.object({
    result: z.array(z.object({ company_code: z.string(), name: z.string(), is_current: z.boolean() })),
    /** Whether further companies can be joined or made: the phone or email is proved. */
    is_verified: z.boolean(),
  }),
})
/**
 * Goes on in another company of the person, or makes a new one: the session here ends, another one begins there.
 */
export const updateUserCompany = command('/mep_server/biz/user/update_user_company', {
  title: text('切换公司', 'Switch the company'),
  grantedBy: 'signed_in',
  input: z.strictObject({
    /** A company in which the person is a member. */
    company_code: plainString(50).optional(),
    /** Without a code: makes a company of this name. */
    company_name: plainString(100).optional(),
    industry: plainString(100).optional(),
  }),
  answersSecret: true,
  output: z.object({ token: z.string(), org: orgInfo, user: signedInUser }),
})
