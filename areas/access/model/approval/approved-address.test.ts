import { expect, test } from 'vitest'
import { approvalModules } from './approval.rules.ts'
import { addressOfApproved } from './approved-address.ts'

test('every kind of document that is approved can be opened from its notice', () => {
  const of = (module_code: string) => addressOfApproved({ module_code, object_id: 'id-1', object_no: 'NO 1' })?.href
  for (const module_code of Object.keys(approvalModules)) expect(of(module_code)).toMatch(/^\/.+\?.*(id-1|NO%201)/)
  expect(of('SO')).toBe('/management/add-edit-order?type=edit&no=NO%201')
  expect(of('XX')).toBeUndefined()
})
