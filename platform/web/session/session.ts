import type { Call } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Grant } from '@qitao/core/grant.ts'
import { text } from '@qitao/core/text.ts'
import type { z } from 'zod'
import { onRefusedRight, onSessionEnd, send } from '../call/client.ts'
import { CallFailure } from '../call/failures.ts'
import { type Menu, type MenuEntry, menuFrom, type SiteMap } from '../frame/menu.ts'
import { toast } from '../show/toast.ts'
import { createStore } from '../store.ts'
import { loginPath, redirectParam } from './guard.ts'
import { endOwn, forgetOwn, ownBehindView, waitBehind } from './own-session.ts'
import {
  configValues,
  fromConfig,
  type PreferenceName,
  type Preferences,
  preferenceNames,
  preferences,
  setPreference,
} from './preferences.ts'
import {
  readJson,
  readLocal,
  readSessionData,
  readToken,
  storageKeys,
  writeLocal,
  writeSession,
  writeSessionData,
  writeToken,
} from './storage.ts'
import { keepUserConfigs, setUserConfigs } from './user-config.ts'

interface SessionUser {
  readonly id: string
  readonly account: string
  readonly name: string
  readonly is_admin: boolean
}
interface SessionOrg {
  readonly company_code: string
  readonly name: string
  readonly time_zone?: string | null | undefined
  readonly currency?: string | null | undefined
}
export interface SignedIn {
  readonly user: SessionUser
  readonly org: SessionOrg
}
interface UserInfo extends SignedIn {
  readonly roles: readonly { readonly id: string }[]
  /** Name of the administrator who looks on as this member. */
  readonly viewed_by_name: string | null
  /** The page that opens first; null: the first of the menu. */
  readonly home_path: string | null
  /** What each role opens in each application; actions null: all of its pages. */
  readonly grants: readonly { readonly pages: readonly string[]; readonly actions: readonly string[] | null }[]
  /** Sees what the own workgroups do: what is about all of them is withheld. */
  readonly workgroup_only: boolean
}

/** The calls that a session is made of, handed in by the app: the platform knows no area. */
export interface SessionCalls {
  readonly userInfo: Call<z.ZodType, z.ZodType<UserInfo>>
  readonly menu: Call<z.ZodType, z.ZodType<{ param_list: MenuEntry[] }>>
  /** All settings of the user, by key. */
  readonly configs: Call<z.ZodType, z.ZodType<{ result: Record<string, string> }>>
  readonly setConfig: Call
  readonly logout: Call
}

export interface Session extends SignedIn {
  readonly menu: Menu
  readonly role_ids: readonly string[]
  /** Somebody looks on as this member: nothing is changed. */
  readonly isViewed: boolean
  readonly grants: readonly Grant[]
  readonly workgroup_only: boolean
}
/** Zone of a company that has not chosen one: the product is at home in China. */
const defaultZone = 'Asia/Shanghai'

interface Known {
  calls: SessionCalls
  site: SiteMap
  leaveTo: (address: string) => void
}
let known: Known | undefined
export function configureSession(given: Known): void {
  known = given
}
const setUp = (): Known => {
  if (!known) throw new Error('The session is not configured')
  return known
}

/** Undefined: not signed in, or rights not loaded yet. */
export const session = createStore<Session | undefined>(undefined)
export const isSignedIn = (): boolean => Boolean(readToken() && readSessionData().company_code)

/** After a successful login call. */
export function beginSession(token: string, signedIn: SignedIn): void {
  endSession()
  writeToken(token)
  writeSessionData({ company_code: signedIn.org.company_code })
  writeLocal(storageKeys.userInfo, JSON.stringify(signedIn))
}
export function endSession(): void {
  endOwn(setUp().calls.logout)
  writeToken(undefined)
  writeSessionData(undefined)
  writeSession(storageKeys.redirect, undefined)
  writeLocal(storageKeys.userInfo, undefined)
  session.set(undefined)
  setUserConfigs({})
  for (const forget of onForget) forget()
}
/** Looks on as another member, in all tabs of this browser, until `endView`. */
export function beginView(token: string, signedIn: SignedIn): void {
  const own = readToken()
  beginSession(token, signedIn)
  if (own) waitBehind({ own, view: token })
  // What the tabs hold of the own session goes with the page.
  location.assign('/')
}
/** Back to the own session, which went on meanwhile. */
export async function endView(): Promise<void> {
  // In another tab the view may be over, and the session somebody's own.
  if (ownBehindView() === undefined) return location.assign('/')
  await send(setUp().calls.logout, {}).catch(() => {})
  backToOwn()
}
function backToOwn(): boolean {
  const own = ownBehindView()
  if (own === undefined) return false
  const { company_code } = readSessionData()
  forgetOwn()
  endSession()
  writeToken(own)
  writeSessionData(company_code === undefined ? undefined : { company_code })
  location.assign('/')
  return true
}
const onBegin = new Set<(made: Session) => void>()
/** What belongs to a session is set up before the first page of it shows. */
export function setUpWithSession(begin: (made: Session) => void): void {
  onBegin.add(begin)
}
const onForget = new Set<() => void>()
/** Caches that must not outlive a session. */
export function forgetWithSession(forget: () => void): void {
  onForget.add(forget)
}

