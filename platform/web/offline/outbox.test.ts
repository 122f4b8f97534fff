import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { CallFailure } from '../call/failures.ts'
import { behind, type QueuedAction, type QueuedPhoto } from './action.ts'
import { type ActionKeeper, type Deliver, openOutbox } from './outbox.ts'

const hour = 3_600_000
const title = text('报工', 'Report')

/** The device loses its power. */
class Cut extends Error {}
const lost = () => new CallFailure('network', 0)

/** What outlives the page. `cut`: whether the power goes as it writes, and whether it had written by then. */
class Disk implements ActionKeeper {
  readonly kept = new Map<string, QueuedAction>()
  cut: () => 'before' | 'after' | undefined = () => undefined
  async all(owner: string) {
    return [...this.kept.values()].filter(action => action.owner === owner)
  }
  async put(action: QueuedAction) {
    const when = this.cut()
    if (when === 'before') throw new Cut()
    this.kept.set(action.id, action)
    if (when === 'after') throw new Cut()
  }
  async remove(id: string) {
    this.kept.delete(id)
  }
  async become(id: string, next: (kept: QueuedAction | undefined) => readonly QueuedAction[] | undefined) {
    const made = next(this.kept.get(id))
    if (!made) return false
    const when = this.cut()
    if (when === 'before') throw new Cut()
    this.kept.delete(id)
    for (const action of made) this.kept.set(action.id, action)
    if (when === 'after') throw new Cut()
    return true
  }
}
/** Does a key once and answers it again, as the server does. */
class Books {
  readonly booked: { id: string; n: number; photos: readonly string[] }[] = []
  readonly uploads: string[] = []
  refuses: (n: number) => boolean = () => false
  book({ id, input, photos }: QueuedAction): CallFailure | undefined {
    const n = Number(input.n)
    if (this.booked.some(one => one.id === id)) return undefined
    if (this.refuses(n)) return new CallFailure('refused', 8413).atFirst()
    this.booked.push({ id, n, photos: photos.map(({ attachment_id }) => attachment_id!) })
    return undefined
  }
  upload(key: string): string {
    if (!this.uploads.includes(key)) this.uploads.push(key)
    return `at ${key}`
  }
}
function device(disk: Disk, books: Books, deliver: Deliver, clock: { now: number }) {
  let keys = disk.kept.size + books.booked.length
  return () =>
    openOutbox({ owner: 'a', keeper: disk, deliver, now: () => clock.now, newKey: () => `key ${clock.now} ${keys++}` })
}
const straight =
  (books: Books): Deliver =>
  async action =>
    books.book(action)
const taken = (n: number, lane = 'x', photos: QueuedPhoto[] = []) => ({
  path: '/report',
  input: { n },
  lane,
  title,
  photos,
})
const numbers = (books: Books) => books.booked.map(({ n }) => n)

type Fault =
  | 'none'
  | 'never sent'
  | 'answer lost'
  | 'server fails'
  | 'busy'
  | 'signed out'
  | 'power before'
  | 'power after'
const faults: Fault[] = [
  'none',
  'never sent',
  'answer lost',
  'server fails',
  'busy',
  'signed out',
  'power before',
  'power after',
]

