import { expect, test } from 'vitest'
import { reducedRequest } from './reduced-request.rules.ts'

const lot = (minimum_lot: string, packaging_size: string) => ({ minimum_lot, packaging_size })

test('what is left of a request is a lot as before, never more than was asked, and nothing when nobody needs it', () => {
  const request = { demand_quantity: '100', quantity: '120' }
  expect(reducedRequest(request, '40', lot('0', '0'))).toEqual({ demand_quantity: '60', quantity: '60' })
  expect(reducedRequest(request, '40', lot('0', '25'))).toEqual({ demand_quantity: '60', quantity: '75' })
  expect(reducedRequest(request, '90', lot('50', '0'))).toEqual({ demand_quantity: '10', quantity: '50' })
  expect(reducedRequest(request, '1', lot('500', '0'))).toEqual({ demand_quantity: '99', quantity: '120' })
  expect(reducedRequest(request, '100', lot('50', '25'))).toEqual({ demand_quantity: '0', quantity: '0' })
})
