// What must hold after the storm, asked of the database itself, past the server.
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { checkLedger } from '@qitao/stock/server'
import { sql } from 'kysely'
import type { Book } from './storm-writes.ts'

export const companyOf = async (tx: Tx, company_code: string): Promise<string> =>
  (await rows(tx, sql<{ id: string }>`select id from org where company_code = ${company_code}`))[0]!.id

/** Every difference between the book and the database, in words; nothing when all is well. */
export async function differences(tx: Tx, org_id: string, book: Book): Promise<string[]> {
  return [
    ...(await keyProblems(tx, org_id, book)),
    ...(await orderProblems(tx, org_id, book)),
    ...(await stockProblems(tx, org_id, book)),
    ...(await receiptProblems(tx, org_id, book)),
    ...(await counterProblems(tx, org_id)),
    ...(await checkLedger(tx, org_id)).map(found => `ledger: ${JSON.stringify(found)}`),
  ]
}

/** Each acknowledged key was applied once, and nothing was applied that is not acknowledged by now. */
async function keyProblems(tx: Tx, org_id: string, book: Book): Promise<string[]> {
  const applied = await rows(
    tx,
    sql<{ request_key: string; times: number; answered: boolean }>`
      select a.request_key, count(*) as times, bool_and(k.answer is not null) as answered
      from audit_log a left join idempotency_key k on k.org_id = a.org_id and k.request_key = a.request_key
      where a.org_id = ${org_id} and a.request_key is not null group by a.request_key`,
  )
  const found = new Map(applied.map(row => [row.request_key, row]))
  const kept = await rows(
    tx,
    sql<{ request_key: string }>`select request_key from idempotency_key where org_id = ${org_id}`,
  )
  return [
    ...[...book.keys].filter(key => !found.has(key)).map(key => `lost: acknowledged write ${key}`),
    ...applied
      .filter(({ times }) => times !== 1)
      .map(({ request_key, times }) => `${request_key} applied ${times} times`),
    ...[...found.keys()].filter(key => !book.keys.has(key)).map(key => `${key} is done, but was never acknowledged`),
    ...applied.filter(({ answered }) => !answered).map(({ request_key }) => `${request_key} has no kept answer`),
    ...kept
      .filter(({ request_key }) => !found.has(request_key))
      .map(({ request_key }) => `${request_key} kept, not done`),
  ]
}

async function orderProblems(tx: Tx, org_id: string, book: Book): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ no: string; total: string; lines: number; line_total: string; sound: boolean }>`
      select o.no, o.total_amount as total, count(l.id) as lines, coalesce(sum(l.amount), 0) as line_total,
        coalesce(bool_and(l.amount = l.quantity * l.price and l.status = o.status)
          and max(l.line_no) = count(l.id) and min(l.line_no) = 1, false) as sound
      from sales_order o left join sales_order_line l on l.org_id = o.org_id and l.order_id = o.id
      where o.org_id = ${org_id} group by o.id, o.no, o.total_amount`,
  )
  const orphans = await rows(
    tx,
    sql<{ id: string }>`select id from sales_order_line l where org_id = ${org_id}
      and not exists (select from sales_order o where o.org_id = l.org_id and o.id = l.order_id)`,
  )
  const numbers = new Set(found.map(({ no }) => no))
  return [
    ...[...book.orders.keys()].filter(no => !numbers.has(no)).map(no => `lost: acknowledged order ${no}`),
    ...orphans.map(({ id }) => `line ${id} without order`),
    ...found.flatMap(({ no, total, lines, line_total, sound }) => {
      const wanted = book.orders.get(no)
      if (!wanted) return [`order ${no} stands twice or was never acknowledged`]
      const whole = lines === wanted.lines && Number(line_total) === wanted.total && Number(total) === wanted.total
      return whole && sound
        ? []
        : [`order ${no} is half done: ${lines} lines, ${total}; wanted ${JSON.stringify(wanted)}`]
    }),
  ]
}

/** Pieces in each place are what the acknowledged writes have put there and taken away. */
async function stockProblems(tx: Tx, org_id: string, book: Book): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ place: string; quantity: string }>`
      select material_id || ' ' || location_id as place, sum(quantity) as quantity from inventory
      where org_id = ${org_id} group by material_id, location_id`,
  )
  const inStock = new Map(found.map(({ place, quantity }) => [place, Number(quantity)]))
  return [...new Set([...book.stock.keys(), ...inStock.keys()])].flatMap(place => {
    const [wanted, is] = [book.stock.get(place) ?? 0, inStock.get(place) ?? 0]
    return wanted === is ? [] : [`stock of ${place} is ${is}, acknowledged ${wanted}`]
  })
}

/** A confirmed receipt has moved what its lines say. */
async function receiptProblems(tx: Tx, org_id: string, book: Book): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ no: string; status: string; lines: string; done: string; moved: string }>`
      select r.no, r.status, l.quantity as lines, l.done, coalesce(m.moved, 0) as moved
      from receipt r
      join (select receipt_id, sum(quantity) as quantity, sum(done_quantity) as done from receipt_line
        where org_id = ${org_id} group by receipt_id) l on l.receipt_id = r.id
      left join (select receipt_no, abs(sum(quantity)) as moved from stock_movement
        where org_id = ${org_id} group by receipt_no) m on m.receipt_no = r.no
      where r.org_id = ${org_id}`,
  )
  const numbers = new Set(found.map(({ no }) => no))
  return [
    ...[...book.receipts.keys()].filter(no => !numbers.has(no)).map(no => `lost: acknowledged receipt ${no}`),
    ...found.flatMap(({ no, status, ...pieces }) => {
      const wanted = book.receipts.get(no)
      if (wanted === undefined) return [`receipt ${no} stands twice or was never acknowledged`]
      const whole = Object.values(pieces).every(value => Number(value) === wanted) && status === '30'
      return whole ? [] : [`receipt ${no} is half done: ${status} ${JSON.stringify(pieces)}, wanted ${wanted}`]
    }),
  ]
}

/** Each document has a number of its own; one that a killed server had taken for nothing is missing. */
async function counterProblems(tx: Tx, org_id: string): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ counter: string; last_number: number; documents: number }>`
      with document as (
        select no from sales_order where org_id = ${org_id} union all select no from receipt where org_id = ${org_id}
      )
      select c.module_code || c.period as counter, c.last_number, count(d.no) as documents
      from serial_counter c left join document d on starts_with(d.no, c.module_code || c.period)
      where c.org_id = ${org_id} group by 1, 2`,
  )
  return found
    .filter(({ last_number, documents }) => last_number < documents)
    .map(({ counter, last_number, documents }) => `${counter} counts ${last_number}, ${documents} documents stand`)
}
