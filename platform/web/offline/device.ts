import type { AnyCall, Call } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Language } from '@qitao/core/text.ts'
import type { z } from 'zod'
import { send, uploadFile } from '../call/client.ts'
import { CallFailure } from '../call/failures.ts'
import { endOwn, forgetOwn, ownBehindView } from '../session/own-session.ts'
import { configValues, fromConfig, setPreference } from '../session/preferences.ts'
import { readToken, storageKeys, writeLocal, writeSessionData, writeToken } from '../session/storage.ts'
import { createStore } from '../store.ts'
import { uuid } from '../uuid.ts'
import { openOf, type QueuedAction, refused, verdictOf } from './action.ts'
import {
  actionKeeper,
  allActions,
  askToStay,
  forgetOwner,
  keep,
  onOtherPage,
  openByOwner,
  readKept,
} from './device-store.ts'
import { type Deliver, type Flushed, type Outbox, openOutbox, type Taken } from './outbox.ts'

interface Who {
  readonly user: { readonly id: string; readonly account: string; readonly name: string }
  readonly org: { readonly company_code: string; readonly time_zone?: string | null | undefined }
  /** As the account keeps it; absent: not told. */
  readonly language?: string | null
}
/** Account and PIN, at a device where that signs in. */
interface ByPin {
  readonly account: string
  readonly pin: string
}
interface Credentials {
  readonly company_code: string
  readonly account: string
  readonly password: string
  /** Of a member with a second factor. */
  readonly verify_code?: string
  readonly new_password?: string
  readonly device_key: string
}
/** Handed in by the app: the platform knows no area. */
export interface DeviceCalls {
  readonly login: Call<z.ZodType, z.ZodType<Who & { token: string; must_enrol: boolean }>>
  readonly userInfo: Call<z.ZodType, z.ZodType<Who & { viewed_by_name: string | null }>>
  readonly refreshToken: Call<z.ZodType, z.ZodType<{ token: string }>>
  readonly logout: AnyCall
  /** Keeps a setting with the account. */
  readonly setConfig: Call
  readonly upload: AnyCall
  /** What may wait on the device. */
  readonly queued: readonly AnyCall[]
  /** What photos belong to, by the path of the call that they go with. */
  readonly photosOf: Readonly<Record<string, string>>
  /** Asked before anything is sent, also while nobody holds the device; `halt`: nothing is sent from here. */
  readonly before?: () => Promise<Flushed | 'halt'>
}

/** The member who works with the device. */
export interface Holder {
  readonly owner: string
  readonly user_id: string
  readonly company_code: string
  readonly account: string
  readonly name: string
  readonly zone: string
  /** Theirs; another one in the browser may be somebody else's. */
  readonly token: string
}
interface DeviceState {
  /** Undefined: nobody has signed in. */
  readonly holder?: Holder
  readonly outbox?: Outbox
  /** Whether the server answered when it was asked last. */
  readonly reached: boolean
  /** The session is over: work goes on, and is sent once the holder has signed in. */
  readonly signIn: boolean
  /** Token by which somebody looks on as a member in this browser: nothing is taken, nothing is sent. */
  readonly view?: string | undefined
  /** The device has no room, or the browser lets it keep nothing. */
  readonly full: boolean
  /** Others have left something here that is not sent. */
  readonly others: readonly { name: string; account: string; open: number }[]
}
/** Undefined while the device looks what it has. */
export const device = createStore<DeviceState | undefined>(undefined)
const holding = 'holder'
const defaultZone = 'Asia/Shanghai'
const askEvery = 30_000
/** Browsers do not always tell that the connection is back: while there is none it is tried this often. */
const tryEvery = 5_000
/** How often it is looked whether it is time: by the same step as above every second try would fall to the next. */
const tick = 1_000
const longestAttempt = 30_000
/** The session is lengthened this often while there is a connection: a device that lies still for a weekend goes on. */
const renewEvery = 12 * 3_600_000

