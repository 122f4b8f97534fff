import type { CallFailure } from '../call/failures.ts'
import { createStore, type Store } from '../store.ts'
import {
  again,
  didNothing,
  done,
  failed,
  inOrder,
  isForgotten,
  isStillHere,
  leaving,
  nextToSend,
  type QueuedAction,
  type QueuedPhoto,
  refused,
  sentAnew,
  verdictOf,
} from './action.ts'

/** Where actions are kept over a restart. What `put` has answered is safe. */
export interface ActionKeeper {
  all(owner: string): Promise<QueuedAction[]>
  put(action: QueuedAction): Promise<void>
  remove(id: string): Promise<void>
  /** In one step, whatever other pages of the device do: what is kept under the id becomes what `next` makes of it, or stays. Answers which. */
  become(id: string, next: (kept: QueuedAction | undefined) => readonly QueuedAction[] | undefined): Promise<boolean>
}
/** Sends one action under its key; `keep` is told of each photo that has arrived. Answers why it was not done. */
export type Deliver = (
  action: QueuedAction,
  keep: (photos: readonly QueuedPhoto[]) => Promise<void>,
) => Promise<CallFailure | undefined>

/** How far it came: everything is out or waits for a person; no way through; somebody must sign in. */
export type Flushed = 'through' | 'later' | 'sign_in'

interface OutboxOptions {
  readonly owner: string
  readonly keeper: ActionKeeper
  readonly deliver: Deliver
  readonly now: () => number
  readonly newKey: () => string
}
export type Taken = Pick<QueuedAction, 'path' | 'input' | 'lane' | 'title'> & {
  readonly photos?: readonly QueuedPhoto[]
}

/**
 * Everything a member does on a device goes through here, with a connection or without. An action is safe when `take` has answered; it is
 * sent in the order of its lane under the key it was born with, however often, until the server has answered. So it is done once, or not at
 * all with the reason beside it.
 */
export interface Outbox {
  readonly owner: string
  readonly actions: Store<readonly QueuedAction[]>
  /** `instead` of one that was refused, or has not left: it goes in its place. Answers false, and keeps nothing, when that has left meanwhile. */
  take(what: Taken, instead?: QueuedAction): Promise<boolean>
  flush(): Promise<Flushed>
  /** A refused one once more. */
  again(action: QueuedAction): Promise<void>
  /** One that was refused, or has not left, is given up. Answers false when it has left meanwhile. */
  drop(action: QueuedAction): Promise<boolean>
  /** Another page of the device has changed something. */
  reload(): Promise<void>
}

export async function openOutbox({ owner, keeper, deliver, now, newKey }: OutboxOptions): Promise<Outbox> {
  const actions = createStore<readonly QueuedAction[]>([])
  const show = (action: QueuedAction, instead = action.id) =>
    actions.set(all => inOrder([...all.filter(({ id }) => id !== instead && id !== action.id), action]))
  const keep = async (action: QueuedAction): Promise<QueuedAction> => {
    await keeper.put(action)
    show(action)
    return action
  }
  const reload = async () => {
    const kept = await keeper.all(owner)
    for (const old of kept.filter(action => isForgotten(action, now()))) await keeper.remove(old.id)
    actions.set(inOrder(kept.filter(action => !isForgotten(action, now()))))
  }
  await reload()

  let last = 0
  /** Of two that are taken at once one is the later, also when the clock is put back. */
  const nextOrder = () => (last = Math.max(now(), last + 1, ...actions.get().map(({ order }) => order + 1)))

  /** What is kept decides, not what is shown: it may have been changed, given up or sent from another page meanwhile. */
  const become = async (
    id: string,
    isMeant: (kept: QueuedAction) => boolean,
    next: (kept: QueuedAction) => QueuedAction | undefined,
  ): Promise<{ made: QueuedAction | undefined } | undefined> => {
    let made: QueuedAction | undefined
    const isDone = await keeper.become(id, kept => {
      if (!kept || !isMeant(kept)) return undefined
      made = next(kept)
      return made ? [made] : []
    })
    if (!isDone) await reload()
    else if (made) show(made, id)
    else actions.set(all => all.filter(action => action.id !== id))
    return isDone ? { made } : undefined
  }
  const sendOne = async ({ id, lane }: QueuedAction): Promise<Flushed | { resting: string } | undefined> => {
    let before = false
    const left = await become(
      id,
      ({ state }) => state === 'waiting',
      kept => {
        // What an earlier version of the page has sent says only that it left.
        before = kept.unanswered ?? kept.first_sent_at !== undefined
        return leaving(kept, now())
      },
    )
    if (!left?.made || left.made.state === 'refused') return undefined
    let sent = left.made
    const failure = await deliver(sent, async photos => {
      sent = await keep({ ...sent, photos })
    })
    const verdict = failure && verdictOf(failure)
    const surely = (action: QueuedAction): QueuedAction =>
      failure && didNothing(failure) ? { ...action, unanswered: before } : action
    if (verdict === 'later' || verdict === 'sign_in') {
      await become(id, ({ state }) => state === 'waiting', surely)
      return verdict
    }
    sent = surely(sent)
    if (failure && verdict === 'failed') {
      await keep(failed(sent, failure))
      return { resting: lane }
    }
    await keep(failure ? refused(sent, failure) : done(sent, now()))
    return undefined
  }
  const sendAll = async (): Promise<Flushed> => {
    const resting = new Set<string>()
    for (;;) {
      const next = nextToSend(actions.get(), resting)
      if (!next) return 'through'
      const stopped = await sendOne(next)
      if (typeof stopped === 'object') resting.add(stopped.resting)
      else if (stopped) return stopped
    }
  }
  let running: Promise<Flushed> | undefined
  return {
    ...{ owner, actions, reload },
    async take({ photos = [], ...what }, instead) {
      const taken = (order: number): QueuedAction => ({
        ...{ ...what, id: newKey(), order, owner, taken_at: now(), state: 'waiting' },
        photos: sentAnew(photos, newKey),
      })
      if (instead) return (await become(instead.id, isStillHere, ({ order }) => taken(order))) !== undefined
      await keep(taken(nextOrder()))
      return true
    },
    drop: async ({ id }) => (await become(id, isStillHere, () => undefined)) !== undefined,
    // One at a time; who asks meanwhile waits for the same, and what was taken meanwhile goes along.
    flush: () => (running ??= sendAll().finally(() => (running = undefined))),
    async again(action) {
      await become(
        action.id,
        ({ state }) => state === 'refused',
        kept => again(kept, newKey),
      )
    },
  }
}
