import { type ApprovalDocument, hasFlows, startApprovals, waitsFor } from '@qitao/access/server'
import type { Quantity } from '@qitao/core/quantity.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { among, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Period } from '../../model/price/price-list.rules.ts'
import {
  type Before,
  changeOf,
  differenceOf,
  endedSteps,
  isPriceAlone,
  nextStepOf,
  stepOf,
  valueOfProposal,
} from '../../model/price/price-proposal.rules.ts'
import { priceModules, priceProposalStatus } from '../../model/price/price-proposal.status.ts'
import { conversionBetween, converted, type Factor } from '../../model/unit/unit.rules.ts'
import { materialsByIds } from '../material/material.queries.ts'
import { workgroupsOf } from '../resource/workgroups-of.ts'
import { conversionsOf } from '../unit/unit.queries.ts'
import type { PriceTable, Settled, Stored, Written } from './price-table.ts'

const living = { table: 'price_proposal', statuses: priceProposalStatus } as const
const yearDays = 365

interface Used {
  readonly line_no: number
  readonly open_lines: number
  readonly open_quantity: Quantity
  readonly year_quantity: Quantity
}
/** One that is given, or that ends (no price). */
interface Step extends Omit<Settled, 'price'> {
  readonly price: Quantity | null
  readonly tax_rate?: Quantity | null
}
interface Effect extends Used {
  readonly old_price: Quantity | null
  readonly open_difference: Quantity | null
  readonly year_difference: Quantity | null
}
interface Head {
  readonly id: string
  readonly no: string
  readonly created_by: string | null
  readonly ends: Written['ends']
  readonly target_id: string | null
  readonly target_version: number | null
  readonly value: Quantity | null
  readonly currency: string | null
}
interface Line {
  readonly proposal_id: string
  readonly old_price: Quantity | null
  readonly price: Quantity | null
  readonly price_now: Quantity | null
  readonly version_now: number | null
  /** What they end holds by now, beside its own step. */
  readonly others_now: readonly unknown[] | null
  /** Null: it ends. */
  readonly given: Settled | null
}
const toNumbers = sql`line_no integer, material_id uuid, partner_id uuid, unit_id uuid, currency text, from_quantity numeric,
  from_own numeric, until_own numeric, valid_from bigint, target_id uuid`
const unconverted: Factor = { numerator: '1', denominator: '1' }

