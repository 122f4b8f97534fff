import { startOfDay } from '@qitao/core/time.ts'
import { expect, test } from 'vitest'
import { shortKitsNotice } from './short-kits.rules.ts'

const zone = 'Asia/Shanghai'
const order = (no: string, day: string | null, late = false) => ({
  ...{ no, late, material_code: 'BOLT' },
  kitting_time: day === null ? null : startOfDay(day, zone),
})

test('nothing short is nothing to say', () => {
  expect(shortKitsNotice([], zone)).toBeNull()
})
test('how many lack what nobody has ordered, and since when they can be kitted; the hopeless first', () => {
  const orders = [
    order('MO-1', '2026-12-05'),
    order('MO-2', '2026-12-01', true),
    order('MO-3', null, true),
    order('MO-4', '2026-12-09'),
  ]
  expect(shortKitsNotice(orders, zone)).toEqual({
    zh: '4个工单缺料且尚未下单，其中2个现在下单也赶不上：MO-3 BOLT；MO-2 BOLT 最早12-01齐套；MO-4 BOLT 最早12-09齐套；另有1个',
    en: '4 work orders are short of material that is not ordered, 2 too late even if it is ordered now: MO-3 BOLT; MO-2 BOLT kitted 12-01 at the earliest; MO-4 BOLT kitted 12-09 at the earliest; and 1 more',
  })
  expect(shortKitsNotice(orders.slice(0, 1), zone)!.en).toBe(
    '1 work order is short of material that is not ordered: MO-1 BOLT kitted 12-05 at the earliest',
  )
})
