import { expect, test } from 'vitest'
import { lockedTables } from './lock-order.ts'

test('the tables that a statement locks are found', () => {
  expect(lockedTables('select from mo where id = 1 order by id for update')).toEqual(['mo'])
  expect(
    lockedTables(
      'select t.id from production_task t join mo m on m.id = t.mo_id where exists (select from x) for update of t',
    ),
  ).toEqual(['production_task'])
  expect(
    lockedTables(
      'with l as (select * from "inventory" where id in (select id from mo) for no key update) select 1 from l',
    ),
  ).toEqual(['inventory'])
  expect(lockedTables('update mo m set a = 1 from sales_order s where s.id = m.order_id')).toEqual(['mo'])
  expect(lockedTables('delete from receipt where id = 1')).toEqual(['receipt'])
  expect(lockedTables('insert into plan_head (a) values (1) on conflict (a) do update set a = 2')).toEqual([])
  expect(lockedTables('select * from mo')).toEqual([])
})
