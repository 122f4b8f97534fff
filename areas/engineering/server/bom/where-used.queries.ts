import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { whereUsedRow } from '../../model/bom/material-bom.calls.ts'
import { isDefault } from './bom-version.queries.ts'

/** BoMs one level up in which the material is a component or may replace one. */
export const whereUsed = (tx: Tx, org_id: string, material_id: string) =>
  rows(
    tx,
    sql<z.output<typeof whereUsedRow>>`
      with used as (
        select bom_id, quantity, false as as_substitute from material_bom_line
          where org_id = ${org_id} and material_id = ${material_id}
        union all
        select l.bom_id, round(l.quantity * s.ratio, 6), true from material_bom_line l
          cross join jsonb_to_recordset(l.substitutes) as s(material_id uuid, ratio numeric)
          where l.org_id = ${org_id} and l.substitutes @> ${JSON.stringify([{ material_id }])}::jsonb and s.material_id = ${material_id}
      )
      select b.id as bom_id, b.code as bom_code, b.version, b.status, ${isDefault('b')} as is_default, m.id as product_id, m.code as product,
        m.name as product_name, trim_scale(b.base_quantity) as base_quantity, trim_scale(used.quantity) as quantity,
        c.name as unit_name, used.as_substitute
      from used join material_bom b on b.org_id = ${org_id} and b.id = used.bom_id
      join material m on m.org_id = b.org_id and m.id = b.material_id
      join material own on own.org_id = ${org_id} and own.id = ${material_id}
      join unit c on c.org_id = ${org_id} and c.id = own.unit_id
      order by m.code, b.version, as_substitute`,
  )