let calls: DeviceCalls
const now = (): number => Date.now()
const patch = (changes: Partial<DeviceState>): void =>
  device.set(state => ({ ...(state ?? { reached: true, signIn: false, full: false, others: [] }), ...changes }))

const sessionOver = () => new CallFailure('refused', generalErrors.loginNeeded.code)
/** What went wrong, in the words of a call; anything else is a fault of ours. */
export async function failureOf(work: () => Promise<unknown>): Promise<CallFailure | undefined> {
  try {
    await work()
    return undefined
  } catch (error) {
    if (error instanceof CallFailure) return error
    if (error instanceof DOMException && error.name === 'TimeoutError') return new CallFailure('timeout', 0)
    throw error
  }
}
const under = (key: string) => ({ key: () => key, ended: () => {} })

const deliver: Deliver = (action, tell) =>
  failureOf(async () => {
    const call = calls.queued.find(({ path }) => path === action.path)
    // Taken by another version of the product.
    if (!call) throw new CallFailure('http', 404)
    let { photos } = action
    const module = calls.photosOf[action.path]
    const ofModule: Record<string, string> = module === undefined ? {} : { module }
    for (const { key, name, file, attachment_id } of photos) {
      if (attachment_id) continue
      expectHolder(action)
      const sent = new File([file], name, { type: file.type })
      const answer = await uploadFile(calls.upload, sent, ofModule, undefined, under(key))
      const { attachment } = answer as { attachment: { id: string } }
      photos = photos.map(photo => (photo.key === key ? { ...photo, attachment_id: attachment.id } : photo))
      await tell(photos)
    }
    expectHolder(action)
    const files = photos.length > 0 ? { attachment_ids: photos.map(({ attachment_id }) => attachment_id) } : {}
    const signal = AbortSignal.timeout(longestAttempt)
    await send(call, { ...action.input, ...files }, { intention: under(action.id), signal })
  })
/** Nothing goes out in the name of whoever has signed in to the browser meanwhile. */
function expectHolder({ owner }: QueuedAction): void {
  const { holder } = device.get() ?? {}
  if (holder?.owner !== owner || holder.token !== readToken()) throw sessionOver()
}

const ownerOf = ({ user, org }: Who): string => `${org.company_code}/${user.id}`
function speakAs({ language }: Who): void {
  const chosen = fromConfig('language', language ?? null)
  if (chosen !== undefined) setPreference('language', chosen)
}
/** The language that the holder chooses here is the account's on every device, where the server is there. */
export async function chooseLanguage(language: Language): Promise<void> {
  setPreference('language', language)
  if (!device.get()?.holder || ownBehindView() !== undefined) return
  await failureOf(() =>
    send(calls.setConfig, { config_key: 'language', config_value: configValues.language[language] }),
  )
}
async function hold(who: Who, token: string): Promise<void> {
  const { user, org } = who
  const owner = ownerOf(who)
  speakAs(who)
  const { outbox: before } = device.get() ?? {}
  const holder: Holder = {
    ...{ owner, user_id: user.id, company_code: org.company_code, account: user.account, name: user.name, token },
    zone: org.time_zone || defaultZone,
  }
  await keep(holding, holder)
  await keep(`who:${owner}`, { name: user.name, account: user.account })
  writeLocal(storageKeys.companyCode, org.company_code)
  writeSessionData({ company_code: org.company_code })
  patch({ holder, outbox: before?.owner === owner ? before : await outboxOf(owner), signIn: false, reached: true })
  await countOthers()
}
const outboxOf = (owner: string): Promise<Outbox> =>
  openOutbox({ owner, keeper: actionKeeper, deliver, now, newKey: uuid })

async function countOthers(): Promise<void> {
  const { holder } = device.get() ?? {}
  // Who holds the device is told of the own company's people alone.
  const isTold = (owner: string): boolean =>
    !holder || (owner !== holder.owner && owner.startsWith(`${holder.company_code}/`))
  const all = [...(await openByOwner())].filter(([owner]) => isTold(owner))
  const others = all.map(async ([owner, open]) => {
    const who = await readKept<{ name: string; account: string }>(`who:${owner}`)
    return { name: who?.name ?? '', account: who?.account ?? owner, open }
  })
  patch({ others: await Promise.all(others) })
}

