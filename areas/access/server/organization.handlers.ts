import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { say } from '@qitao/core/text.ts'
import { recordset, rows } from '@qitao/platform/server/database.ts'
import { type Handler, handle } from '@qitao/platform/server/handle.ts'
import { sql } from 'kysely'
import { queryCurrency } from '../model/currency.calls.ts'
import { currencies } from '../model/currency.ts'
import { checkProfile } from '../model/org.rules.ts'
import {
  alterCompanyProfile,
  getOrganizationConfig,
  type OrganizationConfig,
  setOrganizationConfig,
} from '../model/organization.calls.ts'
import { changedSettings, keyOf, writtenDefault } from '../model/settings.rules.ts'
import { type SettingKey, settingKeys, settingOf } from '../model/settings.ts'
import { loadSettings } from './settings.ts'

const valueTypes = { flag: 'bool', integer: 'int', choice: 'choice' } as const

export const organizationHandlers: Handler[] = [
  handle(getOrganizationConfig, async ({ config_keys, config_modes }, { tx, org_id, language }) => {
    const asked = new Set<SettingKey>([
      ...(config_keys ?? []).map(config_key => keyOf({ config_key })),
      ...(config_modes ?? []).map(config_mode => keyOf({ config_mode })),
    ])
    const stored = await rows(
      tx,
      sql<{ config_key: string; config_value: string; updated_time: number; updated_by_name: string | null }>`
        select c.config_key, c.config_value, c.updated_time, u.name as updated_by_name from organization_config c
        left join app_user u on u.org_id = c.org_id and u.id = c.updated_by where c.org_id = ${org_id}`,
    )
    const byKey = new Map(stored.map(one => [one.config_key, one]))
    const wanted = config_keys || config_modes ? [...asked] : settingKeys
    const result = wanted.map((config_key): OrganizationConfig => {
      const of = settingOf(config_key)
      const set = byKey.get(config_key)
      const unit = of.kind === 'integer' && of.unit ? say(of.unit, language) : null
      return {
        config_key,
        config_mode: of.mode ?? null,
        config_value: set?.config_value ?? writtenDefault(of),
        value_type: valueTypes[of.kind],
        unit,
        default_value: writtenDefault(of),
        updated_time: set?.updated_time ?? null,
        updated_by_name: set?.updated_by_name ?? null,
      }
    })
    return { result }
  }),

  handle(setOrganizationConfig, async ({ configs }, { tx, org_id }) => {
    // Rules look at several settings together, so two changes of one company come one after the other.
    await sql`select id from org where id = ${org_id} for update`.execute(tx)
    const changed = changedSettings(configs, await loadSettings(tx, org_id))
    const list = [...changed].map(([config_key, config_value]) => ({ config_key, config_value }))
    await sql`insert into organization_config (config_key, config_value)
      select config_key, config_value from ${recordset(list, sql`config_key text, config_value text`)} as r
      on conflict (org_id, config_key) do update
        set config_value = excluded.config_value, updated_time = epoch_now(), updated_by = app_user()
        where organization_config.config_value <> excluded.config_value`.execute(tx)
    return { affected: changed.size }
  }),

  handle(alterCompanyProfile, async (profile, { tx, org_id }) => {
    checkProfile(profile)
    const { company_name, industry, time_zone, currency } = profile
    const changed = await sql`update org set name = coalesce(${company_name ?? null}, name),
        industry = ${industry === undefined ? sql`industry` : industry},
        time_zone = coalesce(${time_zone ?? null}, time_zone), currency = coalesce(${currency ?? null}, currency)
      where id = ${org_id}`.execute(tx)
    if (Number(changed.numAffectedRows ?? 0) === 0) refuse(generalErrors.recordNotFound)
    return { affected: 1 }
  }),

  handle(queryCurrency, async (_, { member }) => ({
    result: currencies.map(({ code, title, symbol, decimals }) => ({
      code,
      name: title.zh,
      name_en: title.en,
      symbol,
      decimals,
      is_default: code === member.currency,
    })),
  })),
]
