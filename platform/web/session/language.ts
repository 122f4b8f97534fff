import { type Language, say, type Text } from '@qitao/core/text.ts'
import { useCallback } from 'react'
import { preferences } from './preferences.ts'

export const useLanguage = (): Language => preferences.use().language
/** Says a text in the language of the page. */
export type Say = (what: Text, values?: Readonly<Record<string, unknown>>) => string

export function useSay(): Say {
  const language = useLanguage()
  return useCallback((what, values) => say(what, language, values), [language])
}
/** For code outside components: toasts, downloads. */
export const sayNow: Say = (what, values) => say(what, preferences.get().language, values)
/** A string as it is, a text in the language of the page. */
export const written = (what: Text | string, language: Language): string =>
  typeof what === 'string' ? what : what[language]
