import { setUpWithSession, userKey } from '../session/session.ts'
import { createStore } from '../store.ts'
import type { Asking } from './use-form-save.ts'

/** What was written in an edit page that somebody left for another page, as he finds it again. */
export interface KeptForm {
  readonly values: object
  /** Of its address, so that its tab leads there again. */
  readonly search: string
  /** What the page had loaded, as text: tells whether somebody has changed it since. */
  readonly loaded: string
  readonly asking: Asking
}

/**
 * By path and document. Held by this window alone, until it is saved, given up or its tab is closed; a session that ends by
 * itself leaves it to the same member.
 */
export const keptForms = createStore<ReadonlyMap<string, KeptForm>>(new Map())

/** One document is opened from many places, each with a payload of its own: it is known by its id or number. */
export function keptAt(path: string, payload: Readonly<Record<string, unknown>>): string {
  const { id, no, ...others } = payload
  return `${path} ${JSON.stringify(id ? { id } : no ? { no } : others)}`
}
const isOf = (path: string) => (key: string) => key.startsWith(`${path} `)
/** The first that waits there. */
export const keptOf = (kept: ReadonlyMap<string, KeptForm>, path: string): KeptForm | undefined =>
  [...kept].find(([key]) => isOf(path)(key))?.[1]

export const keepForm = (key: string, form: KeptForm): void => keptForms.set(now => new Map([...now, [key, form]]))
export function takeForm(key: string): KeptForm | undefined {
  const found = keptForms.get().get(key)
  if (found) dropKeptAt(key)
  return found
}
export const dropKeptAt = (key: string): void => dropKept(one => one === key)
const dropKept = (goes: (key: string) => boolean): void =>
  keptForms.set(now => (now.size === 0 ? now : new Map([...now].filter(([key]) => !goes(key)))))
export const dropKeptOf = (path: string): void => dropKept(isOf(path))
/** Of pages that may not be opened any more nothing is kept. */
export const keepOnlyOf = (paths: readonly string[]): void => dropKept(key => !paths.some(path => isOf(path)(key)))
export const dropAllKept = (): void => dropKept(() => true)

let owner = ''
setUpWithSession(() => {
  if (owner !== userKey()) dropAllKept()
  owner = userKey()
})

const warn = (event: BeforeUnloadEvent): void => event.preventDefault()
keptForms.subscribe(() => {
  if (keptForms.get().size > 0) addEventListener('beforeunload', warn)
  else removeEventListener('beforeunload', warn)
})
