import { recordset, rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { queryCustomFieldList, setCustomFieldList } from '../../model/record/custom-field.calls.ts'
import { checkedFields, checkModule } from '../../model/record/custom-field.rules.ts'
import { customFieldsOf } from './custom-field.queries.ts'

export const customFieldHandlers: Handler[] = [
  handle(queryCustomFieldList, async ({ module_code }, { tx, org_id }) => {
    checkModule(module_code)
    return { result: await customFieldsOf(tx, org_id, module_code) }
  }),

  handle(setCustomFieldList, async ({ module_code, custom_fields }, { tx, org_id }) => {
    checkModule(module_code)
    // Two who change the list of one company do it one after the other.
    await sql`select id from org where id = ${org_id} for update`.execute(tx)
    const stored = new Map((await customFieldsOf(tx, org_id, module_code)).map(field => [field.id, field]))
    const fields = checkedFields(custom_fields, stored).map(field => {
      const id = field.id ?? newId()
      const options = `{${field.options.map(option => JSON.stringify(option)).join(',')}}`
      return { ...field, id, options, field_key: stored.get(id)?.field_key ?? `c${id.replaceAll('-', '').slice(-10)}` }
    })
    const kept = fields.map(({ id }) => id)
    const gone = await rows(
      tx,
      sql`delete from custom_field where org_id = ${org_id} and module_code = ${module_code} and not id = any(${kept}::uuid[]) returning id`,
    )
    await sql`insert into custom_field (id, module_code, field_key, field_name, field_type, options, required, sequence, enabled)
      select id, ${module_code}, field_key, field_name, field_type, options, required, sequence, enabled
      from ${recordset(fields, sql`id uuid, field_key text, field_name text, field_type text, options text[], required boolean, sequence integer, enabled smallint`)} r
      on conflict (org_id, id) do update set field_name = excluded.field_name, options = excluded.options,
        required = excluded.required, sequence = excluded.sequence, enabled = excluded.enabled`.execute(tx)
    return { affected: fields.length + gone.length }
  }),
]
