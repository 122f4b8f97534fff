import { customFieldsInUse } from '@qitao/access/server'
import { type CustomField, type CustomValues, customFieldOf } from '@qitao/core/custom.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Language, say } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { labelObject, labelType, printLabel } from '@qitao/masterdata/model/material/label.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pdfFile } from '@qitao/platform/server/files/file-kinds.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { printLabels } from '@qitao/platform/server/pdf/print.ts'
import { type RawBuilder, sql } from 'kysely'
import { type LotBirth, lotBirthFields } from '../model/lot-birth.record.ts'

interface Labelled {
  id: string
  code: string
  name: string
  more: string
  custom: CustomValues | null
  /** What the lot came with. */
  birth: LotBirth | null
}
/** What a label says of each kind of object; `t` is its table. */
const objects: Readonly<
  Record<(typeof labelObject.list)[number]['key'], { columns: RawBuilder<unknown>; from: RawBuilder<unknown> }>
> = {
  location: {
    columns: sql`t.code, coalesce(t.name, t.code) as name, concat_ws('  ', w.name, t.area) as more, null::jsonb as custom, null::jsonb as birth`,
    from: sql`location t join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id`,
  },
  device: {
    columns: sql`t.machine_no as code, t.name, concat_ws('  ', t.model, g.name) as more, t.custom, null::jsonb as birth`,
    from: sql`device t left join workgroup g on g.org_id = t.org_id and g.id = t.workgroup_id`,
  },
  material: {
    columns: sql`t.code, t.name, concat_ws('  ', t.specs, u.name) as more, t.custom, null::jsonb as birth`,
    from: sql`material t join unit u on u.org_id = t.org_id and u.id = t.unit_id`,
  },
  container: {
    columns: sql`t.code, k.name, coalesce(k.specs, '') as more, null::jsonb as custom, null::jsonb as birth`,
    from: sql`container t join container_type k on k.org_id = t.org_id and k.id = t.container_type_id`,
  },
  lot: {
    columns: sql`t.lot_number as code, m.name, concat_ws('  ', m.code, m.specs) as more, null::jsonb as custom,
      jsonb_build_object('supplier_lot', b.supplier_lot, 'production_time', b.production_time, 'expire_time', coalesce(b.expire_time, t.expire_time)) as birth`,
    from: sql`inventory t join material m on m.org_id = t.org_id and m.id = t.material_id and t.lot_number <> ''
      left join stock_lot b on b.org_id = t.org_id and b.material_id = t.material_id and b.lot_number = t.lot_number`,
  },
}

export const labelHandlers: Handler[] = [
  handle(printLabel, async ({ label_type, object_key, object_ids, copies, custom_keys }, context) => {
    const { tx, org_id, language, member } = context
    const kind = labelObject.stateOf(object_key)
    const fields = custom_keys.length > 0 ? await customFieldsInUse(tx, org_id, kind.key) : []
    const shown = custom_keys.map(
      key =>
        fields.find(field => field.field_key === key) ?? refuse(generalErrors.badParameter, { field: 'custom_keys' }),
    )
    const { columns, from } = objects[kind.key]
    const found = await rows(
      tx,
      sql<Labelled>`select t.id, ${columns} from unnest(${object_ids}::uuid[]) with ordinality as wanted(id, place)
        join ${from} on t.id = wanted.id where t.org_id = ${org_id} order by wanted.place`,
    )
    if (found.length < new Set(object_ids).size) refuse(generalErrors.recordNotFound)
    const title = say(printLabel.title, language)
    const content = await printLabels({
      type: labelType.keyOf(label_type),
      labels: found.map(({ code, name, more, custom, birth }) => ({
        ...{ kind: kind[language], code, name, more },
        facts: [
          ...birthFacts(birth, language, member.time_zone),
          ...shown.flatMap(field => factOf(field, custom, member.time_zone)),
        ],
      })),
      copies,
      title,
    })
    return pdfFile(title, content)
  }),
]

/** A field with its value as a label shows it; nothing when it is empty. */
function factOf(field: CustomField, custom: CustomValues | null, zone: string): string[] {
  const value = custom?.[field.field_key]
  if (value === undefined || value === null) return []
  const isDay = customFieldOf(field).kind === 'day'
  return [`${field.field_name} ${isDay ? dayOf(Number(value), zone) : value}`]
}

/** The supplier's number of a lot, when it was made and until when it keeps, as far as that is known. */
function birthFacts(birth: LotBirth | null, language: Language, zone: string): string[] {
  if (birth === null) return []
  const { supplier_lot, production_time, expire_time } = birth
  const told = {
    supplier_lot,
    production_time: production_time === null ? null : dayOf(production_time, zone),
    expire_time: expire_time === null ? null : dayOf(expire_time, zone),
  }
  return (['supplier_lot', 'production_time', 'expire_time'] as const).flatMap(name =>
    told[name] === null ? [] : [`${say(lotBirthFields[name].title, language)} ${told[name]}`],
  )
}
