import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { recordset, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { movementType } from '@qitao/stock/model/movement-type.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { isEnd } from '../../model/trace/trace-node.ts'
import { edgesAt } from './trace-edges.ts'
import { walk } from './trace-walk.ts'

const app = await testApp()
const { purchase_in, picking_out, material_return, completion_in, sales_out } = movementType.codes

/** What happens to goods: they come, go into an order, come back of it, come out of one, leave; a report tells lots, or a piece, too. */
const steps = fc.array(
  fc.record({
    what: fc.constantFrom('in', 'use', 'use', 'use', 'back', 'make', 'make', 'ship', 'report', 'piece'),
    mo: fc.nat(5),
    material: fc.nat(2),
    /** The first is none. */
    lot: fc.nat(3),
    quantity: fc.integer({ min: 1, max: 9 }),
  }),
  { minLength: 8, maxLength: 40 },
)
type Step = typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never
const moves: Readonly<Record<string, readonly [type: number, sign: 1 | -1, ofMo: boolean]>> = {
  in: [purchase_in, 1, false],
  use: [picking_out, -1, true],
  back: [material_return, 1, true],
  make: [completion_in, 1, true],
  ship: [sales_out, -1, false],
}

/** Books these steps as the ledger and what stands beside it would have them; the nodes that came of it. */
async function book(tx: Tx, history: readonly Step[]): Promise<string[]> {
  const materials = [await aMaterial(tx), await aMaterial(tx), await aMaterial(tx)]
  const location_id = await aLocation(tx)
  const mos = [0, 1, 2, 3, 4, 5].map(index => ({ id: newId(), no: newId(), material_id: materials[index % 3]! }))
  await sql`insert into mo (id, no, material_id, planned_quantity, delivery_date)
    select r.id, r.no, r.material_id, 1, 1 from ${recordset(mos, sql`id uuid, no text, material_id uuid`)} r`.execute(
    tx,
  )
  const booked = history.map((step, index) => {
    const mo = mos[step.mo]!
    const material_id = step.what === 'make' ? mo.material_id : materials[step.material]!
    return { ...step, mo, material_id, lot_number: step.lot === 0 ? '' : `L${step.lot}`, index, source_id: newId() }
  })
  const movements = booked.flatMap(({ what, mo, material_id, lot_number, quantity, source_id }) => {
    const [type, sign, ofMo] = moves[what] ?? []
    if (type === undefined) return []
    return [{ type, material_id, lot_number, quantity: sign! * quantity, mo_id: ofMo ? mo.id : null, source_id }]
  })
  const columns = sql`type smallint, material_id uuid, lot_number text, quantity numeric, mo_id uuid, source_id uuid`
  await sql`insert into inventory (id, material_id, location_id, lot_number, quality_status, quantity)
    select gen_random_uuid(), r.material_id, ${location_id}, r.lot_number, 0, 0
    from (select distinct material_id, lot_number from ${recordset(movements, columns)} x) r`.execute(tx)
  await sql`insert into stock_movement (inventory_id, movement_type, material_id, lot_number, quantity, balance, location_id, mo_id, source_type, source_id)
    select i.id, r.type, r.material_id, r.lot_number, r.quantity, 0, i.location_id, r.mo_id, 'receipt', r.source_id
    from ${recordset(movements, columns)} r join inventory i on i.location_id = ${location_id} and i.material_id = r.material_id and i.lot_number = r.lot_number`.execute(
    tx,
  )
  const told = booked.filter(({ what }) => what === 'report' || what === 'piece')
  const pieces = told.flatMap(({ what, index, mo }) =>
    what === 'piece' ? [{ id: newId(), serial_no: `S${index}`, material_id: mo.material_id, mo_id: mo.id }] : [],
  )
  await sql`insert into serial_number (id, serial_no, material_id, mo_id)
    select r.* from ${recordset(pieces, sql`id uuid, serial_no text, material_id uuid, mo_id uuid`)} r`.execute(tx)
  const entries = told.flatMap(({ what, index, mo, material_id, lot_number, quantity, source_id }) => {
    const piece = what === 'piece' ? `S${index}` : ''
    const made = { material_id: mo.material_id, lot_number: 'P1', serial_no: piece, quantity: piece ? 1 : quantity }
    const used = { material_id, lot_number, serial_no: '', quantity: -quantity }
    return [used, made].map(entry => ({ ...entry, mo_id: mo.id, source_id }))
  })
  await sql`insert into trace_entry (source_type, source_id, source_no, mo_id, material_id, lot_number, serial_no, quantity)
    select 'report', r.source_id, 'R', r.mo_id, r.material_id, r.lot_number, r.serial_no, r.quantity
    from ${recordset(entries, sql`source_id uuid, mo_id uuid, material_id uuid, lot_number text, serial_no text, quantity numeric`)} r`.execute(
    tx,
  )
  const lots = [...movements, ...entries].filter(({ lot_number }) => lot_number !== '')
  return [
    ...new Set([
      ...lots.map(({ material_id, lot_number }) => `lot/${material_id}/${lot_number}`),
      ...mos.map(({ id }) => `mo/${id}`),
      ...told.map(({ source_id }) => `report/${source_id}`),
      ...pieces.map(({ serial_no }) => `piece/${serial_no}`),
      ...movements.map(({ source_id }) => `document/receipt/${source_id}`),
    ]),
  ]
}

test('backward is the inverse of forward, whatever was booked', async () => {
  let edges = 0
  await fc.assert(
    fc.asyncProperty(steps, async history => {
      const company: TestCompany = await app.company()
      await company.as(async tx => {
        const { org_id } = company
        const nodes = await book(tx, history)
        const known = new Set(nodes)
        const between = async (direction: 'forward' | 'backward') =>
          (await edgesAt(tx, org_id, direction, nodes, 10_000)).edges
            .filter(({ from, to }) => known.has(from) && known.has(to))
            .map(({ from, to, quantity }) => `${from} > ${to} × ${quantity}`)
            .sort()
        const forward = await between('forward')
        expect(await between('backward')).toEqual(forward)
        edges += forward.length
        // Asked one by one it is the same: what a walk reaches reaches it back.
        for (const start of nodes.filter(key => !isEnd(key)).slice(0, 5)) {
          const { levels } = await walk(tx, org_id, 'forward', [start])
          for (const end of [...levels.keys()].filter(key => !isEnd(key)).slice(-3))
            expect((await walk(tx, org_id, 'backward', [end])).levels.has(start)).toBe(true)
        }
      })
    }),
    { numRuns: 15 },
  )
  expect(edges).toBeGreaterThan(50)
}, 180_000)
