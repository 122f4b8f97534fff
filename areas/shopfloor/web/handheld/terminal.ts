import { accessErrors } from '@qitao/access/model/access.errors.ts'
import { queryTerminal } from '@qitao/access/model/session/terminal.calls.ts'
import type { Out } from '@qitao/core/call.ts'
import { send } from '@qitao/platform/web/call/client.ts'
import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { verdictOf } from '@qitao/platform/web/offline/action.ts'
import {
  device,
  failureOf,
  holdBack,
  openHere,
  openOnDevice,
  signOut,
  sync,
} from '@qitao/platform/web/offline/device.ts'
import { keep, readKept } from '@qitao/platform/web/offline/device-store.ts'
import type { Flushed } from '@qitao/platform/web/offline/outbox.ts'
import { createStore } from '@qitao/platform/web/store.ts'

export type Terminal = Out<typeof queryTerminal>
const none: Terminal = { state: 'none', people: [] }
/** What this device is, as the server said last; undefined until it is known what was kept. */
export const terminal = createStore<Terminal | undefined>(undefined)
const kept = 'terminal'
const longestAttempt = 10_000

export async function readTerminal(): Promise<void> {
  terminal.set((await readKept<Terminal>(kept).catch(() => undefined)) ?? none)
}

/** Whether the terminal is shut for who works with the device: the company that has stopped it stops its own people. */
export const isShut = (here: Terminal | undefined, company_code: string | undefined): boolean =>
  here?.state === 'stopped' && (company_code === undefined || company_code === here.company_code)

let isAsked = false
/**
 * Asks what the device is, and tells what waits on it. What the company's people have kept since before a stop, or since it was another
 * terminal, is not sent by itself.
 */
export async function lookAtTerminal(): Promise<Flushed | 'halt'> {
  const before = terminal.get() ?? none
  // A device that is none becomes one on another page: this one asks when it opens.
  if (before.state === 'none' && isAsked) return 'through'
  let now: Terminal | undefined
  const failure = await failureOf(async () => {
    const waiting = await openOnDevice()
    now = await send(queryTerminal, { waiting }, { signal: AbortSignal.timeout(longestAttempt) })
  })
  const holds = () => device.get()?.holder?.company_code
  if (failure && verdictOf(failure) === 'later') return isShut(before, holds()) ? 'halt' : 'later'
  if (!now) return 'through'
  isAsked = true
  const isReleased = now.releases !== before.releases
  const isAnother = before.state !== 'none' && (now.id !== before.id || isReleased)
  const company_code = isAnother ? before.company_code : now.company_code
  if (company_code !== undefined && (now.state === 'stopped' || isAnother))
    await holdBack(new CallFailure('refused', accessErrors.heldBack.code), company_code)
  // What was loaded to work by goes; what was done stays under its owner's name.
  if (device.get()?.holder && isShut(now, holds())) await signOut()
  if (JSON.stringify(now) !== JSON.stringify(before)) {
    await keep(kept, now.state === 'none' ? undefined : now)
    terminal.set(now)
  }
  return isShut(now, holds()) ? 'halt' : 'through'
}

const longestFarewell = 3_000
/** Signs off for the next one. What can still go out goes; the rest stays under the name of who took it. */
export async function nextPerson(): Promise<void> {
  const { reached, holder } = device.get() ?? {}
  if (reached && openHere() > 0)
    await Promise.race([sync(), new Promise(resolve => setTimeout(resolve, longestFarewell))])
  if (device.get()?.holder?.owner === holder?.owner) await signOut()
}
