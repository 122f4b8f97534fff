import { choiceField, codeField, optional, readOnly, referenceField, textField } from '@qitao/core/field.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { partnerKind } from './partner-kind.status.ts'

/** A customer or supplier that is itself a company of this installation. */
export const orgLink = record('org_link', text('关联企业', 'Linked company'), {
  partner_id: referenceField('客户或供应商', 'Customer or supplier', 'partner'),
  partner_kind: choiceField('类型', 'Kind', partnerKind),
  linked_company_code: codeField('对方公司编码', 'Their company code'),
  partner_code: readOnly(codeField('编号', 'Code')),
  partner_name: readOnly(textField('名称', 'Name')),
  /** Null when the company is no longer open. */
  linked_org_name: readOnly(optional(textField('对方公司', 'Their company'))),
})
export type OrgLinkRow = RowOf<typeof orgLink>