test('whatever is cut and whenever, each action is booked once, in the order of its lane, or told why not', async () => {
  const plans = fc.record({
    actions: fc.array(fc.record({ lane: fc.constantFrom('x', 'y'), photos: fc.nat(2), refused: fc.nat(9) }), {
      minLength: 1,
      maxLength: 12,
    }),
    sends: fc.array(fc.constantFrom(...faults), { maxLength: 40 }),
    disk: fc.array(fc.constantFrom(undefined, undefined, undefined, 'before' as const, 'after' as const), {
      maxLength: 40,
    }),
  })
  await fc.assert(
    fc.asyncProperty(plans, async ({ actions, ...given }) => {
      const [sends, cuts] = [[...given.sends], [...given.disk]]
      const [disk, books, clock] = [new Disk(), new Books(), { now: 1 }]
      books.refuses = n => actions[n]!.refused === 0
      const next = () => sends.shift() ?? 'none'
      const deliver: Deliver = async (action, keep) => {
        clock.now++
        let photos = action.photos
        for (const { key, attachment_id } of photos) {
          if (attachment_id) continue
          if (next() !== 'none') return lost()
          const at = books.upload(key)
          if (next() !== 'none') return lost()
          photos = photos.map(photo => (photo.key === key ? { ...photo, attachment_id: at } : photo))
          await keep(photos)
        }
        const fault = next()
        if (fault === 'never sent') return lost()
        if (fault === 'server fails') return new CallFailure('http', 503)
        if (fault === 'busy') return new CallFailure('refused', generalErrors.dataLocked.code)
        if (fault === 'signed out') return new CallFailure('refused', generalErrors.loginNeeded.code)
        if (fault === 'power before') throw new Cut()
        const answer = books.book({ ...action, photos })
        if (fault === 'power after') throw new Cut()
        return fault === 'answer lost' ? lost() : answer
      }
      const open = device(disk, books, deliver, clock)
      let box = await open()
      const restart = async (error: unknown) => {
        if (!(error instanceof Cut)) throw error
        box = await open()
      }
      const promised = new Set<number>()
      for (const [n, { lane, photos }] of actions.entries()) {
        disk.cut = () => cuts.shift()
        const files = Array.from({ length: photos }, (_, i) => ({ key: `${n}.${i}`, file: new Blob(), name: 'a' }))
        await box.take(taken(n, lane, files)).then(() => promised.add(n), restart)
        await box.flush().catch(restart)
      }
      disk.cut = () => undefined
      sends.length = 0
      box = await open()
      expect(await box.flush()).toBe('through')

      const kept = [...disk.kept.values()]
      const was = numbers(books)
      expect(new Set(was).size).toBe(was.length)
      for (const n of promised) {
        const own = kept.filter(action => action.input.n === n)
        expect(own).toHaveLength(1)
        const { lane, order, state } = own[0]!
        const isHeld = kept.some(one => one.lane === lane && one.order < order && one.state === 'refused')
        expect(state).toBe(isHeld ? 'waiting' : books.refuses(n) ? 'refused' : 'done')
        expect(was.includes(n)).toBe(state === 'done')
      }
      for (const lane of ['x', 'y']) {
        const ofLane = was.filter(n => actions[n]!.lane === lane)
        expect(ofLane).toEqual(ofLane.toSorted((a, b) => a - b))
      }
      for (const { n, photos } of books.booked)
        expect(photos).toEqual(Array.from({ length: actions[n]!.photos }, (_, i) => `at ${n}.${i}`))
    }),
    { numRuns: 400 },
  )
})

test('what was refused holds its lane alone; sent again, changed or given up, the lane goes on in its order', async () => {
  for (const way of ['again', 'changed', 'dropped'] as const) {
    const [disk, books] = [new Disk(), new Books()]
    let full = true
    books.refuses = n => full && n === 1
    const box = await device(disk, books, straight(books), { now: 1 })()
    for (const [n, lane] of ['x', 'x', 'x', 'y'].entries()) await box.take(taken(n, lane))
    expect(await box.flush()).toBe('through')
    expect(numbers(books)).toEqual([0, 3])
    const one = box.actions.get().find(({ state }) => state === 'refused')!
    expect([one.failure?.code, behind(one, box.actions.get())]).toEqual([8413, 1])
    full = false
    if (way === 'again') await box.again(one)
    else if (way === 'dropped') await box.drop(one)
    else await box.take(taken(7), one)
    await box.flush()
    expect(numbers(books)).toEqual({ again: [0, 3, 1, 2], dropped: [0, 3, 2], changed: [0, 3, 7, 2] }[way])
  }
})

