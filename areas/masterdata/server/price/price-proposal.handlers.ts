import { dropAttachmentsOf } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { type RawBuilder, sql } from 'kysely'
import {
  countPriceProposals,
  deletePriceProposals,
  listPriceProposals,
  type PriceProposalLineRow,
  type PriceProposalRow,
  showPriceProposal,
} from '../../model/price/price-proposal.calls.ts'
import { changeOf, stepOf } from '../../model/price/price-proposal.rules.ts'
import { priceModules, priceProposalStatus } from '../../model/price/price-proposal.status.ts'

const moduleOf = sql`case t.price_list when 'unit_price' then ${priceModules.unit_price} else ${priceModules.sales_price} end`
const firstLine = sql`join price_proposal_line f on f.org_id = t.org_id and f.proposal_id = t.id and f.line_no = 1
  join material m on m.org_id = f.org_id and m.id = f.material_id
  left join supplier s on s.org_id = f.org_id and s.id = f.supplier_id left join customer c on c.org_id = f.org_id and c.id = f.customer_id`
const shown = sql`t.*, b.name as created_by_name, m.code as material_code, m.name as material_name, coalesce(s.code, c.code) as partner_code,
  a.id as approval_id, coalesce(a.waits_for, '{}') as waits_for, e.comment`
const shownJoins = sql`left join app_user b on b.org_id = t.org_id and b.id = t.created_by
  left join lateral (select p.id, (select array_agg(w.name order by w.name) from app_user w where w.org_id = p.org_id
      and w.id = any(p.current_approver_ids) and t.status = ${priceProposalStatus.codes.pending}) as waits_for
    from approval p where p.org_id = t.org_id and p.module_code = ${moduleOf} and p.object_id = t.id order by p.started_time desc limit 1) a on true
  left join lateral (select v.comment from approval_event v where v.org_id = t.org_id and v.approval_id = a.id and v.comment is not null
    order by v.at desc, v.id desc limit 1) e on true`

interface Filters {
  readonly keyword?: string | undefined
  readonly price_list?: string | undefined
  readonly material_id?: string | undefined
}
/** Found by its number or by any of its prices. */
const conditions = ({ keyword, price_list, material_id }: Filters) => [
  contains(
    keyword,
    sql`t.no`,
    sql`(select string_agg(concat_ws(' ', k.code, k.name, x.code, x.name, y.code, y.name), ' ') from price_proposal_line l
      join material k on k.org_id = l.org_id and k.id = l.material_id
      left join supplier x on x.org_id = l.org_id and x.id = l.supplier_id left join customer y on y.org_id = l.org_id and y.id = l.customer_id
      where l.org_id = t.org_id and l.proposal_id = t.id)`,
  ),
  price_list !== undefined && sql`t.price_list = ${price_list}`,
  material_id !== undefined &&
    sql`exists (select from price_proposal_line l where l.org_id = t.org_id and l.proposal_id = t.id and l.material_id = ${material_id})`,
]

export const priceProposalHandlers: Handler[] = [
  handle(listPriceProposals, (input, { tx, org_id }) =>
    listRows<PriceProposalRow>(
      tx,
      {
        ...{
          org_id,
          table: 'price_proposal',
          where: [...conditions(input), oneOfCodes(sql`t.status`, input.statuses)],
        },
        ...{ columns: shown, joins: sql`${firstLine} ${shownJoins}` },
        orders: { no: sql`t.no`, created_time: sql`t.created_time`, settled_time: sql`coalesce(t.settled_time, 0)` },
        defaultOrder: '-created_time',
      },
      input,
    ),
  ),
  handle(countPriceProposals, async (filters, { tx, org_id }) => {
    const where = [sql`t.org_id = ${org_id}`, ...conditions(filters)].filter(
      (one): one is RawBuilder<unknown> => one !== undefined && one !== false,
    )
    const found = await rows(
      tx,
      sql<{ status: number; count: number }>`select t.status, count(*) as count from price_proposal t
        where ${sql.join(where, sql` and `)} group by t.status`,
    )
    const counted = new Map(found.map(({ status, count }) => [status, count]))
    const of = (code: number) => counted.get(code) ?? 0
    const { pending, in_force, refused, withdrawn } = priceProposalStatus.codes
    return { pending: of(pending), in_force: of(in_force), refused: of(refused), withdrawn: of(withdrawn) }
  }),
  handle(showPriceProposal, async ({ id }, { tx, org_id }) => {
    const [record] = await rows(
      tx,
      sql<PriceProposalRow>`select ${shown} from price_proposal t ${firstLine} ${shownJoins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    const lines = await rows(
      tx,
      sql<
        Omit<PriceProposalLineRow, 'step' | 'change'>
      >`select l.*, m.code as material_code, m.name as material_name, coalesce(s.code, c.code) as partner_code,
          coalesce(s.name, c.name) as partner_name, u.name as unit_name, mu.name as material_unit_name
        from price_proposal_line l join material m on m.org_id = l.org_id and m.id = l.material_id
          join unit u on u.org_id = l.org_id and u.id = l.unit_id join unit mu on mu.org_id = m.org_id and mu.id = m.unit_id
          left join supplier s on s.org_id = l.org_id and s.id = l.supplier_id left join customer c on c.org_id = l.org_id and c.id = l.customer_id
        where l.org_id = ${org_id} and l.proposal_id = ${id} order by l.line_no`,
    )
    return {
      record: record ?? refuse(generalErrors.recordNotFound),
      lines: lines.map(line => ({ ...line, step: stepOf(line), change: changeOf(line) })),
    }
  }),
  handle(deletePriceProposals, async ({ ids }, { tx, org_id, language }) => {
    const found = await rows(
      tx,
      sql<{
        id: string
        no: string
        status: PriceProposalRow['status']
      }>`select id, no, status from price_proposal where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
    )
    const { passed_ids, refused } = sortOut(ids, new Map(found.map(one => [one.id, one])), ({ status }) => {
      const detail = priceProposalStatus.whyNot('drop', status)
      if (detail) refuse(generalErrors.statusNotAllowed, { detail })
    })
    await dropAttachmentsOf(tx, org_id, 'price_proposal', passed_ids)
    await sql`delete from price_proposal where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
