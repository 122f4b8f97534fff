import { expect, test } from 'vitest'
import { decide, insidePath, type Visit } from './guard.ts'

const visit = (path: string, more: Partial<Visit> = {}): Visit => ({
  path,
  search: '',
  token: true,
  companyCode: true,
  allowed: new Set(['/management/project', '/planifier/check']),
  publicPaths: ['/login', '/403', '/404'],
  known: asked => ['/management/project', '/planifier/check', '/basic/material'].includes(asked),
  firstOfGroup: asked => (asked === '/management' ? '/management/project' : undefined),
  storedRedirect: undefined,
  first: '/planifier/check',
  ...more,
})
const out = { token: false, companyCode: false, allowed: undefined }

test('R-007 a visitor passes to public pages', () => {
  expect(decide(visit('/login', out))).toEqual({ kind: 'pass' })
  expect(decide(visit('/404', out))).toEqual({ kind: 'pass' })
  expect(decide(visit('/redirect/management/project', out))).toEqual({ kind: 'pass' })
})
test('R-012 a visitor is led to sign-in with the way back', () => {
  const to = '/login?redirect=%2Fmanagement%2Fproject%3Fpage%3D2'
  expect(decide(visit('/management/project', { ...out, search: '?page=2' }))).toEqual({ kind: 'go', to })
})
test('R-012 a token without a company code is not signed in', () => {
  expect(decide(visit('/management/project', { companyCode: false })).kind).toBe('go')
})
test('R-010 a visit to sign-in with a session cleans it up', () => {
  expect(decide(visit('/login'))).toEqual({ kind: 'cleanup' })
})
test('R-011 rights are loaded before the first page', () => {
  expect(decide(visit('/management/project', { allowed: undefined }))).toEqual({ kind: 'start' })
  expect(decide(visit('/', { allowed: undefined }))).toEqual({ kind: 'start' })
})
test('R-011 the root leads to the stored redirect, when it is allowed', () => {
  expect(decide(visit('/', { storedRedirect: '/management/project?page=2' }))).toEqual({
    kind: 'go',
    to: '/management/project?page=2',
  })
  expect(decide(visit('/', { storedRedirect: '/basic/material' }))).toEqual({ kind: 'go', to: '/planifier/check' })
})
test('R-011 the root without any allowed page leads to sign-in, which says so', () => {
  expect(decide(visit('/', { allowed: new Set(), first: undefined }))).toEqual({ kind: 'go', to: '/login?no_page=1' })
})
test('R-009 an unknown path goes to sign-in', () => {
  expect(decide(visit('/nowhere'))).toEqual({ kind: 'go', to: '/login' })
})
test('a known page that is not allowed says which', () => {
  expect(decide(visit('/basic/material'))).toEqual({ kind: 'go', to: '/403?path=%2Fbasic%2Fmaterial' })
})
test('R-017 a group leads to its first allowed page', () => {
  expect(decide(visit('/management'))).toEqual({ kind: 'go', to: '/management/project' })
})
test('a redirect never leaves the product nor loops', () => {
  const asked = ['//evil.example', 'https://evil.example', '/\\evil.example', '/login', '/redirect/x', '/', null]
  expect(asked.map(insidePath)).toEqual(asked.map(() => undefined))
  expect(insidePath('/management/project?page=2')).toBe('/management/project?page=2')
})
