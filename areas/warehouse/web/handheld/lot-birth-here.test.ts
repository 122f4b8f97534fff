import { expect, test } from 'vitest'
import { birthOf, noBirth, whyNotBorn } from './lot-birth-here.ts'

test('days that cannot be are told on the device', () => {
  expect(whyNotBorn(noBirth, 100)).toBeUndefined()
  expect(whyNotBorn({ ...noBirth, production_time: 101 }, 100)?.zh).toBe('生产日期不能晚于今天')
  expect(whyNotBorn({ ...noBirth, production_time: 50, expire_time: 49 }, 100)?.zh).toBe('有效期不能早于生产日期')
  expect(whyNotBorn({ ...noBirth, production_time: 50, expire_time: 50 }, 100)).toBeUndefined()
})

test('what is told anew begins with what was told', () => {
  expect(birthOf({ quantity: '1', supplier_lot: 'G7', expire_time: 9 })).toEqual({
    ...{ supplier_lot: 'G7', production_time: null, expire_time: 9 },
  })
  expect(birthOf()).toEqual(noBirth)
})