/** The view that the browser is in, as far as it is known without asking. */
function lookForView(): string | undefined {
  const token = readToken()
  const isView = ownBehindView() !== undefined || device.get()?.view === token
  const view = isView ? token : undefined
  if (device.get()?.view !== view) patch({ view })
  return view
}
/** Whose token the browser has: the holder's, or that of who signed in elsewhere in it. Who looks on as a member does not hold the device. */
async function identify(): Promise<Flushed | 'viewed'> {
  const token = readToken()
  const { holder } = device.get() ?? {}
  if (!token) return 'sign_in'
  lookForView()
  if (ownBehindView() !== undefined) return 'viewed'
  if (holder?.token === token) return 'through'
  let isView = false
  const failure = await failureOf(async () => {
    const who = await send(calls.userInfo, {}, { signal: AbortSignal.timeout(longestAttempt) })
    isView = who.viewed_by_name !== null
    if (isView) patch({ view: token })
    else await hold(who, token)
  })
  if (isView) return 'viewed'
  return failure ? (verdictOf(failure) === 'sign_in' ? 'sign_in' : 'later') : 'through'
}

let renewed = Number.NEGATIVE_INFINITY
async function renew(): Promise<Flushed> {
  if (now() - renewed < renewEvery) return 'through'
  const token = readToken()
  const signal = AbortSignal.timeout(longestAttempt)
  const failure = await failureOf(async () => {
    const answer = await send(calls.refreshToken, {}, { signal })
    // Somebody else may have signed in while it was asked.
    if (token === readToken()) writeToken(answer.token)
    renewed = now()
  })
  return failure ? (verdictOf(failure) === 'sign_in' ? 'sign_in' : 'later') : 'through'
}

type Look = () => Promise<CallFailure | undefined>
const looks = new Set<Look>()
/** What is shown is looked at again when the server is there; answers why that did not go. */
export function onReached(look: Look): () => void {
  looks.add(look)
  // A page that opens after the server was asked does not wait for the next time it is.
  if (!running && askedAt > Number.NEGATIVE_INFINITY) void sync()
  return () => void looks.delete(look)
}
const flushed = (failure: CallFailure | undefined): Flushed => {
  const verdict = failure && verdictOf(failure)
  return verdict === 'later' || verdict === 'sign_in' ? verdict : 'through'
}
let running: Promise<void> | undefined
let isWanted = false
let askedAt = Number.NEGATIVE_INFINITY
/** Sends what waits. Also asks whether the server is there at all. */
export function sync(): Promise<void> {
  isWanted = true
  running ??= (async () => {
    while (isWanted) {
      isWanted = false
      await syncOnce()
    }
  })().finally(() => (running = undefined))
  return running
}
async function syncOnce(): Promise<void> {
  const isHeld = () => device.get()?.holder !== undefined || readToken() !== undefined
  const { before } = calls
  if (!isHeld() && !before) return
  askedAt = now()
  const flush = async () => device.get()?.outbox?.flush() ?? 'through'
  const isThrough = (result: Flushed | 'viewed' | 'halt'): boolean => {
    if (result === 'viewed' || result === 'halt') return false
    // Without an answer nothing is known of the session.
    if (result !== 'through') patch(result === 'later' ? { reached: false } : { reached: true, signIn: true })
    return result === 'through'
  }
  if (before && !isThrough(await before())) return
  if (!isHeld()) return
  for (const step of [identify, flush, renew]) if (!isThrough(await step())) return
  // Whoever holds the device since a moment opens its page meanwhile: what that looks at is among them.
  for (const look of looks) if (!isThrough(flushed(await look()))) return
  patch({ reached: true, signIn: false })
}

