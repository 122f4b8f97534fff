import { membersWhoMay, notify } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type JobContext, job } from '@qitao/platform/server/jobs/job.ts'
import { startJobOfCompanies } from '@qitao/platform/server/jobs/job-queue.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { materialStatus, moStatus } from '../../model/mo/mo.status.ts'
import { replenishMos } from '../../model/plan/material-plan.calls.ts'
import { type ShortOrder, shortKitsNotice } from '../../model/plan/short-kits.rules.ts'
import { areBooksLarge } from './load-books.ts'
import { planAndSave } from './plan-and-save.ts'
import { neededTimes } from './refresh-kits.ts'

const { todo, planned, to_be_produced, in_production } = moStatus.codes
/** Of work orders `m`: material is missing that nobody has ordered or begun to make. */
const isShort = sql`m.status in (${sql.join([todo, planned, to_be_produced, in_production])})
  and m.material_status = ${materialStatus.codes.to_be_purchased}`

const shortKitsType = 'short_kits'
/** Once a day each company in which something is short: what is not ordered can be there a day later than yesterday. */
export const shortKitsClock = job<unknown>(
  'short_kits_clock',
  'housekeeping',
  (_, { transaction }) =>
    transaction(async tx => {
      const due = await rows(
        tx,
        sql<{
          id: string
        }>`select o.id from org o where o.status = ${enabledStatus.codes.enabled} and exists (select from mo m where m.org_id = o.id and ${isShort})`,
      )
      await startJobOfCompanies(
        tx,
        shortKitsType,
        due.map(({ id }) => id),
      )
      return { company_count: due.length }
    }),
  { repeatable: true, every_seconds: daySeconds },
)

/** Kits of what is short are told as of today, and its planners hear of them. */
export const shortKits = job<unknown>(shortKitsType, 'planning', lookAtShortKits, {
  serial: 'material_plan',
  repeatable: true,
  isLarge: (_, context) => areBooksLarge(context),
})

async function lookAtShortKits(_: unknown, context: JobContext) {
  const { org_id, now, transaction, tell } = context
  const mo_ids = await transaction(tx => shortIds(tx, org_id))
  if (mo_ids.length > 0) await planAndSave(context, { mo_ids })
  return transaction(async tx => {
    const [{ zone } = { zone: 'UTC' }] = await rows(
      tx,
      sql<{ zone: string }>`select time_zone as zone from org where id = ${org_id}`,
    )
    const orders = await shortOrders(tx, org_id, now())
    const notice = shortKitsNotice(orders, zone)
    if (notice) {
      const planners = await membersWhoMay(tx, org_id, replenishMos)
      await notify(
        { tx, org_id, tell },
        planners.map(({ user_id }) => user_id),
        {
          sign: 'short_kits',
          type: 'warning',
          text: notice,
          btn: text('查看缺料工单', 'Show them'),
          href: `${pages.materialPlan.path}?material_statuses=${materialStatus.codes.to_be_purchased}`,
          href_title: pages.materialPlan.title,
        },
      )
    }
    return { order_count: orders.length }
  })
}

const shortIds = async (tx: Tx, org_id: string): Promise<string[]> =>
  (
    await rows(tx, sql<{ id: string }>`select m.id from mo m where m.org_id = ${org_id} and ${isShort} order by m.id`)
  ).map(({ id }) => id)

const shortOrders = async (tx: Tx, org_id: string, now: number): Promise<ShortOrder[]> =>
  rows(
    tx,
    sql<ShortOrder>`select m.no, d.code as material_code, m.kitting_time,
        coalesce(bool_or(c.short_quantity > 0 and (c.expected_time is null or c.expected_time > n.needed)), false) as late
      from mo m left join material d on d.org_id = m.org_id and d.id = m.deciding_material_id
        left join mo_component c on c.org_id = m.org_id and c.mo_id = m.id
        left join (${await neededTimes(tx, org_id, await shortIds(tx, org_id), now)}) n on n.component_id = c.id
      where m.org_id = ${org_id} and ${isShort} group by m.id, m.no, d.code, m.kitting_time order by m.no`,
  )
