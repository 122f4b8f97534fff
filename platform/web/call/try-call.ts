import { preferences } from '../session/preferences.ts'
import { readToken } from '../session/storage.ts'

export interface Tried {
  readonly status: number
  readonly took_ms: number
  /** As it came. */
  readonly body: string
}

/** Sends what somebody has written by hand, as it stands, under the given token or the session's own; for the page that describes the calls. */
export async function tryCall(one: {
  readonly path: string
  readonly method: string
  readonly body: string
  readonly token: string
}): Promise<Tried> {
  const began = performance.now()
  const token = one.token || readToken()
  const headers = new Headers({ 'Accept-Language': preferences.get().language })
  if (token) headers.set('Authorization', token)
  const sent = one.method === 'GET' ? {} : { body: one.body }
  if (one.method !== 'GET') headers.set('Content-Type', 'application/json')
  const response = await fetch(one.path, { method: one.method, headers, ...sent })
  const body = await response.text()
  return { status: response.status, took_ms: Math.round(performance.now() - began), body }
}

/** The description of all calls that the token, or the session, may make. */
export async function loadDescription(token: string): Promise<unknown> {
  const used = token || readToken()
  const response = await fetch('/openapi.json', used ? { headers: { Authorization: used } } : {})
  if (!response.ok) throw new Error(String(response.status))
  return response.json()
}
export const isOfSession = (): boolean => Boolean(readToken())
