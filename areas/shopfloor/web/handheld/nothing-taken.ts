import type { QueuedAction } from '@qitao/platform/web/offline/action.ts'
import { createStore, type Store } from '@qitao/platform/web/store.ts'

/** Of a device that nobody holds. */
export const nothingTaken: Store<readonly QueuedAction[]> = createStore<readonly QueuedAction[]>([])
