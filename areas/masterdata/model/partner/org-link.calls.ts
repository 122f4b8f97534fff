import { affected, command, query } from '@qitao/core/call.ts'
import { because, codeOf, id, plainString } from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { masterdataErrors } from '../masterdata.errors.ts'
import { orgLink } from './org-link.record.ts'
import { partnerKind } from './partner-kind.status.ts'

const base = '/mep_server/biz/organization/'
const partnerPages = [pages.customers, pages.suppliers]
const records = [orgLink]

export const listOrgLinks = query(`${base}query_org_link_list`, {
  title: text('关联企业列表', 'Linked companies'),
  grantedBy: [...partnerPages, pages.settings],
  input: listInput({ partner_kinds: z.array(z.int()).max(3).optional() }),
  output: listOutput(orgLink.row),
  records,
})
export const addOrgLink = command(`${base}add_org_link`, {
  title: text('关联企业', 'Link a company'),
  grantedBy: partnerPages,
  input: z.strictObject({
    partner_id: id,
    partner_kind: codeOf(partnerKind),
    linked_company_code: plainString(50)
      .default('')
      .refine(code => code.trim() !== '', because(masterdataErrors.orgLinkFieldEmpty)),
  }),
  output: z.object({ id }),
  records,
})
export const dropOrgLink = command(`${base}drop_org_link`, {
  title: text('解除企业关联', 'Remove a linked company'),
  grantedBy: partnerPages,
  input: z.strictObject({ id }),
  output: affected,
  records,
})
