import type { Text } from '@qitao/core/text.ts'
import { forgetWithSession } from '../session/session.ts'
import { createStore } from '../store.ts'

/** Which document an edit page shows, by its path: said behind the title of its tab; null: a new one. */
export const tabNames = createStore<Readonly<Record<string, string | null>>>({})
forgetWithSession(() => tabNames.set({}))

export function nameTab(path: string, name: string | null | undefined): void {
  const { [path]: was, ...rest } = tabNames.get()
  if (was !== name) tabNames.set(name === undefined ? rest : { ...rest, [path]: name })
}

/** What a page is called now: one with a new document says so. */
export function useTabTitle(): (page: {
  readonly path: string
  readonly title: Text
  readonly newTitle?: Text
}) => Text {
  const names = tabNames.use()
  return ({ path, title, newTitle }) => (names[path] === null && newTitle ? newTitle : title)
}
