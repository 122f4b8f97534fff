import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { say } from '@qitao/core/text.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle, handlePublic } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { checkLogo } from '../../model/company/company-logo.rules.ts'
import { queryCurrency } from '../../model/company/currency.calls.ts'
import { currencies } from '../../model/company/currency.ts'
import { checkProfile } from '../../model/company/org.rules.ts'
import {
  alterCompanyProfile,
  getOrganizationConfig,
  type OrganizationConfig,
  queryCompanyLogo,
  setOrganizationConfig,
} from '../../model/company/organization.calls.ts'
import { changedSettings, checkMaySet, keyOf, writtenDefault } from '../../model/company/settings.rules.ts'
import { type SettingKey, settingKeys, settingOf } from '../../model/company/settings.ts'
import { attachmentsBy, claimAttachments, dropAttachments } from '../record/attachment.queries.ts'
import { addressTries, companyTries } from '../session/guesses.ts'
import { expectNameFree } from './company.ts'
import { loadSettings } from './settings.ts'

const noCompany = { logo_url: null, company_name: null }
const valueTypes = { flag: 'bool', integer: 'int', choice: 'choice' } as const

/** The logo of a company as an address that holds it; null: it has none. */
export async function companyLogo(tx: Tx, org_id: string): Promise<string | null> {
  const [file] = await rows(
    tx,
    sql<{
      mime_type: string
      content: Buffer | null
    }>`select a.mime_type, (select string_agg(f.content, '' order by f.place) from file_piece f
        where f.org_id = a.org_id and f.sha256 = a.sha256) as content
      from org o join attachment a on a.org_id = o.id and a.id = o.logo_attachment_id where o.id = ${org_id}`,
  )
  return file?.content ? `data:${file.mime_type};base64,${file.content.toString('base64')}` : null
}

/** The logo is a file of the company; the one before goes. */
async function setLogo({ tx, org_id, member }: Context, attachment_id: string | null): Promise<void> {
  const [before] = await rows(
    tx,
    sql<{ id: string | null }>`select logo_attachment_id as id from org where id = ${org_id} for update`,
  )
  const old = before?.id ?? null
  if (old === attachment_id) return
  if (attachment_id !== null) {
    const [file] = await attachmentsBy(tx, org_id, [attachment_id])
    checkLogo(file ?? refuse(generalErrors.recordNotFound, { field: 'logo_attachment_id' }))
    const of = { module: 'org', object_id: org_id, attachment_ids: [attachment_id] }
    await claimAttachments(tx, { org_id, member }, of)
  }
  await sql`update org set logo_attachment_id = ${attachment_id} where id = ${org_id}`.execute(tx)
  if (old !== null) await dropAttachments(tx, org_id, [old])
}

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

  handle(setOrganizationConfig, async ({ configs }, { tx, org_id, member }) => {
    // Rules look at several settings together, so two changes of one company come one after the other.
    await sql`select id from org where id = ${org_id} for update`.execute(tx)
    const changed = changedSettings(configs, await loadSettings(tx, org_id))
    checkMaySet(member, [...changed.keys()])
    const list = [...changed].map(([config_key, config_value]) => ({ config_key, config_value }))
    await sql`insert into organization_config (config_key, config_value)
      select config_key, config_value from ${recordset(list, sql`config_key text, config_value text`)} as r
      on conflict (org_id, config_key) do update
        set config_value = excluded.config_value, updated_time = epoch_now(), updated_by = app_user()
        where organization_config.config_value <> excluded.config_value`.execute(tx)
    return { affected: changed.size }
  }),

  handle(alterCompanyProfile, async (profile, context) => {
    checkProfile(profile)
    const { tx, org_id } = context
    const { company_name, industry, time_zone, currency, logo_attachment_id } = profile
    if (company_name !== undefined) {
      const taken = await companyTries(context, all => expectNameFree(all, company_name, org_id))
      if (taken instanceof Refusal) return taken
    }
    const changed = await sql`update org set name = coalesce(${company_name ?? null}, name),
        industry = ${industry === undefined ? sql`industry` : industry},
        time_zone = coalesce(${time_zone ?? null}, time_zone), currency = coalesce(${currency ?? null}, currency)
      where id = ${org_id}`.execute(tx)
    if (Number(changed.numAffectedRows ?? 0) === 0) refuse(generalErrors.recordNotFound)
    if (logo_attachment_id !== undefined) await setLogo(context, logo_attachment_id)
    return { affected: 1 }
  }),

  // A code that no company has counts as a guess: names are not read off by trying codes.
  handlePublic(queryCompanyLogo, async ({ company_code }, context) => {
    if (company_code === undefined) return noCompany
    return addressTries(context, 'logo', async tx => {
      const [found] = await rows(
        tx,
        sql<{ id: string; name: string }>`select id, name from org
          where company_code = ${company_code} and status = ${enabledStatus.codes.enabled}`,
      )
      const { id, name } = found ?? refuse(accessErrors.companyCodeUnknown)
      const logo_url = await companyLogo(tx, id)
      return { logo_url, company_name: name }
    }).catch(problem => {
      if (problem instanceof Refusal && problem.definition === accessErrors.companyCodeUnknown) return noCompany
      throw problem
    })
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
