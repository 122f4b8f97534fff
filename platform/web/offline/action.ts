import { generalErrors } from '@qitao/core/general.errors.ts'
import type { RefusalData } from '@qitao/core/refusal.ts'
import { repeatsKeptDays } from '@qitao/core/repeats.ts'
import type { Text } from '@qitao/core/text.ts'
import type { CallFailure } from '../call/failures.ts'

/** A photo that goes out before what it belongs to, under a key of its own. */
export interface QueuedPhoto {
  readonly key: string
  readonly file: Blob
  readonly name: string
  /** As the server knows it; absent until it is there. */
  readonly attachment_id?: string
}

/**
 * Why an action was not done, as far as it can be kept; `unsure`: it left and had no answer, so that it may be done. Either so long ago that
 * the server has forgotten, or it has since said `told` without looking whether it was.
 */
export interface KeptFailure {
  readonly kind: 'refused' | 'http' | 'unsure'
  readonly told?: 'refused' | 'http'
  readonly code: number
  readonly data: RefusalData
  readonly message: string
}

/** Something a person did on the device, kept until the server has answered. */
export interface QueuedAction {
  /** Also the key under which the server does it once. */
  readonly id: string
  /** Of all that is taken on the device. */
  readonly order: number
  /** Whose it is; nobody else sends it. */
  readonly owner: string
  readonly path: string
  readonly input: Readonly<Record<string, unknown>>
  /** What is in one lane is done in its order, and waits behind what was refused. */
  readonly lane: string
  readonly title: Text
  /** Milliseconds of the device, as all times here. */
  readonly taken_at: number
  readonly photos: readonly QueuedPhoto[]
  readonly state: 'waiting' | 'refused' | 'done'
  readonly first_sent_at?: number
  /** Some attempt had no answer; kept before each one leaves, as the device may stop meanwhile. */
  readonly unanswered?: boolean
  /** How often the server has failed at it, which says nothing of what else waits. */
  readonly failed?: number
  readonly failure?: KeptFailure
  readonly answered_at?: number
}

/** The server forgets keys after so long: what left before and had no answer could be done twice. An hour is left for clocks that differ. */
const sureMs = (repeatsKeptDays * 24 - 1) * 3_600_000
/** What was done is shown for so long. */
const doneShownMs = 24 * 3_600_000

/** What is to be sent next: the first of a lane of which nothing before is open; `resting`: lanes that wait for the next round. */
export function nextToSend(
  actions: readonly QueuedAction[],
  resting: ReadonlySet<string> = new Set(),
): QueuedAction | undefined {
  const held = new Set(resting)
  for (const action of inOrder(actions)) {
    if (action.state === 'waiting' && !held.has(action.lane)) return action
    if (action.state !== 'done') held.add(action.lane)
  }
  return undefined
}
export const inOrder = (actions: readonly QueuedAction[]): QueuedAction[] =>
  actions.toSorted((a, b) => a.order - b.order)
export const openOf = (actions: readonly QueuedAction[]): QueuedAction[] =>
  actions.filter(({ state }) => state !== 'done')
/** What waits behind one that was refused. */
export const behind = (refused: QueuedAction, actions: readonly QueuedAction[]): number =>
  actions.filter(({ lane, order, state }) => lane === refused.lane && order > refused.order && state === 'waiting')
    .length
/** Nothing of it can have been done: it may be changed or given up. */
export const isStillHere = ({ state, first_sent_at }: QueuedAction): boolean =>
  state === 'refused' || (state === 'waiting' && first_sent_at === undefined)
export const isForgotten = (action: QueuedAction, now: number): boolean =>
  action.state === 'done' && now - (action.answered_at ?? action.taken_at) > doneShownMs

/** As it is kept before it leaves: whoever finds it later knows that it may have been done. */
export const leaving = (action: QueuedAction, now: number): QueuedAction =>
  action.first_sent_at !== undefined && now - action.first_sent_at > sureMs
    ? { ...action, state: 'refused', failure: { kind: 'unsure', code: 0, data: {}, message: '' } }
    : { ...action, first_sent_at: action.first_sent_at ?? now, unanswered: true }