/** Prices of one list that wait for their approval. */
export function priceProposals(
  of: Pick<PriceTable, 'table' | 'partner' | 'use'>,
  {
    lock,
    settle,
  }: {
    lock: (tx: Tx, org_id: string) => Promise<unknown>
    settle: (context: Context, one: Written) => Promise<void>
  },
) {
  const module_code = priceModules[of.table]
  const table = sql.table(of.table)
  /**
   * `b`: what `l` replaces - the one that is altered, where it stays of the same material, partner, unit, currency and quantity, else the
   * one that holds on the day on which it begins.
   */
  const before = (partner: RawBuilder<unknown>, target: RawBuilder<unknown>) => sql`left join lateral (
    select p.price, p.tax_rate, p.valid_from, p.valid_to from ${table} p where p.org_id = app_org() and p.material_id = l.material_id
      and ${sql.ref(`p.${of.partner}`)} is not distinct from ${partner} and p.unit_id = l.unit_id and p.currency = l.currency
      and p.from_quantity = l.from_quantity and (p.id = ${target}
        or ${target} is null and p.valid_from <= l.valid_from and (p.valid_to is null or p.valid_to >= l.valid_from))
    order by p.valid_from desc limit 1) b on true`
  const partnerOf = (price: object): string | null =>
    Object.entries(price).find(([key]) => key === of.partner)?.[1] ?? null

  /** What each becomes dearer or cheaper by, on open lines and by the quantities of a year. */
  async function effectsOf(
    { tx, org_id, member, now }: Context,
    prices: readonly Step[],
    stored: readonly Period[],
    target_id: string | null = null,
  ): Promise<Effect[]> {
    const materials = await materialsByIds(tx, org_id, [...new Set(prices.map(({ material_id }) => material_id))])
    const isConverted = prices.some(one => one.unit_id !== materials.get(one.material_id)?.unit_id)
    const conversions = isConverted ? await conversionsOf(tx, org_id) : []
    const factors = prices.map(({ material_id, unit_id }) => {
      const own = materials.get(material_id)?.unit_id ?? unit_id
      return conversionBetween(conversions, material_id, unit_id, own) ?? unconverted
    })
    const steps = [...stored, ...prices]
    const asked = recordset(
      prices.map((price, index) => {
        const { material_id, unit_id, currency, from_quantity, valid_from } = price
        const until = nextStepOf(price, steps)
        const factor = factors[index]!
        return {
          ...{ line_no: index + 1, material_id, unit_id, currency, from_quantity, valid_from },
          ...{ partner_id: partnerOf(price), target_id },
          ...{ from_own: converted(from_quantity, factor), until_own: until && converted(until, factor) },
        }
      }),
      toNumbers,
    )
    const since = now - yearDays * daySeconds
    const used = of.use({ org_id, w: asked, since, company_currency: member.currency })
    const found = await rows(
      tx,
      sql<
        Used & { old_price: Quantity | null; before: Before | null }
      >`select l.line_no, trim_scale(b.price)::text as old_price,
          case when b.price is not null then jsonb_build_object('tax_rate', b.tax_rate::text, 'valid_from', b.valid_from, 'valid_to', b.valid_to) end as before,
          coalesce(u.open_lines, 0) as open_lines, trim_scale(coalesce(u.open_quantity, 0))::text as open_quantity,
          trim_scale(coalesce(u.year_quantity, 0))::text as year_quantity
        from ${asked} l left join (${used}) u on u.line_no = l.line_no ${before(sql`l.partner_id`, sql`l.target_id`)} order by l.line_no`,
    )
    return found.map(({ before, ...one }, index) => {
      const factor = factors[index]!
      const given = prices[index]!
      const isSaid = before !== null && isPriceAlone(given, before, target_id !== null)
      const terms = { price: given.price, old_price: isSaid ? one.old_price : null }
      return {
        ...one,
        open_difference: differenceOf(terms, one.open_quantity, factor),
        year_difference: differenceOf(terms, one.year_quantity, factor),
      }
    })
  }

  const approval: ApprovalDocument = {
    module_code,
    attached_to: 'price_proposal',
    inTurn: true,
    async load(tx, org_id, ids) {
      const which = sql`t.org_id = ${org_id} and ${among(sql`t.id`, ids)}`
      // What is read of the list still stands when the decision is kept.
      await lock(tx, org_id)
      await sql`select from price_proposal t where ${which} order by t.id for no key update`.execute(tx)
      const heads = await rows(tx, sql<Head>`select t.* from price_proposal t where ${which} order by t.id`)
      const lines = Map.groupBy(await linesOf(tx, org_id, ids), ({ proposal_id }) => proposal_id)
      return heads.map(head => {
        const own = lines.get(head.id) ?? []
        return {
          ...{ id: head.id, no: head.no, made_by: head.created_by, amount: head.value, currency: head.currency },
          priced: head.value !== null,
          document: {
            record: { ...head },
            lines: own.map(({ given: _, price_now: __, version_now: ___, others_now: ____, ...line }) => ({
              ...line,
              step: stepOf(line),
              change: changeOf(line),
            })),
          },
          // Who agrees agrees to the step from one price to the other: when another price holds by now, it is another step.
          content: own.map(({ given, price_now, version_now, others_now }) => [
            given,
            price_now,
            version_now,
            ...(others_now ? [others_now] : []),
          ]),
        }
      })
    },
    async settle(context, ids, outcome) {
      const { tx, org_id, now } = context
      const action = { approved: 'approve', rejected: 'refuse', withdrawn: 'withdraw' } as const
      await transition(tx, org_id, living, action[outcome], ids, sql`settled_time = ${now}::bigint`)
      if (outcome !== 'approved') return
      const heads = await rows(
        tx,
        sql<Head>`select t.* from price_proposal t where t.org_id = ${org_id} and ${among(sql`t.id`, ids)} order by t.id`,
      )
      const lines = Map.groupBy(await linesOf(tx, org_id, ids), ({ proposal_id }) => proposal_id)
      for (const { id, ends, target_id, target_version } of heads)
        await settle(context, {
          ends,
          prices: (lines.get(id) ?? []).flatMap(({ given }) => given ?? []),
          target:
            target_id === null || target_version === null ? undefined : { id: target_id, row_version: target_version },
        })
    },
  }
  const linesOf = (tx: Tx, org_id: string, ids: readonly string[]) =>
    rows(
      tx,
      sql<Line>`select l.*, trim_scale(l.price)::text as price, trim_scale(l.old_price)::text as old_price, m.code as material_code, m.name as material_name, u.name as unit_name,
          s.code as supplier_code, s.name as supplier_name, c.code as customer_code, c.name as customer_name,
          trim_scale(b.price)::text as price_now,
          (select p.row_version from ${table} p where p.org_id = l.org_id and p.id = h.target_id) as version_now,
          case when h.ends = 'subject' and l.given is not null then (
            select jsonb_agg(jsonb_build_array(trim_scale(p.from_quantity), trim_scale(p.price)) order by p.from_quantity) from ${table} p
            where p.org_id = l.org_id and p.material_id = l.material_id and ${sql.ref(`p.${of.partner}`)} is not distinct from ${sql.ref(`l.${of.partner}`)}
              and p.unit_id = l.unit_id and p.currency = l.currency and p.from_quantity <> l.from_quantity
              and p.valid_from < l.valid_from and (p.valid_to is null or p.valid_to >= l.valid_from)) end as others_now
        from price_proposal_line l join price_proposal h on h.org_id = l.org_id and h.id = l.proposal_id
          join material m on m.org_id = l.org_id and m.id = l.material_id join unit u on u.org_id = l.org_id and u.id = l.unit_id
          left join supplier s on s.org_id = l.org_id and s.id = l.supplier_id left join customer c on c.org_id = l.org_id and c.id = l.customer_id
          ${before(sql.ref(`l.${of.partner}`), sql`h.target_id`)}
        where l.org_id = ${org_id} and ${among(sql`l.proposal_id`, ids)} order by l.proposal_id, l.line_no`,
    )

  /** Answers for whom the prices wait; none: no flow of approval fits them, and nothing is kept. */
  async function propose(
    context: Context,
    wanted: Written,
    { stored, ended }: { readonly stored: readonly Stored[]; readonly ended: readonly { readonly id: string }[] },
  ): Promise<string[]> {
    const { tx, org_id, now, member } = context
    if (!(await hasFlows(tx, org_id, module_code))) return []
    const left = endedSteps(wanted.prices, stored, ended).map(one => ({ ...one, price: null, given: null }))
    const steps = [...wanted.prices.map(given => ({ ...given, given })), ...left]
    const effects = await effectsOf(context, steps, stored, wanted.target?.id)
    const lines = steps.map((step, index) => {
      const { line_no: _, ...effect } = effects[index]!
      const { material_id, unit_id, currency, from_quantity, price, valid_from, valid_to, given } = step
      return {
        ...{
          id: newId(),
          line_no: index + 1,
          material_id,
          unit_id,
          currency,
          from_quantity,
          price,
          valid_from,
          valid_to,
        },
        ...{ [of.partner]: partnerOf(step), given, ...effect },
      }
    })
    const id = newId()
    const [no] = await takeSerials(tx, 'TJ', 1, now, member.time_zone)
    await insertRows(tx, 'price_proposal', [
      {
        ...{ id, no: no!, status: priceProposalStatus.codes.pending, price_list: of.table, ends: wanted.ends },
        ...{ target_id: wanted.target?.id ?? null, target_version: wanted.target?.row_version ?? null },
        ...{ line_count: lines.length, ...valueOfProposal(lines) },
      },
    ])
    await insertRows(
      tx,
      'price_proposal_line',
      lines.map(line => ({ ...line, proposal_id: id })),
    )
    if ((await startApprovals(context, approval, [id], workgroupsOf)).size === 0) {
      await sql`delete from price_proposal where org_id = ${org_id} and id = ${id}`.execute(tx)
      return []
    }
    const [waits] = await rows(
      tx,
      sql<{ waits_for: string[] }>`select ${waitsFor(module_code, sql`t.id`)} as waits_for from price_proposal t
        where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return waits!.waits_for
  }
  return { approval, effectsOf, propose }
}
