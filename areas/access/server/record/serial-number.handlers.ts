import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type DatePart, proposeSerial, proposeSerials } from '@qitao/platform/server/database/serial.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { generateSerialNumber, querySerialRules, setSerialRules } from '../../model/record/serial-number.calls.ts'
import { checkSerialRules, moduleCodes } from '../../model/record/serial-number.rules.ts'

interface StoredRule {
  module_code: string
  prefix: string
  date_part: DatePart
  updated_time: number
  updated_by_name: string | null
}
const storedRules = async (tx: Tx, org_id: string): Promise<Map<string, StoredRule>> => {
  const found = await rows(
    tx,
    sql<StoredRule>`select r.module_code, r.prefix, r.date_part, r.updated_time, u.name as updated_by_name from serial_rule r
      left join app_user u on u.org_id = r.org_id and u.id = r.updated_by where r.org_id = ${org_id}`,
  )
  return new Map(found.map(rule => [rule.module_code, rule]))
}

export const serialNumberHandlers: Handler[] = [
  handle(generateSerialNumber, async ({ module_code }, { tx, now, member }) => ({
    customer_serial_number: await proposeSerial(tx, module_code, now, member.time_zone),
  })),

  handle(querySerialRules, async (_, { tx, org_id, now, member }) => {
    const stored = await storedRules(tx, org_id)
    const rules = moduleCodes.map(module_code => {
      const rule = stored.get(module_code)
      const { prefix, date_part } = rule ?? { prefix: module_code, date_part: 'day' as const }
      const { updated_time = null, updated_by_name = null } = rule ?? {}
      return { module_code, prefix, date_part, updated_time, updated_by_name }
    })
    const byModule = new Map(rules.map(rule => [rule.module_code, rule]))
    const next = await proposeSerials(tx, byModule, now, member.time_zone)
    return { result: rules.map((rule, index) => ({ ...rule, next_number: next[index] ?? null })) }
  }),

  handle(setSerialRules, async ({ rules }, { tx, org_id }) => {
    // Prefixes are compared with each other, so two changes of one company come one after the other.
    await sql`select id from org where id = ${org_id} for update`.execute(tx)
    if (new Set(rules.map(({ module_code }) => module_code)).size < rules.length) refuse(generalErrors.badParameter)
    const stored = await storedRules(tx, org_id)
    const before = moduleCodes.map(code => [code, stored.get(code)?.prefix ?? code] as const)
    const after = new Map<string, string>([...before, ...rules.map(one => [one.module_code, one.prefix] as const)])
    checkSerialRules(rules, after)
    await sql`insert into serial_rule (module_code, prefix, date_part)
      select module_code, prefix, date_part from ${recordset(rules, sql`module_code text, prefix text, date_part text`)} r
      on conflict (org_id, module_code) do update
        set prefix = excluded.prefix, date_part = excluded.date_part, updated_time = epoch_now(), updated_by = app_user()
        where (serial_rule.prefix, serial_rule.date_part) <> (excluded.prefix, excluded.date_part)`.execute(tx)
    return { affected: rules.length }
  }),
]
