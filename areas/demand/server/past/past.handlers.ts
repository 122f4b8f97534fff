import { generalErrors } from '@qitao/core/general.errors.ts'
import { isZero } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { dayOf, startOfDay } from '@qitao/core/time.ts'
import { startOfToday } from '@qitao/document-kit/server'
import { materialsByIds } from '@qitao/masterdata/server'
import { recordset } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { pastDemand, savePastDemand } from '../../model/past/past.calls.ts'
import { expectAllData } from '../forecast.handlers.ts'

export const pastDemandHandlers: Handler[] = [
  handle(savePastDemand, async ({ rows }, context) => {
    const { tx, org_id, member } = context
    expectAllData(member)
    const today = startOfToday(context)
    const materials = await materialsByIds(tx, org_id, [...new Set(rows.map(({ material_id }) => material_id))])
    const seen = new Set<string>()
    const given = rows.map(({ material_id, day: at, quantity }, index) => {
      const place = (field: keyof typeof pastDemand.fields) => ({
        ...{ field, field_title: pastDemand.fields[field].title, row: index + 1 },
      })
      if (!materials.has(material_id)) refuse(generalErrors.recordNotFound, place('material_id'))
      const day = startOfDay(dayOf(at, member.time_zone), member.time_zone)
      if (day >= today)
        refuse(generalErrors.badParameter, {
          ...place('day'),
          detail: text(
            '应早于今天，今后的需求请录入销售订单',
            'It must be before today: what is to come is a sales order',
          ),
        })
      const key = `${material_id} ${day}`
      if (seen.has(key))
        refuse(generalErrors.badParameter, {
          ...place('day'),
          detail: text('同一物料同一天只能有一行，请合并', 'A material has one row a day: add them up'),
        })
      seen.add(key)
      return { material_id, day, quantity }
    })
    const keys = sql`material_id uuid, day bigint, quantity numeric`
    await sql`insert into demand_past (material_id, day, quantity)
      select r.material_id, r.day, r.quantity from ${recordset(
        given.filter(one => !isZero(one.quantity)),
        keys,
      )} r order by r.material_id, r.day
      on conflict (org_id, material_id, day) do update set quantity = excluded.quantity where demand_past.quantity <> excluded.quantity`.execute(
      tx,
    )
    await sql`delete from demand_past p using ${recordset(
      given.filter(one => isZero(one.quantity)),
      keys,
    )} r
      where p.org_id = ${org_id} and p.material_id = r.material_id and p.day = r.day`.execute(tx)
    return { affected: given.length }
  }),
]
