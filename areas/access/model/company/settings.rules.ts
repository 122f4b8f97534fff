import { generalErrors } from '@qitao/core/general.errors.ts'
import { type Grant, isGranted } from '@qitao/core/grant.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { type Page, pages } from '@qitao/site/model/pages.ts'
import { setOrganizationConfig } from './organization.calls.ts'
import {
  isSettingKey,
  materialPlanSettings,
  productionPlanSettings,
  type Setting,
  type SettingKey,
  type Settings,
  settingKeys,
  settingOf,
  settingOfMode,
} from './settings.ts'

/** On the wire and in the table a flag is "1" or "0", an integer its digits, a choice its code. */
const readValue = (of: Setting, written: string): boolean | number | string =>
  of.kind === 'flag' ? written === '1' : of.kind === 'integer' ? Number(written) : written
export const writtenDefault = (of: Setting): string =>
  of.kind === 'flag' ? (of.default ? '1' : '0') : String(of.default)

/** All settings from what the company has stored; what it never set has its default. */
export const settingsFrom = (stored: ReadonlyMap<string, string>): Settings =>
  Object.fromEntries(
    settingKeys.map(key => {
      const of = settingOf(key)
      const written = stored.get(key)
      return [key, written === undefined ? of.default : readValue(of, written)]
    }),
  ) as Settings

export interface WantedSetting {
  readonly config_key?: string | undefined
  readonly config_mode?: number | undefined
  readonly config_value: string
}

/** 5009 when neither key nor mode names a setting, or they name two. */
export function keyOf({ config_key, config_mode }: Pick<WantedSetting, 'config_key' | 'config_mode'>): SettingKey {
  const byMode = config_mode === undefined ? undefined : settingOfMode(config_mode)
  const key = config_key ?? byMode
  const named =
    key !== undefined && isSettingKey(key) ? key : refuse(generalErrors.configItemMissing, { field: 'config_key' })
  if (config_mode !== undefined && settingOf(named).mode !== config_mode)
    refuse(generalErrors.configItemMissing, { field: 'config_mode' })
  return named
}

/**
 * What is stored for the wanted settings. `now` are the settings before; rules between settings look at the result.
 * 5009 unknown, 5001 twice or not a value of its kind, 5014 and 5013 outside of the limits; the refused field is the key.
 */
export function changedSettings(wanted: readonly WantedSetting[], now: Settings): Map<SettingKey, string> {
  const changed = new Map<SettingKey, string>()
  for (const one of wanted) {
    const key = keyOf(one)
    const of = settingOf(key)
    const place = { field: key, field_title: of.title }
    if (changed.has(key))
      refuse(generalErrors.badParameter, { ...place, detail: text('同一配置项出现多次', 'The same item stands twice') })
    changed.set(key, checkedValue(of, one.config_value.trim(), place))
  }
  const after = settingsFrom(new Map([...writtenSettings(now), ...changed]))
  checkTogether(after)
  return changed
}

const writtenSettings = (now: Settings): [string, string][] =>
  settingKeys.map(key => [key, typeof now[key] === 'boolean' ? (now[key] ? '1' : '0') : String(now[key])])

function checkedValue(of: Setting, written: string, place: { field: string }): string {
  const allowed = (codes: readonly string[]) => {
    if (codes.includes(written)) return
    const list = codes.join(', ')
    refuse(generalErrors.badParameter, { ...place, detail: text(`可选值：${list}`, `Allowed: ${list}`) })
  }
  switch (of.kind) {
    case 'flag':
      allowed(['0', '1'])
      return written
    case 'choice':
      allowed(of.options.map(option => option.code))
      return written
    case 'integer': {
      if (!/^-?\d+(\.\d+)?$/.test(written)) refuse(generalErrors.numberRequired, place)
      const value = Number(written)
      if (!Number.isInteger(value))
        refuse(of.min > 0 ? generalErrors.positiveIntegerRequired : generalErrors.badParameter, place)
      if (value < of.min || value > of.max)
        refuse(of.outside, {
          ...place,
          detail: text(`应在${of.min}到${of.max}之间`, `It must be from ${of.min} to ${of.max}`),
        })
      return String(value)
    }
  }
}

const longestWindowDays = 365

function checkTogether(after: Settings): void {
  const place = { field: 'publish_window_value', field_title: settingOf('publish_window_value').title }
  if (publishWindowSeconds(after) > longestWindowDays * daySeconds) refuse(generalErrors.parameterOver365, place)
  // To leave everything where it is is no goal of its own.
  const weights = settingKeys.filter(key => key.startsWith('schedule_weight_') && key !== 'schedule_weight_stability')
  if (weights.every(key => after[key] === 0))
    refuse(generalErrors.badParameter, {
      field: 'schedule_weight_tardiness',
      detail: text('排程目标权重不能全部为0', 'At least one weight of the schedule must be above 0'),
    })
}

/** Pages by which a setting is changed: those of a plan where the plan is worked on, too. */
const pagesOf = (key: SettingKey): readonly Page[] => [
  pages.settings,
  ...(materialPlanSettings.includes(key) ? [pages.materialPlan] : []),
  ...(productionPlanSettings.includes(key) || key === 'publish_window_unit' ? [pages.productionPlan] : []),
]

/** How people sign in is the administrators': it may shut all of them out. */
export const isOfAdministrators = (key: SettingKey): boolean =>
  key === 'mfa_required' || key === 'first_password_change'

/** 5011 for a setting of a page that the member has not or of administrators, and for who would lift the own data scope. */
export function checkMaySet(
  member: { readonly grants: readonly Grant[]; readonly own_data_only: boolean; readonly is_admin: boolean },
  keys: readonly SettingKey[],
): void {
  for (const key of keys) {
    const isOpen = isGranted({ ...setOrganizationConfig, grantedBy: pagesOf(key) }, member.grants)
    const liftsOwnScope = key === 'data_permission' && member.own_data_only
    const isTheirs = isOfAdministrators(key) && !member.is_admin
    if (!isOpen || liftsOwnScope || isTheirs)
      refuse(generalErrors.noPermission, { field: key, field_title: settingOf(key).title })
  }
}

/** Tasks that start later than this from now are not published. Seconds. */
export const publishWindowSeconds = (of: Pick<Settings, 'publish_window_value' | 'publish_window_unit'>): number =>
  of.publish_window_value * (of.publish_window_unit === 'day' ? daySeconds : hourSeconds)

/** Seconds after midnight at which goods are there that are due on a day; null: when the first shift begins. */
export const receivingSecond = ({ receiving_time }: Pick<Settings, 'receiving_time'>): number | null =>
  receiving_time === 'first_shift' ? null : Number.parseInt(receiving_time, 10) * hourSeconds
