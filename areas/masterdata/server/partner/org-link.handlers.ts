import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { companyTries } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { acrossCompanies, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { addOrgLink, dropOrgLink, listOrgLinks } from '../../model/partner/org-link.calls.ts'
import type { OrgLinkRow } from '../../model/partner/org-link.record.ts'

/** Of another company nothing is read but its name, which whoever has its code may know. */
export const orgLinkHandlers: Handler[] = [
  handle(listOrgLinks, async (input, { tx, org_id }) => {
    const partner = sql`left join customer c on c.org_id = t.org_id and c.id = t.customer_id
      left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id`
    const found = await listRows<Omit<OrgLinkRow, 'linked_org_name'>>(
      tx,
      {
        org_id,
        table: 'org_link',
        filterJoins: partner,
        where: [
          contains(
            input.keyword,
            sql`t.linked_company_code`,
            sql`coalesce(c.name, s.name)`,
            sql`coalesce(c.code, s.code)`,
          ),
          oneOfCodes(sql`t.partner_kind`, input.partner_kinds),
        ],
        columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.partner_id, t.partner_kind, t.linked_company_code,
          coalesce(c.code, s.code) as partner_code, coalesce(c.name, s.name) as partner_name`,
        joins: partner,
        orders: { created_time: sql`t.created_time`, linked_company_code: sql`t.linked_company_code` },
        defaultOrder: '-created_time',
      },
      input,
    )
    const codes = found.result.map(row => row.linked_company_code)
    const named = await acrossCompanies(tx, all =>
      rows(
        all,
        sql<{ company_code: string; name: string }>`select company_code, name from org
          where company_code = any(${codes}::text[]) and status = ${enabledStatus.codes.enabled}`,
      ),
    )
    const names = new Map(named.map(one => [one.company_code, one.name]))
    const result = found.result.map(row => ({ ...row, linked_org_name: names.get(row.linked_company_code) ?? null }))
    return { ...found, result }
  }),

  handle(addOrgLink, async ({ partner_id, partner_kind, linked_company_code }, context) => {
    const { tx, org_id } = context
    const code = linked_company_code.trim()
    const linked = await companyTries(context, async all => {
      const [found] = await rows(
        all,
        sql<{
          id: string
        }>`select id from org where company_code = ${code} and status = ${enabledStatus.codes.enabled}`,
      )
      return found ?? refuse(accessErrors.companyCodeUnknown, { field: 'linked_company_code' })
    })
    if (linked instanceof Refusal) return linked
    if (linked.id === org_id) {
      refuse(generalErrors.badParameter, {
        field: 'linked_company_code',
        detail: text('不能关联本公司', 'A company is not linked to itself'),
      })
    }
    const id = newId()
    await sql`insert into org_link (id, partner_id, partner_kind, linked_company_code)
      values (${id}, ${partner_id}, ${partner_kind}, ${code})`.execute(tx)
    return { id }
  }),

  handle(dropOrgLink, async ({ id }, { tx, org_id }) => {
    const gone = await rows(tx, sql`delete from org_link where org_id = ${org_id} and id = ${id} returning id`)
    if (gone.length === 0) refuse(generalErrors.recordNotFound)
    return { affected: 1 }
  }),
]
