import { defaultLanguage, type Language } from '@qitao/core/text.ts'
import { createStore } from '../store.ts'
import { readLocal, storageKeys, writeLocal } from './storage.ts'

/** How a person wants the product to look: kept in this browser and, when signed in, with the user on the server. */
export type ThemeChoice = 'light' | 'dark' | 'system'
/** Compact 28 px rows, comfortable 36 px, touch 48 px targets; auto is touch where the pointer is a finger. */
export type Density = 'auto' | 'compact' | 'comfortable' | 'touch'
export interface Preferences {
  readonly language: Language
  readonly theme: ThemeChoice
  readonly density: Density
}
export type PreferenceName = keyof Preferences

/** Config keys and values on the server; language has the codes of the specification, 1 Chinese and 2 English. */
export const configValues: { readonly [K in PreferenceName]: Readonly<Record<Preferences[K], string>> } = {
  language: { zh: '1', en: '2' },
  theme: { light: 'light', dark: 'dark', system: 'system' },
  density: { auto: 'auto', compact: 'compact', comfortable: 'comfortable', touch: 'touch' },
}
export const preferenceNames = Object.keys(configValues) as PreferenceName[]

export function fromConfig<K extends PreferenceName>(name: K, value: string | null): Preferences[K] | undefined {
  const found = Object.entries(configValues[name]).find(([, code]) => code === value)
  return found?.[0] as Preferences[K] | undefined
}

function known<K extends PreferenceName>(name: K, otherwise: Preferences[K]): Preferences[K] {
  const value = readLocal(storageKeys[name])
  return value !== undefined && value in configValues[name] ? (value as Preferences[K]) : otherwise
}

export const preferences = createStore<Preferences>({
  language: known('language', defaultLanguage),
  theme: known('theme', 'light'),
  density: known('density', 'auto'),
})

/** Set here only; `savePreference` of the session also tells the server. */
export function setPreference<K extends PreferenceName>(name: K, value: Preferences[K]): void {
  writeLocal(storageKeys[name], value)
  preferences.set(now => (now[name] === value ? now : { ...now, [name]: value }))
}