/** Loads user, rights and settings; the page waits for it. Throws `CallFailure`. */
export async function loadSession(): Promise<Session> {
  const [made] = await Promise.all([askSession(), loadPreferences(setUp().calls)])
  return begin(made)
}
async function askSession(): Promise<Session> {
  const { calls, site } = setUp()
  const [info, menu] = await Promise.all([send(calls.userInfo, {}), send(calls.menu, {})])
  const made = menuFrom(menu.param_list, site)
  return {
    user: info.user,
    org: info.org,
    menu: info.home_path && made.allowed.has(info.home_path) ? { ...made, first: info.home_path } : made,
    isViewed: info.viewed_by_name !== null,
    role_ids: info.roles.map(({ id }) => id),
    workgroup_only: info.workgroup_only,
    grants: info.grants.map(({ pages, actions }) => ({ pages: new Set(pages), actions: actions && new Set(actions) })),
  }
}
function begin(made: Session): Session {
  writeSessionData({ company_code: made.org.company_code })
  writeLocal(storageKeys.userInfo, JSON.stringify({ user: made.user, org: made.org }))
  writeSession(storageKeys.redirect, made.menu.first)
  for (const setUpPart of onBegin) setUpPart(made)
  session.set(made)
  return made
}

const whenMoved = new Set<() => void>()
/** Called after the rights of the member have changed while signed in. */
export const onRightsMoved = (then: () => void): void => void whenMoved.add(then)

/** Sets do not print: written out to be compared. */
const writtenRights = ({ grants, menu, workgroup_only }: Session): string =>
  JSON.stringify([
    workgroup_only,
    [...menu.allowed],
    grants.map(({ pages, actions }) => [[...pages], actions && [...actions]]),
  ])
let rightsAreOld = false
let asking = false
/** Asks for the rights again: menu, tabs and buttons follow, and a page that is no longer allowed is left. */
export async function reloadRights(): Promise<void> {
  // An answer that is under way may be from before what is told now.
  rightsAreOld = true
  if (asking) return
  asking = true
  try {
    while (rightsAreOld) {
      rightsAreOld = false
      await askRights()
    }
  } finally {
    asking = false
  }
}
async function askRights(): Promise<void> {
  const before = session.get()
  if (!before) return
  const token = readToken()
  const now = await askSession().catch((error: unknown) => {
    if (error instanceof CallFailure) return undefined
    throw error
  })
  if (!now || token !== readToken() || !session.get() || writtenRights(now) === writtenRights(before)) return
  begin(now)
  toast.notice({ text: text('您的权限已变更', 'Your rights have changed'), type: 'info', sign: 'rights' })
  for (const then of whenMoved) then()
}
/** A refusal for want of a right tells that the rights here are old. */
onRefusedRight(() => void reloadRights())

async function loadPreferences(calls: SessionCalls): Promise<void> {
  const { result } = await send(calls.configs, {})
  setUserConfigs(result)
  for (const name of preferenceNames) {
    const value = fromConfig(name, result[name] ?? null)
    if (!chosenBefore.has(name) && value !== undefined) setPreference(name, value)
  }
}
/** Chosen here before signing in: it is the latest that the person has said, and goes with the account. */
const chosenBefore = new Set<PreferenceName>()
setUpWithSession(({ isViewed }) => {
  const chosen = [...chosenBefore]
  chosenBefore.clear()
  if (!isViewed) for (const name of chosen) void keepPreference(name)
})
const keepPreference = (name: PreferenceName): Promise<void> =>
  keepConfig(name, (configValues[name] as Record<string, string>)[preferences.get()[name]]!)

/** Changes a setting here and, when signed in, for the user on every machine. */
export async function savePreference<K extends PreferenceName>(name: K, value: Preferences[K]): Promise<void> {
  setPreference(name, value)
  if (!session.get()) chosenBefore.add(name)
  else if (!session.get()?.isViewed) await keepPreference(name)
}
async function keepConfig(config_key: string, config_value: string): Promise<void> {
  await send(setUp().calls.setConfig, { config_key, config_value }).catch((error: unknown) => {
    if (error instanceof CallFailure) toast.failure(error)
    else throw error
  })
}
keepUserConfigs((key, value) => {
  if (!session.get()?.isViewed) void keepConfig(key, value)
})

export function signOut(): void {
  // A tab that was open before the view signs out of all.
  if (session.get()?.isViewed && ownBehindView() !== undefined) return void endView()
  const { calls, leaveTo } = setUp()
  void send(calls.logout, {}).catch(() => {})
  endSession()
  leaveTo(loginPath)
}

/** 5256 leads to the sign-in page and back here afterwards; 7025 says why and signs out (R-127, section 8). */
onSessionEnd(failure => {
  if (!isSignedIn() || backToOwn()) return
  endSession()
  toast.failure(failure)
  if (failure.code === generalErrors.roleInvalid.code) return setUp().leaveTo(loginPath)
  const here = encodeURIComponent(location.pathname + location.search)
  setUp().leaveTo(`${loginPath}?${redirectParam}=${here}`)
})

interface SessionView extends SignedIn {
  readonly zone: string
  /** Whether the user may open the page. */
  may(page: { readonly path: string }): boolean
}
/** The signed-in member; only inside the shell. */
export function useSession(): SessionView {
  const now = session.use()
  if (!now) throw new Error('useSession outside a session')
  return { user: now.user, org: now.org, zone: zoneOf(now), may: page => now.menu.allowed.has(page.path) }
}
const zoneOf = (now: Session | undefined): string => now?.org.time_zone || defaultZone
/** The organisation's time zone: all days and times are shown and read in it. */
export const useZone = (): string => zoneOf(session.use())
/** Who used this browser last; keys of what is kept per user. */
export const userKey = (): string => {
  const last = readJson<SignedIn>(readLocal(storageKeys.userInfo))
  return last ? `${last.org.company_code}/${last.user.account}` : ''
}
