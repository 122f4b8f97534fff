import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { languageCodes } from '@qitao/core/text.ts'

/** Settings a person has: those with a few values, and those a page keeps for itself as JSON (columns, tabs, views). */
const choices: Readonly<Record<string, readonly string[]>> = {
  language: Object.keys(languageCodes),
  theme: ['light', 'dark', 'system'],
  density: ['auto', 'compact', 'comfortable', 'touch'],
  sidebar: ['0', '1'],
}
const free = new Set(['tab_order', 'home'])
/** A key of one of these families has a name of the page behind the dot: `columns.material`. */
const families = ['columns', 'filters', 'views', 'sizes', 'page']

export const longestConfigKey = 100
export const longestConfigValue = 20_000
/** Most settings that one user may keep. */
export const mostUserConfigs = 500

const isFamily = (key: string): boolean => {
  const [family = '', ...name] = key.split('.')
  return families.includes(family) && /^[\w.:/-]+$/.test(name.join('.'))
}

/** 5009 for a key that does not exist. */
export function checkConfigKey(key: string): void {
  if (!Object.hasOwn(choices, key) && !free.has(key) && !isFamily(key))
    refuse(generalErrors.configItemMissing, { field: 'config_key' })
}
/** 5009 for the key, 5001 for a value it cannot have. */
export function checkUserConfig(key: string, value: string): void {
  checkConfigKey(key)
  const values = Object.hasOwn(choices, key) ? choices[key] : undefined
  if (values && !values.includes(value)) {
    const allowed = values.join(', ')
    refuse(generalErrors.badParameter, {
      field: 'config_value',
      detail: { zh: `可选值：${allowed}`, en: `Allowed: ${allowed}` },
    })
  }
}
