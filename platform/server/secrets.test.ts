import { afterEach, expect, test } from 'vitest'
import { canSeal, seal, unseal } from './secrets.ts'

const before = process.env.SECRETS_KEY
afterEach(() => {
  if (before === undefined) delete process.env.SECRETS_KEY
  else process.env.SECRETS_KEY = before
})

test('what is sealed opens by the same key at the same place, and nowhere else', () => {
  process.env.SECRETS_KEY = 'one'
  const sealed = seal('hush', 'company 1')
  expect(sealed).not.toContain('hush')
  expect(seal('hush', 'company 1')).not.toBe(sealed)
  expect([unseal(sealed, 'company 1'), unseal(sealed, 'company 2'), unseal('rubbish', 'company 1')]).toEqual([
    'hush',
    undefined,
    undefined,
  ])
  process.env.SECRETS_KEY = 'two'
  expect(unseal(sealed, 'company 1')).toBeUndefined()
  delete process.env.SECRETS_KEY
  expect([canSeal(), unseal(sealed, 'company 1')]).toEqual([false, undefined])
})
