import { afterEach, expect, test, vi } from 'vitest'
import { seal, unseal } from './seal.ts'

afterEach(() => vi.unstubAllGlobals())
const payload = { type: 'edit', no: 'SO-1', title: '销售订单' }

test('R-018 a sealed payload opens for its company only, and cannot be read in the address', async () => {
  const sealed = await seal(payload, 'DEMO')
  expect(sealed).toMatch(/^1\.[\w-]+$/)
  expect(atob(sealed.slice(2).replaceAll('-', '+').replaceAll('_', '/'))).not.toContain('SO-1')
  expect(await unseal(sealed, 'DEMO')).toEqual(payload)
  expect(await unseal(sealed, 'OTHER')).toBeUndefined()
})
test('a changed payload does not open', async () => {
  const sealed = await seal(payload, 'DEMO')
  const changed = sealed.slice(0, -2) + (sealed.endsWith('AA') ? 'BB' : 'AA')
  expect(await unseal(changed, 'DEMO')).toBeUndefined()
})
test('without WebCrypto, as over plain http, it is only encoded', async () => {
  vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
  const sealed = await seal(payload, 'DEMO')
  expect(sealed).toMatch(/^0\./)
  expect(await unseal(sealed, 'DEMO')).toEqual(payload)
})
