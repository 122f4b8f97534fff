import { command, query } from '@qitao/core/call.ts'
import { codeOf, id, ids, plainString } from '@qitao/core/field.ts'
import { bulkOutput, listInput, listOutput, mostRows } from '@qitao/core/page.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { priceProposal, priceProposalLine } from './price-proposal.record.ts'
import { pricedList, priceProposalStatus } from './price-proposal.status.ts'

/** Ours. They are decided and withdrawn as every approval is (`access/model/approval`). */
const base = '/mep_server/biz/cost/'
const grantedBy = [pages.unitPrices]
const records = [priceProposal, priceProposalLine]

const proposalRow = priceProposal.row.extend({
  created_by_name: z.string().nullable(),
  /** The first of its prices. */
  material_code: z.string(),
  material_name: z.string(),
  /** Supplier or customer of the first; null: all customers. */
  partner_code: z.string().nullable(),
  approval_id: id.nullable(),
  /** While it waits: for whom. */
  waits_for: z.array(z.string()),
  /** What was said with the last decision. */
  comment: z.string().nullable(),
})
export type PriceProposalRow = z.output<typeof proposalRow>
const lineRow = priceProposalLine.row.extend({
  id,
  material_code: z.string(),
  material_name: z.string(),
  partner_code: z.string().nullable(),
  partner_name: z.string().nullable(),
  /** Of the price. */
  unit_name: z.string(),
  material_unit_name: z.string(),
})
export type PriceProposalLineRow = z.output<typeof lineRow>

const filters = { price_list: codeOf(pricedList).optional(), material_id: id.optional() }
export const listPriceProposals = query(`${base}query_price_proposal_list`, {
  title: text('查询调价申请', 'List price proposals'),
  grantedBy,
  input: listInput({ ...filters, statuses: z.array(codeOf(priceProposalStatus)).max(10).optional() }),
  output: listOutput(proposalRow),
  records,
})
export const countPriceProposals = query(`${base}query_price_proposal_list/count`, {
  title: text('统计调价申请', 'Count price proposals'),
  grantedBy,
  input: z.strictObject({ keyword: plainString(100).optional(), ...filters }),
  output: z.object({ pending: z.int(), in_force: z.int(), refused: z.int(), withdrawn: z.int() }),
})
export const showPriceProposal = query(`${base}query_price_proposal_detail`, {
  title: text('查看调价申请', 'Show a price proposal'),
  grantedBy,
  input: z.strictObject({ id }),
  output: z.object({ record: proposalRow, lines: z.array(lineRow) }),
  records,
})
/** Those that were refused or withdrawn; prices that came into force keep theirs. */
export const deletePriceProposals = command(`${base}delete_price_proposal`, {
  title: text('删除调价申请', 'Delete price proposals'),
  grantedBy,
  input: z.strictObject({ ids: ids(mostRows) }),
  output: bulkOutput,
  records,
})
