// A count of many lines: to begin it, to write down what is there, to read its sheet, to post what differs, and how long
// others wait meanwhile: `npm run bench:stock-count -- [20000]`.
import { setTimeout as wait } from 'node:timers/promises'
import { listStock } from '@qitao/stock/model/stock.calls.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { withServer } from './bench-server.ts'
import { at, measure, once } from './measure.ts'

const lines = Number(process.argv[2] ?? 20_000)
const bins = 500
const entriesEach = 500
/** Of so many lines one differs. */
const oneIn = 4

await withServer(async ({ fill, ask, caller, org_id, settle, longestBlockMs }) => {
  await once(`filling ${lines} balances in ${bins} bins`, async () => {
    await fill(
      org_id,
      `with made as (insert into unit (org_id, id, name, "precision") values ($1, gen_random_uuid(), 'pcs', 0) returning id)
      insert into material (org_id, id, code, name, kind, unit_id)
      select $1, gen_random_uuid(), 'M' || lpad(n::text, 5, '0'), 'Material ' || n, 0, made.id from made, generate_series(1, 2000) n`,
    )
    await fill(
      org_id,
      `with made as (insert into warehouse (org_id, id, code, name) values ($1, gen_random_uuid(), 'W', 'Warehouse') returning id)
      insert into location (org_id, id, warehouse_id, code)
      select $1, gen_random_uuid(), made.id, 'B' || lpad(n::text, 4, '0') from made, generate_series(1, ${bins}) n`,
    )
    await fill(
      org_id,
      `with m as (select id, row_number() over (order by code) - 1 as n from material where org_id = $1),
        l as (select id, row_number() over (order by code) - 1 as n from location where org_id = $1)
      insert into inventory (org_id, id, material_id, location_id, quantity)
      select $1, gen_random_uuid(), m.id, l.id, 10 from generate_series(0, $2::int - 1) k
      join l on l.n = k % ${bins} join m on m.n = (k / ${bins} + k % ${bins} * 7) % 2000`,
      lines,
    )
    await settle()
  })
  const [warehouse] = await ask<{ id: string }>(`select id from warehouse where org_id = $1 and code = 'W'`)
  const send = async <C extends Parameters<typeof caller.send>[0]>(
    call: C,
    input: Parameters<typeof caller.send<C>>[1],
  ) => (await caller.send(call, input)).output

  /** What somebody waits who looks at stock all the time. */
  let isOver = false
  const waits: number[] = []
  const beside = (async () => {
    while (!isOver) {
      const began = performance.now()
      await send(listStock, { page_size: 20 })
      waits.push(performance.now() - began)
      await wait(20)
    }
  })()
  const { id } = await send(countCalls.add, { warehouse_id: warehouse!.id, frozen: true })
  await longestBlockMs()
  await once('to begin', () => send(countCalls.start, { id }))
  const ids = await ask<{ id: string }>(`select id from count_line where org_id = $1 order by line_no`)
  console.log(`${ids.length} lines`)
  await once(`to write them down, ${entriesEach} a call`, async () => {
    for (let first = 0; first < ids.length; first += entriesEach) {
      const entries = ids
        .slice(first, first + entriesEach)
        .map((line, n) => ({ line_id: line.id, counted_quantity: n % oneIn === 0 ? '11' : '10' }))
      await send(countCalls.enter, { id, entries })
    }
  })
  await measure('one line of it', 50, () =>
    send(countCalls.enter, { id, entries: [{ line_id: ids[1]!.id, counted_quantity: '10' }] }),
  )
  await measure('a page of the sheet', 20, () => send(countCalls.lines, { count_id: id, page_size: 50 }))
  await measure('a line by its scanned code', 20, turn =>
    send(countCalls.lines, { count_id: id, keyword: `M${String(100 + turn).padStart(5, '0')}`, page_size: 200 }),
  )
  await once(`to post, ${ids.length / oneIn} lines differ`, () => send(countCalls.confirm, { id }))
  console.log(`event loop away at most ${(await longestBlockMs()).toFixed(0)} ms`)
  isOver = true
  await beside
  console.log(
    `beside: ${waits.length} looks at stock, median ${at(waits, 0.5).toFixed(0)} ms, p99 ${at(waits, 0.99).toFixed(0)} ms, the longest ${at(waits, 1).toFixed(0)} ms`,
  )
})
