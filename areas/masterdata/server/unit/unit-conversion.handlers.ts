import { refuse } from '@qitao/core/refusal.ts'
import { among, recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { addUnitConversions, deleteUnitConversions, listUnitConversions } from '../../model/unit/unit.calls.ts'
import { checkConversions } from '../../model/unit/unit.rules.ts'
import { unitConversion } from '../../model/unit/unit-conversion.record.ts'
import { dropHandler } from '../saved-record.ts'
import { conversionsOf } from './unit.queries.ts'

const joins = sql`join unit f on f.org_id = t.org_id and f.id = t.from_unit_id
  join unit o on o.org_id = t.org_id and o.id = t.to_unit_id
  left join material m on m.org_id = t.org_id and m.id = t.material_id`

export const unitConversionHandlers: Handler[] = [
  handle(listUnitConversions, (input, { tx, org_id }) =>
    listRows(
      tx,
      {
        org_id,
        table: 'unit_conversion',
        filterJoins: joins,
        where: [
          contains(input.keyword, sql`f.name`, sql`o.name`, sql`coalesce(m.code, '')`, sql`coalesce(m.name, '')`),
          input.unit_id !== undefined && sql`${input.unit_id}::uuid in (t.from_unit_id, t.to_unit_id)`,
          input.material_id !== undefined && sql`t.material_id = ${input.material_id}`,
        ],
        columns: sql`t.*, f.name as from_unit_name, o.name as to_unit_name, m.code as material_code, m.name as material_name`,
        joins,
        orders: { from_unit_id: sql`f.name`, to_unit_id: sql`o.name`, created_time: sql`t.created_time` },
        defaultOrder: '-created_time',
      },
      input,
    ),
  ),
  handle(addUnitConversions, async ({ conversions }, { tx, org_id }) => {
    // One at a time: two that close a loop together must not be saved side by side.
    await sql`select pg_advisory_xact_lock(hashtextextended('unit_conversion' || ${org_id}, 0))`.execute(tx)
    const unitIds = conversions.flatMap(({ from_unit_id, to_unit_id }) => [from_unit_id, to_unit_id])
    const units = await rows(
      tx,
      sql<{ id: string }>`select id from unit where org_id = ${org_id} and ${among(sql`id`, unitIds)}`,
    )
    const known = new Set(units.map(({ id }) => id))
    for (const [index, conversion] of conversions.entries()) {
      for (const field of ['from_unit_id', 'to_unit_id'] as const) {
        if (known.has(conversion[field])) continue
        const field_title = unitConversion.fields[field].title
        refuse(masterdataErrors.unitNotFound, { field, field_title, row: index + 1 })
      }
    }
    checkConversions(conversions, await conversionsOf(tx, org_id))
    const added = conversions.map(one => ({ ...one, id: newId() }))
    await sql`insert into unit_conversion (id, from_unit_id, to_unit_id, numerator, denominator, material_id)
      select id, from_unit_id, to_unit_id, numerator, denominator, material_id
      from ${recordset(added, sql`id uuid, from_unit_id uuid, to_unit_id uuid, numerator numeric, denominator numeric, material_id uuid`)} r`.execute(
      tx,
    )
    return { affected: added.length }
  }),
  dropHandler(deleteUnitConversions, 'unit_conversion', { name: null, inUse: masterdataErrors.unitInUse }),
]
