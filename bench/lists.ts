// Sign-in and the list of sales orders at 100,000 orders beside a neighbour of the same size: `npm run bench:lists`.

import type { In } from '@qitao/core/call.ts'
import { signIn } from '@qitao/e2e/caller.ts'
import { countSalesOrders, listSalesOrders } from '@qitao/sales/model/sales-order.calls.ts'
import { account, withServer } from './bench-server.ts'
import { fillOrders } from './fill-orders.ts'
import { measure, once } from './measure.ts'

const orders = Number(process.argv[2] ?? 100_000)
const page_size = 20

await withServer(async bench => {
  await once(`filling two companies with ${orders} orders`, async () => {
    await fillOrders(bench, bench.org_id, orders)
    await fillOrders(bench, bench.other_org_id, orders)
    await bench.settle()
  })
  const [{ total, lines }] =
    (await bench.ask(`select (select count(*) from sales_order where org_id = $1 and not deleted)::int as total,
    (select count(*) from sales_order_line where org_id = $1)::int as lines`)) as [{ total: number; lines: number }]
  console.log(`${total} orders not deleted, ${lines} lines, pages of ${page_size}`)

  const list = async (input: In<typeof listSalesOrders>) =>
    (await bench.caller.send(listSalesOrders, { page_size, ...input })).output
  const count = (input: In<typeof countSalesOrders>) => bench.caller.send(countSalesOrders, input)
  const last = Math.ceil(total / page_size)
  const middle = Math.floor(last / 2)
  const { next_cursor } = await list({ page: middle - 1 })
  const now = Math.floor(Date.now() / 1000)

  await measure('sign-in', 30, () => signIn(bench.url, account))
  await measure('first page', 200, () => list({}))
  await measure(`page ${middle} of ${last}, by number`, 100, () => list({ page: middle }))
  await measure(`page ${middle} of ${last}, by cursor`, 200, () => list({ page: middle, cursor: next_cursor! }))
  await measure(`page ${last - 1} of ${last}, by number`, 100, () => list({ page: last - 1 }))
  await measure('first page by delivery date', 200, () => list({ order_by: 'delivery_date' }))
  await measure('first page by number of the order', 100, () => list({ order_by: '-no' }))
  await measure('first page by priority', 100, () => list({ order_by: 'priority' }))
  await measure('one status', 100, () => list({ statuses: [30] }))
  await measure('one customer', 100, async turn => list({ customer_id: await customer(turn) }))
  await measure('90 days', 100, () => list({ timestamp_range: [now - 90 * 86_400, now] }))
  await measure('one number typed in full', 100, async turn => list({ keyword: await number(turn) }))
  await measure('part of a number', 100, turn => list({ keyword: `0${String(7000 + turn)}` }))
  await measure('part of a customer', 100, () => list({ keyword: '华东车行12' }))
  await measure('nothing found', 100, () => list({ keyword: 'no such order' }))
  await measure('counts of the status bar', 100, () => count({}))
  await measure('counts with a keyword', 100, () => count({ keyword: '华东车行12' }))

  async function customer(turn: number): Promise<string> {
    return (
      (await pick('select id as value from customer where org_id = $1 order by code offset $2 limit 1', turn)) ?? ''
    )
  }
  async function number(turn: number): Promise<string> {
    return (
      (await pick('select no as value from sales_order where org_id = $1 order by no offset $2 limit 1', turn)) ?? ''
    )
  }
  async function pick(statement: string, turn: number): Promise<string | undefined> {
    return (await bench.ask<{ value: string }>(statement, 100 + turn))[0]?.value
  }
})
