import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import type { QueuedAction } from './action.ts'
import type { ActionKeeper } from './outbox.ts'

/** What the device keeps over a restart, in the browser's database: actions, and what was loaded to work by. */
interface Kept extends DBSchema {
  action: { key: string; value: QueuedAction; indexes: { owner: string } }
  thing: { key: string; value: unknown }
}
let opened: Promise<IDBPDatabase<Kept>> | undefined
const database = (): Promise<IDBPDatabase<Kept>> =>
  (opened ??= openDB<Kept>('qitao', 1, {
    upgrade(made) {
      made.createObjectStore('action', { keyPath: 'id' }).createIndex('owner', 'owner')
      made.createObjectStore('thing')
    },
    // A later version of the product waits for it: this page goes on once it is loaded again.
    blocking: (_now, _next, { target }) => (target as IDBDatabase).close(),
  }))

/** Other pages of the same device, such as a second tab. */
const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('qitao-actions')
export const onOtherPage = (changed: () => void): void => channel?.addEventListener('message', changed)

async function written(work: (store: { put(action: QueuedAction): unknown; delete(id: string): unknown }) => unknown) {
  // Strict: it is on the disk, not only with the system, when the person is told that it is kept.
  const tx = (await database()).transaction('action', 'readwrite', { durability: 'strict' })
  work(tx.store)
  await tx.done
  channel?.postMessage('changed')
}
export const actionKeeper: ActionKeeper = {
  all: async owner => (await database()).getAllFromIndex('action', 'owner', owner),
  put: action => written(store => store.put(action)),
  remove: id => written(store => store.delete(id)),
  async become(id, next) {
    const tx = (await database()).transaction('action', 'readwrite', { durability: 'strict' })
    const made = next(await tx.store.get(id))
    if (made && !made.some(action => action.id === id)) void tx.store.delete(id)
    for (const action of made ?? []) void tx.store.put(action)
    await tx.done
    if (made) channel?.postMessage('changed')
    return made !== undefined
  },
}
export const allActions = async (): Promise<QueuedAction[]> => (await database()).getAll('action')
/** How much each member has on the device that has not been sent. */
export async function openByOwner(): Promise<Map<string, number>> {
  const open = new Map<string, number>()
  for (const { owner, state } of await allActions()) if (state !== 'done') open.set(owner, (open.get(owner) ?? 0) + 1)
  return open
}

export const readKept = async <T>(key: string): Promise<T | undefined> =>
  (await (await database()).get('thing', key)) as T | undefined
export async function keep(key: string, value: unknown): Promise<void> {
  await (await database()).put('thing', value, key)
}
export async function forget(isOld: (key: string) => boolean): Promise<void> {
  const all = await database()
  for (const key of await all.getAllKeys('thing')) if (isOld(key)) await all.delete('thing', key)
}
/**
 * What a member leaves who signs out: what was loaded to work by, under keys that end with the owner, files, and what was done.
 * What is not sent stays, and whose it is.
 */
export async function forgetOwner(owner: string): Promise<void> {
  const tx = (await database()).transaction('action', 'readwrite')
  const actions = await tx.store.index('owner').getAll(owner)
  for (const { id, state } of actions) if (state === 'done') await tx.store.delete(id)
  await tx.done
  const owes = actions.some(({ state }) => state !== 'done')
  await forget(key => key.startsWith('file:') || (key.endsWith(`:${owner}`) && !(owes && key.startsWith('who:'))))
}
/** The browser is not to clear it when it needs room. */
export const askToStay = (): void => void navigator.storage?.persist?.().catch(() => false)
