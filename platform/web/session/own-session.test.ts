import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { beforeEach, expect, test, vi } from 'vitest'
import { send } from '../call/client.ts'
import {
  beginSession,
  beginView,
  configureSession,
  endView,
  type Session,
  type SessionCalls,
  session,
  signOut,
} from './session.ts'
import { readLocal, readToken, storageKeys, writeToken } from './storage.ts'

const call = (path: string) => ({ path, method: 'POST', writes: true, grantedBy: 'signed_in' }) as unknown as AnyCall
const logout = call('/logout')
const ask = call('/ask')
const who = { user: { id: '1', account: 'a', name: 'A', is_admin: true }, org: { company_code: 'C', name: 'C' } }

/** Sessions that the server knows. */
const alive = new Set<string>()
const leftTo = vi.fn()
const opened = vi.fn()
function store(): Storage {
  const kept = new Map<string, string>()
  return {
    getItem: key => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: key => void kept.delete(key),
  } as Storage
}
beforeEach(() => {
  leftTo.mockClear()
  opened.mockClear()
  alive.clear()
  for (const token of ['admin', 'view', 'one']) alive.add(token)
  // A cookie as a browser has it: what is written with an age of nothing is gone.
  let cookie = ''
  vi.stubGlobal('document', {
    get cookie() {
      return cookie
    },
    set cookie(written: string) {
      cookie = written.includes('Max-Age=0') ? '' : written.split(';')[0]!
    },
  })
  vi.stubGlobal('location', { protocol: 'http:', pathname: '/x', search: '', assign: opened })
  vi.stubGlobal('localStorage', store())
  vi.stubGlobal('sessionStorage', store())
  vi.stubGlobal('fetch', async (path: string, { headers }: { headers: Headers }) => {
    const token = headers.get('Authorization') ?? ''
    const isKnown = alive.has(token)
    if (path === logout.path) alive.delete(token)
    return Response.json({ code: isKnown ? 200 : generalErrors.loginNeeded.code, data: {} })
  })
  configureSession({ calls: { logout } as unknown as SessionCalls, site: { pages: [], groups: [] }, leaveTo: leftTo })
  beginSession('admin', who)
  beginView('view', who)
  opened.mockClear()
})
const settled = () => new Promise(resolve => setTimeout(resolve))

test('a view that ends leads back to the own session', async () => {
  await endView()
  expect(readToken()).toBe('admin')
  expect(alive).toEqual(new Set(['admin', 'one']))
  expect(opened).toHaveBeenCalledWith('/')
})
test('a view that the server ended leads back to the own session', async () => {
  alive.delete('view')
  await expect(send(ask, {})).rejects.toThrow()
  expect(readToken()).toBe('admin')
})
test('the session of who signed in over a view ends in nobody, never in the own session of before', async () => {
  // As by a page of an older version: what waits is not cleared.
  writeToken('one')
  alive.delete('one')
  await expect(send(ask, {})).rejects.toThrow()
  expect(readToken()).toBeUndefined()
  expect(leftTo).toHaveBeenCalled()
})
test('what an older version kept without its view comes back after no session', async () => {
  localStorage.setItem(storageKeys.ownToken, 'admin')
  alive.delete('view')
  await expect(send(ask, {})).rejects.toThrow()
  expect(readToken()).toBeUndefined()
})
test('who signs in over a view leaves no own session behind, here or on the server', async () => {
  beginSession('one', who)
  await settled()
  expect(readLocal(storageKeys.ownToken)).toBeUndefined()
  expect(alive.has('admin')).toBe(false)
  expect(alive.has('one')).toBe(true)
  expect(readToken()).toBe('one')
})
test('a tab that still shows a view which another tab has left ends nothing', async () => {
  await endView()
  await endView()
  expect(readToken()).toBe('admin')
  expect(alive.has('admin')).toBe(true)
})
test('sign-out in a view leads back, and sign-out after it ends the own session', async () => {
  session.set({ ...who, isViewed: true } as Session)
  signOut()
  await settled()
  await settled()
  expect(readToken()).toBe('admin')
  signOut()
  await settled()
  expect(readToken()).toBeUndefined()
  expect(alive).toEqual(new Set(['one']))
})
test('sign-out in a tab that does not show the view yet is of both', async () => {
  signOut()
  await settled()
  expect(readToken()).toBeUndefined()
  expect(alive).toEqual(new Set(['one']))
})