export const done = ({ failure, failed, unanswered, ...action }: QueuedAction, now: number): QueuedAction => ({
  ...action,
  // Photos are with the server now.
  photos: [],
  state: 'done',
  answered_at: now,
})
/** What left before and had no answer was not done only when the server says that it looked. */
export function refused(action: QueuedAction, { kind, code, data, serverMessage, isFirst }: CallFailure): QueuedAction {
  const told = kind === 'refused' ? kind : 'http'
  const failure = { code, data, message: serverMessage }
  const isKnown = !action.unanswered || isFirst
  return {
    ...action,
    state: 'refused',
    failure: isKnown ? { kind: told, ...failure } : { kind: 'unsure', told, ...failure },
  }
}
/** Whether an attempt that failed so did nothing for sure: the server has answered, or was not asked. */
export const didNothing = ({ kind, code }: Pick<CallFailure, 'kind' | 'code'>): boolean =>
  kind === 'refused' || (kind === 'http' && code >= clientFailed && code !== timedOut && code <= serverFailed)
/** The server failed at it: it goes out again some times, then a person decides. */
const mostFailures = 5
export function failed(action: QueuedAction, failure: CallFailure): QueuedAction {
  const next = { ...action, failed: (action.failed ?? 0) + 1 }
  return next.failed < mostFailures ? next : refused(next, failure)
}
/** The server forgets files that nothing holds after a day: they are sent anew. */
export const sentAnew = (photos: readonly QueuedPhoto[], newKey: () => string): QueuedPhoto[] =>
  photos.map(photo =>
    photo.attachment_id === undefined ? photo : { key: newKey(), file: photo.file, name: photo.name },
  )
const isUnsure = ({ failure }: Pick<QueuedAction, 'failure'>): boolean => failure?.kind === 'unsure'
/** The server has forgotten its key: sent again it is done again, if it was done. */
export const isLongAgo = (action: QueuedAction): boolean => isUnsure(action) && action.failure?.told === undefined
/**
 * Once more, under the key: what was refused was not done, and what may have been done is found under it, as it was. Of what left too long ago
 * nobody is sure; somebody has looked, and it goes under a new one.
 */
export function again(action: QueuedAction, newKey: () => string): QueuedAction {
  const { failure, failed, ...same } = action
  if (isUnsure(action) && !isLongAgo(action)) return { ...same, state: 'waiting' }
  const { first_sent_at, unanswered, ...anew } = same
  const id = isLongAgo(action) ? newKey() : action.id
  return { ...anew, state: 'waiting', id, photos: sentAnew(action.photos, newKey) }
}

const busy: number[] = [generalErrors.dataLocked, generalErrors.programLocked, generalErrors.tooManyCalls].map(
  ({ code }) => code,
)
const signedOut: number[] = [generalErrors.loginNeeded.code, generalErrors.roleInvalid.code]
/** Too slow, too many, and what gateways say for a server that is away. */
const timedOut = 408
const comesBack = [timedOut, 429, 502, 503, 504]
const [clientFailed, serverFailed] = [400, 500]

/**
 * What a failure means for the action: it goes out again later, somebody signs in first, or a person decides. `failed`: the server is there
 * and fails at this one; what else waits goes on.
 */
export function verdictOf({
  kind,
  code,
}: Pick<CallFailure, 'kind' | 'code'>): 'later' | 'sign_in' | 'failed' | 'refused' {
  if (kind === 'network' || kind === 'timeout') return 'later'
  // What broke off on the way, and what another than the server answers.
  if (kind === 'http' && code < clientFailed) return 'later'
  if (kind === 'http') return comesBack.includes(code) ? 'later' : code >= serverFailed ? 'failed' : 'refused'
  if (signedOut.includes(code)) return 'sign_in'
  return busy.includes(code) ? 'later' : 'refused'
}