/** Looks what the device has, and keeps sending. Needs no connection. */
export async function startDevice(given: DeviceCalls): Promise<void> {
  calls = given
  const broken = () => {
    patch({ full: true })
    return undefined
  }
  const holder = await readKept<Holder>(holding).catch(broken)
  if (holder) patch({ holder, outbox: await outboxOf(holder.owner) })
  else patch({})
  // After it is known who holds the device: the holder's own actions are not those of others.
  await countOthers().catch(broken)
  askToStay()
  const again = () => void sync()
  onOtherPage(() => void device.get()?.outbox?.reload())
  addEventListener('online', again)
  addEventListener('offline', () => patch({ reached: false }))
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && again())
  setInterval(() => {
    const { reached, signIn: isOver } = device.get()!
    if (now() - askedAt >= (reached || isOver ? askEvery : tryEvery)) again()
  }, tick)
  again()
}

/** Keeps it, then sends it. Answers, when it is kept, whether it is: there may be no room, or what it goes `instead` of was sent meanwhile. */
export async function take(what: Taken, instead?: QueuedAction): Promise<boolean | 'sent'> {
  const { outbox } = device.get() ?? {}
  if (!outbox) throw new Error('nobody holds the device')
  if (lookForView() !== undefined) return false
  const isKept = await outbox.take(what, instead).catch(() => undefined)
  patch({ full: isKept === undefined })
  if (isKept) void sync()
  return isKept === false ? 'sent' : isKept === true
}
/** What waits of the company's people is not sent by itself any more: it stands as refused for this, and its owner sends it again or gives it up. */
export async function holdBack(why: CallFailure, company_code: string): Promise<void> {
  const isOfCompany = ({ owner }: QueuedAction): boolean => owner.startsWith(`${company_code}/`)
  const waiting = (await allActions()).filter(action => action.state === 'waiting' && isOfCompany(action))
  for (const { id } of waiting)
    await actionKeeper.become(id, kept => (kept?.state === 'waiting' ? [refused(kept, why)] : undefined))
  await device.get()?.outbox?.reload()
}
/** `must_enrol`: the company asks for a second factor that the member has not set up yet; that is done on the web page. */
export async function signIn(
  given: Credentials | ByPin,
  by: DeviceCalls['login'] = calls.login,
): Promise<CallFailure | 'must_enrol' | undefined> {
  let mustEnrol = false
  const failure = await failureOf(async () => {
    const answer = await send(by, given)
    mustEnrol = answer.must_enrol
    if (mustEnrol) return
    endOwn(calls.logout)
    writeToken(answer.token)
    renewed = now()
    await hold(answer, answer.token)
  })
  // The answer of a sign-in does not say it.
  if (!failure && !mustEnrol) void failureOf(async () => speakAs(await send(calls.userInfo, {})))
  if (mustEnrol) return 'must_enrol'
  if (!failure) void sync()
  return failure
}
/** What is not sent stays: it is theirs, and goes out when they sign in again. All else of theirs goes. */
export async function signOut(): Promise<void> {
  const owner = device.get()?.holder?.owner
  void failureOf(() => send(calls.logout, {}))
  endOwn(calls.logout)
  writeToken(undefined)
  writeSessionData(undefined)
  await keep(holding, undefined)
  device.set(state => ({ reached: state?.reached ?? true, signIn: false, full: false, others: [] }))
  if (owner !== undefined) await forgetOwner(owner)
  await countOthers()
}
/** The view is over, and who looked on goes back to the own session. */
export async function endView(): Promise<void> {
  // In another tab the view may be over, and the session somebody's own.
  if (lookForView() !== undefined) {
    await failureOf(() => send(calls.logout, {}))
    writeToken(ownBehindView())
    forgetOwn()
  }
  location.assign('/')
}
/** Of everybody. */
export const openOnDevice = async (): Promise<number> =>
  [...(await openByOwner()).values()].reduce((sum, open) => sum + open, 0)
export const openHere = (): number => openOf(device.get()?.outbox?.actions.get() ?? []).length