test('opened to be changed or given up, and sent meanwhile: it is booked once, and that is said', async () => {
  for (const way of ['changed', 'dropped'] as const)
    for (const when of ['answered', 'on its way', 'answer lost'] as const) {
      const [disk, books] = [new Disk(), new Books()]
      let arrived = () => {}
      const isThere = new Promise<void>(resolve => (arrived = resolve))
      const waits = Promise.withResolvers<void>()
      const box = await device(
        disk,
        books,
        async action => {
          arrived()
          if (when === 'on its way') await waits.promise
          const failure = books.book(action)
          return when === 'answer lost' ? lost() : failure
        },
        { now: 1 },
      )()
      await box.take(taken(0))
      const [opened] = box.actions.get()
      const flushing = box.flush()
      await isThere
      if (when !== 'on its way') await flushing
      expect(await (way === 'changed' ? box.take(taken(7), opened!) : box.drop(opened!))).toBe(false)
      waits.resolve()
      await flushing
      expect([numbers(books), disk.kept.size, box.actions.get().length]).toEqual([[0], 1, 1])
    }
})
test('changed or given up as the sending begins, it is booked as it was or as it is, never both', async () => {
  for (const way of ['changed', 'dropped'] as const)
    for (const first of ['person', 'sending'] as const) {
      const [disk, books] = [new Disk(), new Books()]
      const box = await device(disk, books, straight(books), { now: 1 })()
      await box.take(taken(0))
      const [opened] = box.actions.get()
      const person = () => (way === 'changed' ? box.take(taken(7), opened!) : box.drop(opened!))
      const both = first === 'person' ? [person(), box.flush()] : [box.flush(), person()]
      const isDone = (await Promise.all(both))[first === 'person' ? 0 : 1]
      await box.flush()
      expect(numbers(books)).toEqual(isDone ? (way === 'changed' ? [7] : []) : [0])
    }
})
test('what another page of the device has changed is not sent as it was', async () => {
  const [disk, books] = [new Disk(), new Books()]
  const open = device(disk, books, straight(books), { now: 1 })
  const one = await open()
  await one.take(taken(0))
  const two = await open()
  expect(await two.take(taken(7), two.actions.get()[0]!)).toBe(true)
  await one.flush()
  expect(numbers(books)).toEqual([7])
})
test('an action at which the server always fails holds its lane alone, and is a matter for a person after some tries', async () => {
  const [disk, books] = [new Disk(), new Books()]
  let isBroken = true
  const deliver: Deliver = async action =>
    isBroken && action.input.n === 0 ? new CallFailure('http', 500) : books.book(action)
  const box = await device(disk, books, deliver, { now: 1 })()
  for (const [n, lane] of ['x', 'x', 'y'].entries()) await box.take(taken(n, lane))
  expect(await box.flush()).toBe('through')
  expect([numbers(books), box.actions.get()[0]?.state]).toEqual([[2], 'waiting'])
  for (let tries = 1; tries < 5; tries++) await box.flush()
  const [one] = box.actions.get()
  expect([one?.state, one?.failure?.code]).toEqual(['refused', 500])
  isBroken = false
  await box.again(one!)
  await box.flush()
  expect(numbers(books)).toEqual([2, 0, 1])
})
test('a server that is away is waited for', async () => {
  for (const code of [502, 503, 504]) {
    const [disk, books] = [new Disk(), new Books()]
    const box = await device(disk, books, async () => new CallFailure('http', code), { now: 1 })()
    await box.take(taken(0))
    for (let tries = 0; tries < 9; tries++) expect(await box.flush()).toBe('later')
    expect(box.actions.get()[0]?.state).toBe('waiting')
  }
})
test('photos of what goes again are sent anew: the server may have let them go', async () => {
  for (const way of ['again', 'changed'] as const) {
    const [disk, books] = [new Disk(), new Books()]
    let full = true
    books.refuses = () => full
    const box = await device(
      disk,
      books,
      async (action, keep) => {
        const photos = action.photos.map(photo => ({ attachment_id: books.upload(photo.key), ...photo }))
        await keep(photos)
        return books.book({ ...action, photos })
      },
      { now: 1 },
    )()
    await box.take(taken(0, 'x', [{ key: 'p', file: new Blob(), name: 'a' }]))
    await box.flush()
    const [one] = box.actions.get()
    expect(one!.photos[0]?.attachment_id).toBe('at p')
    full = false
    if (way === 'again') await box.again(one!)
    else await box.take(taken(1, 'x', [...one!.photos]), one!)
    await box.flush()
    expect(books.uploads).toHaveLength(2)
    expect(books.booked[0]?.photos).toEqual([`at ${books.uploads[1]}`])
  }
})

test('nobody sends what another member has taken', async () => {
  const [disk, books, clock] = [new Disk(), new Books(), { now: 1 }]
  const of = (owner: string) =>
    openOutbox({ owner, keeper: disk, deliver: straight(books), now: () => clock.now, newKey: () => owner })
  await (await of('a')).take(taken(0))
  await (await of('b')).flush()
  expect(numbers(books)).toEqual([])
  await (await of('a')).flush()
  expect(numbers(books)).toEqual([0])
})

test('what left so long ago that the server may have forgotten it is asked about, not sent', async () => {
  const [disk, books, clock] = [new Disk(), new Books(), { now: 0 }]
  const open = device(
    disk,
    books,
    async action => {
      const failure = books.book(action)
      return clock.now === 0 ? lost() : failure
    },
    clock,
  )
  await (await open()).take(taken(0))
  expect(await (await open()).flush()).toBe('later')
  clock.now = 6 * 24 * hour
  const soon = await open()
  await soon.flush()
  expect(soon.actions.get()[0]?.state).toBe('done')

  disk.kept.clear()
  clock.now = 0
  await (await open()).take(taken(1))
  await (await open()).flush()
  clock.now = 7 * 24 * hour
  const late = await open()
  await late.flush()
  const [action] = late.actions.get()
  expect([action?.state, action?.failure?.kind, numbers(books)]).toEqual(['refused', 'unsure', [0, 1]])
  await late.again(action!)
  await late.flush()
  expect(numbers(books)).toEqual([0, 1, 1])
})

