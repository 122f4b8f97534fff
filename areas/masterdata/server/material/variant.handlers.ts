import { customFieldsInUse } from '@qitao/access/server'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { material } from '../../model/material/material.record.ts'
import { makeVariants, previewVariants, type VariantRow } from '../../model/material/variant.calls.ts'
import { variantsOf } from '../../model/material/variant.rules.ts'

interface Asked {
  readonly material_id: string
  readonly attributes: Parameters<typeof variantsOf>[1]
  readonly separator: string
}
const written = Object.entries(material.fields).flatMap(([name, { readOnly }]) => (readOnly ? [] : [name]))
const taken = new Set(['code', 'specs', 'custom'])

/** What they would be called; one is there when its code is taken, or when a material of this name and type has its values. */
async function variants({ tx, org_id }: Context, { material_id, attributes, separator }: Asked): Promise<VariantRow[]> {
  const [of] = await rows(
    tx,
    sql<{
      code: string
      name: string
      specs: string | null
      type_id: string | null
    }>`select code, name, specs, type_id from material
      where org_id = ${org_id} and id = ${material_id}`,
  )
  if (!of) return refuse(generalErrors.recordNotFound, { field: 'material_id' })
  const named = variantsOf(of, attributes, separator, await customFieldsInUse(tx, org_id, 'material'))
  const wanted = named.map(({ code, values }, place) => ({ place, code, custom: customOf(attributes, values) }))
  const found = await rows(
    tx,
    sql<{ place: number; id: string; code: string }>`select distinct on (r.place) r.place, m.id, m.code
      from ${recordset(wanted, sql`place integer, code text, custom jsonb`)} r
        join material m on m.org_id = ${org_id} and (m.code = r.code
          or (m.name = ${of.name} and m.type_id is not distinct from ${of.type_id}::uuid and m.id <> ${material_id} and m.custom @> r.custom))
      order by r.place, m.code = r.code desc, m.code`,
  )
  const existing = new Map(found.map(({ place, id, code }) => [place, { id, code }]))
  return named.map((variant, place) => ({ ...variant, existing: existing.get(place) ?? null }))
}
const customOf = (attributes: Asked['attributes'], values: readonly string[]) =>
  Object.fromEntries(attributes.map(({ field_key }, index) => [field_key, values[index]]))

export const variantHandlers: Handler[] = [
  handle(previewVariants, async (asked, context) => ({ result: await variants(context, asked) })),
  handle(makeVariants, async ({ codes, ...asked }, context) => {
    const { tx, org_id } = context
    // Two who make the same ones follow each other.
    await sql`select from material where org_id = ${org_id} and id = ${asked.material_id} for update`.execute(tx)
    const all = new Map((await variants(context, asked)).map(one => [one.code, one]))
    const chosen = codes.map(
      (code, index) => all.get(code) ?? refuse(generalErrors.recordNotFound, { field: 'codes', row: index + 1 }),
    )
    const made = chosen
      .filter(({ existing }) => existing === null)
      .map(({ code, specs, values }) => ({ id: newId(), code, specs, custom: customOf(asked.attributes, values) }))
    const columns = sql.join(written.map(name => sql.ref(name)))
    const values = sql.join(
      written.map(name =>
        name === 'custom' ? sql`m.custom || r.custom` : taken.has(name) ? sql.ref(`r.${name}`) : sql.ref(`m.${name}`),
      ),
    )
    await sql`insert into material (id, ${columns}) select r.id, ${values}
      from ${recordset(made, sql`id uuid, code text, specs text, custom jsonb`)} r
        join material m on m.org_id = ${org_id} and m.id = ${asked.material_id}`.execute(tx)
    return {
      made: made.map(({ id, code }) => ({ id, code })),
      existing: chosen.flatMap(({ existing }) => existing?.code ?? []),
    }
  }),
]
