import { forgetWithSession } from '../session/session.ts'
import { createStore } from '../store.ts'

/** Which document an edit page shows, by its path: said behind the title of its tab. */
export const tabNames = createStore<Readonly<Record<string, string>>>({})
forgetWithSession(() => tabNames.set({}))

export function nameTab(path: string, name: string | undefined): void {
  const { [path]: was, ...rest } = tabNames.get()
  if (was !== name) tabNames.set(name === undefined ? rest : { ...rest, [path]: name })
}
