import { expect, test } from 'vitest'
import { keepsOwnWay, knownBy, meant } from './oidc.rules.ts'

const byMail = { account_claim: 'email', mail_domains: [] }
test('a mail address counts when the provider has verified it', () => {
  expect(knownBy({ email: 'Ann@Example.com', email_verified: true, name: 'Ann' }, byMail)).toEqual({
    ...{ account: 'ann@example.com', email: 'ann@example.com', name: 'Ann' },
  })
  expect(knownBy({ email: 'ann@example.com' }, byMail)).toBe('mail_not_verified')
  expect(knownBy({ email: 'ann@example.com', email_verified: false }, byMail)).toBe('mail_not_verified')
})
test('the account is what the claim says, and nothing is made of none', () => {
  const of = { account_claim: 'preferred_username', mail_domains: [] }
  expect(knownBy({ preferred_username: ' ann ' }, of)).toEqual({ account: 'ann', email: undefined, name: 'ann' })
  expect([knownBy({}, of), knownBy({ preferred_username: 7 }, of), knownBy({ preferred_username: '' }, of)]).toEqual([
    'no_account',
    'no_account',
    'no_account',
  ])
})
test('other domains are kept out, and an address that is like one', () => {
  const of = { account_claim: 'sub', mail_domains: ['example.com'] }
  const asked = (email: string, email_verified = true) => knownBy({ sub: 's', email, email_verified }, of)
  expect(asked('a@example.com')).toMatchObject({ account: 's' })
  expect(asked('a@evil-example.com')).toBe('other_domain')
  expect(asked('a@example.com@evil.com')).toBe('other_domain')
  expect(asked('a@example.com', false)).toBe('mail_not_verified')
  expect(knownBy({ sub: 's' }, of)).toBe('other_domain')
})
test('where the provider is the only way one keeps the password', () => {
  const provider = { is_required: true, enabled: true, keeper_id: 'a' }
  expect([keepsOwnWay(provider, 'a'), keepsOwnWay(provider, 'b')]).toEqual([true, false])
  expect(keepsOwnWay({ ...provider, enabled: false }, 'b')).toBe(true)
  expect(keepsOwnWay(undefined, 'b')).toBe(true)
})
test('the same letters come first, other case counts for one alone, a mail address where no account is like it', () => {
  const exact = { id: 'zoe', is_exact: true, by_account: true }
  const folded = { id: 'Zoe', is_exact: false, by_account: true }
  const other = { id: 'ZOE', is_exact: false, by_account: true }
  const byMail = { id: 'mail', is_exact: false, by_account: false }
  expect(meant([folded, exact])?.id).toBe('zoe')
  expect(meant([folded, byMail])?.id).toBe('Zoe')
  expect(meant([folded, other])).toBeUndefined()
  expect(meant([byMail])?.id).toBe('mail')
  expect([meant([byMail, { ...byMail, id: 'second' }]), meant([])]).toEqual([undefined, undefined])
})