/** What a server says that does not look whether it was done before. */
const unlooked = [
  new CallFailure('refused', 5802),
  new CallFailure('refused', generalErrors.badParameter.code, { field: 'Idempotency-Key' }),
  new CallFailure('http', 404),
]
test('done, the answer lost, then refused unlooked: it may be done, and sent again it is not done twice, however late', async () => {
  for (const refusal of unlooked) {
    const [disk, books, clock] = [new Disk(), new Books(), { now: 0 }]
    let answer: 'lost' | 'refused' | 'straight' = 'lost'
    const deliver: Deliver = async action => {
      if (answer === 'refused') return refusal
      const failure = books.book(action)
      return answer === 'lost' ? lost() : failure
    }
    const box = await device(disk, books, deliver, clock)()
    await box.take(taken(0))
    expect(await box.flush()).toBe('later')
    answer = 'refused'
    await box.flush()
    const [one] = box.actions.get()
    expect([one?.state, one?.failure?.kind, one?.failure?.code]).toEqual(['refused', 'unsure', refusal.code])
    clock.now = 8 * 24 * hour
    answer = 'straight'
    await box.again(one!)
    await box.flush()
    expect([numbers(books), box.actions.get()[0]?.failure?.kind]).toEqual([[0], 'unsure'])
  }
})
test('the right back, the server finds what may be done under its key', async () => {
  const [disk, books] = [new Disk(), new Books()]
  const answers: (CallFailure | undefined)[] = [lost(), new CallFailure('refused', 5802)]
  const deliver: Deliver = async action => {
    const failure = answers.shift()
    if (failure?.kind !== 'refused') books.book(action)
    return failure
  }
  const box = await device(disk, books, deliver, { now: 1 })()
  await box.take(taken(0))
  await box.flush()
  await box.flush()
  expect(box.actions.get()[0]?.failure?.kind).toBe('unsure')
  await box.again(box.actions.get()[0]!)
  await box.flush()
  expect([numbers(books), box.actions.get()[0]?.state]).toEqual([[0], 'done'])
})
test('what the server looked for, or has answered each time, was not done', async () => {
  const [busy, signedOut] = [generalErrors.dataLocked, generalErrors.loginNeeded]
  const refusals = [
    [lost(), new CallFailure('refused', 8413).atFirst()],
    [new CallFailure('refused', busy.code), new CallFailure('refused', 5802)],
    [new CallFailure('refused', signedOut.code), new CallFailure('refused', 5802)],
    [new CallFailure('http', 500), new CallFailure('refused', 5802)],
  ]
  for (const answers of refusals) {
    const [disk, books] = [new Disk(), new Books()]
    const box = await device(disk, books, async () => answers.shift(), { now: 1 })()
    await box.take(taken(0))
    await box.flush()
    await box.flush()
    expect(box.actions.get()[0]?.failure?.kind).toBe('refused')
  }
})
test('what an earlier version of the page has sent without an answer may be done', async () => {
  const [disk, books] = [new Disk(), new Books()]
  const open = device(disk, books, async () => new CallFailure('refused', 5802), { now: 2 })
  await (await open()).take(taken(0))
  for (const action of disk.kept.values()) disk.kept.set(action.id, { ...action, first_sent_at: 1 })
  const box = await open()
  await box.flush()
  expect(box.actions.get()[0]?.failure?.kind).toBe('unsure')
})
test('an answer that breaks off on the way is none', async () => {
  const [disk, books] = [new Disk(), new Books()]
  const answers = [new CallFailure('http', 200)]
  const deliver: Deliver = async action => {
    books.book(action)
    return answers.shift()
  }
  const box = await device(disk, books, deliver, { now: 1 })()
  await box.take(taken(0))
  expect(await box.flush()).toBe('later')
  expect(await box.flush()).toBe('through')
  expect([numbers(books), box.actions.get()[0]?.state]).toEqual([[0], 'done'])
})

test('taken in one moment, or after the clock was put back, the order stays', async () => {
  const [disk, books, clock] = [new Disk(), new Books(), { now: 5_000 }]
  const box = await device(disk, books, straight(books), clock)()
  await Promise.all([0, 1, 2].map(n => box.take(taken(n))))
  clock.now = 10
  await box.take(taken(3))
  await box.flush()
  expect(numbers(books)).toEqual([0, 1, 2, 3])
})

test('what was done is shown for a day', async () => {
  const [disk, books, clock] = [new Disk(), new Books(), { now: 0 }]
  const open = device(disk, books, straight(books), clock)
  const box = await open()
  await box.take(taken(0))
  await box.flush()
  clock.now = 23 * hour
  expect((await open()).actions.get()).toHaveLength(1)
  clock.now = 25 * hour
  expect((await open()).actions.get()).toHaveLength(0)
  expect(disk.kept.size).toBe(0)
})
