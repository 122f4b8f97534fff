/**
 * Where the browser keeps things (specification section 3): the token in a cookie, user information and tab order in
 * local storage, session data with the company code in session storage. Nothing else reads these stores.
 */
export const storageKeys = {
  language: 'language',
  theme: 'theme',
  density: 'density',
  sidebar: 'sidebarStatus',
  token: 'token',
  userInfo: 'userInfo',
  tabOrder: 'tabOrder',
  session: 'session',
  companyCode: 'company_code',
  device: 'device_key',
  redirect: 'redirectPath',
  panorama: 'panoramaData',
  /** A passkey was used in this browser. */
  passkeyUsed: 'passkey_used',
  /** A sign-in that is at the company's provider. */
  oidc: 'oidc',
  /** The own token while one looks on as a member, with that of the view. */
  ownToken: 'own_token',
} as const

const tokenSeconds = 604_800

export function readToken(): string | undefined {
  const pair = document.cookie.split('; ').find(part => part.startsWith(`${storageKeys.token}=`))
  return pair ? decodeURIComponent(pair.slice(storageKeys.token.length + 1)) || undefined : undefined
}
export function writeToken(token: string | undefined): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const value = token === undefined ? '; Max-Age=0' : `${encodeURIComponent(token)}; Max-Age=${tokenSeconds}`
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API needs a secure context; factories use plain http
  document.cookie = `${storageKeys.token}=${value}; Path=/; SameSite=Lax${secure}`
}

/** Private mode or a full disk may refuse storage; the page then works without memory. */
function quietly<T>(run: () => T): T | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
export const readLocal = (key: string): string | undefined => quietly(() => localStorage.getItem(key) ?? undefined)
export const writeLocal = (key: string, value: string | undefined): void =>
  void quietly(() => (value === undefined ? localStorage.removeItem(key) : localStorage.setItem(key, value)))
export const readSession = (key: string): string | undefined => quietly(() => sessionStorage.getItem(key) ?? undefined)
export const writeSession = (key: string, value: string | undefined): void =>
  void quietly(() => (value === undefined ? sessionStorage.removeItem(key) : sessionStorage.setItem(key, value)))

export function readJson<T>(value: string | undefined): T | undefined {
  return value === undefined ? undefined : quietly(() => JSON.parse(value) as T)
}

interface SessionData {
  company_code?: string
}
export const readSessionData = (): SessionData => readJson<SessionData>(readSession(storageKeys.session)) ?? {}
export const writeSessionData = (data: SessionData | undefined): void =>
  writeSession(storageKeys.session, data === undefined ? undefined : JSON.stringify(data))

const channelName = 'qitao-session'
const answerWithin = 150

/**
 * Session storage belongs to one browser tab. A new tab asks the others for the company code, so that a second window
 * does not ask to sign in again; with no other tab open nobody answers.
 */
export function askOtherTabs(): Promise<SessionData | undefined> {
  if (typeof BroadcastChannel === 'undefined') return Promise.resolve(undefined)
  return new Promise(resolve => {
    const channel = new BroadcastChannel(channelName)
    const finish = (data: SessionData | undefined) => {
      clearTimeout(timer)
      channel.close()
      resolve(data)
    }
    const timer = setTimeout(() => finish(undefined), answerWithin)
    channel.onmessage = ({ data }) => data?.session?.company_code && finish(data.session as SessionData)
    channel.postMessage({ ask: true })
  })
}
export function answerOtherTabs(): void {
  if (typeof BroadcastChannel === 'undefined') return
  const channel = new BroadcastChannel(channelName)
  channel.onmessage = ({ data }) => {
    const session = readSessionData()
    if (data?.ask && session.company_code && readToken()) channel.postMessage({ session })
  }
}
