import type { Text } from '@qitao/core/text.ts'
import type { ComponentType } from 'react'
import type { CallFailure } from '../call/failures.ts'
import type { Store } from '../store.ts'
import type { QueuedAction } from './action.ts'

/** Something that is done with the device beside the tasks of its holder; the app lists them. */
export interface DevicePart {
  readonly name: string
  readonly title: Text
  /** Whether there is anything of it for the holder, by right and by what waits. */
  readonly offered: Store<boolean>
  /** What the device has of it, and what the server has now. */
  readonly read: () => Promise<void>
  readonly load: () => Promise<CallFailure | undefined>
  /** What the device has counts as old: the next `load` asks. */
  readonly outdate?: () => void
  readonly Page: ComponentType
  /** Makes ready to do differently on its page what was refused or has not left; undefined: it is not its own. */
  readonly change?: (action: QueuedAction) => (() => void) | undefined
}
