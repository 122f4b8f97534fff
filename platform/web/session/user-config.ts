import { useCallback, useMemo } from 'react'
import { createStore } from '../store.ts'
import { readJson } from './storage.ts'

/** What the signed-in user has chosen for pages, by key, as the server keeps it: it holds on every machine. */
const configs = createStore<Readonly<Record<string, string>>>({})
let keep: (key: string, value: string) => void = () => {}

export const setUserConfigs = (all: Readonly<Record<string, string>>): void => configs.set(all)
/** The session hands in how a choice is kept. */
export function keepUserConfigs(how: (key: string, value: string) => void): void {
  keep = how
}

/** A choice and how to change it; `unset` until it is made, and when it is taken back with undefined. */
export function useUserConfig<T>(key: string, unset: T): [T, (next: T | undefined) => void] {
  const written = configs.use()[key]
  const value = useMemo(() => readJson<T | null>(written) ?? unset, [written, unset])
  const set = useCallback(
    (next: T | undefined) => {
      const config_value = JSON.stringify(next ?? null)
      configs.set(now => ({ ...now, [key]: config_value }))
      keep(key, config_value)
    },
    [key],
  )
  return [value, set]
}
