import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { addDays, dayOf, daySeconds, hourSeconds, type Instant, startOfDay } from '@qitao/core/time.ts'
import {
  aCalendar,
  aDevice,
  aProcess,
  aUnit,
  type MadeCode,
  type MadeDevice,
  materials,
} from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Tables } from '@qitao/platform/server/database/tables.ts'
import { type Insertable, sql } from 'kysely'

/**
 * A small factory for tests: cutting on two machines and welding on one, every day from 08:00 to 17:00, a minute a piece,
 * two products. Work orders and tasks are written as the areas before and the engine would.
 */
export interface Plant {
  readonly cutting: MadeCode
  readonly welding: MadeCode
  readonly saw: MadeDevice
  readonly saw2: MadeDevice
  readonly welder: MadeDevice
  readonly product: MadeCode
  readonly other: MadeCode
  readonly component: MadeCode
}

export const zone = 'Asia/Shanghai'
const today = dayOf(Math.floor(Date.now() / 1000), zone)
/** `at(2, 8)` is 08:00 on the day after tomorrow, in the company's zone. */
export const at = (day: number, hour: number): Instant => startOfDay(addDays(today, day), zone) + hour * hourSeconds

export async function aPlant(
  company: TestCompany,
  given: { shifts?: readonly object[]; may_pause?: boolean } = {},
): Promise<Plant> {
  await aCalendar(company, { is_default: true, ...(given.shifts ? { shifts: given.shifts } : {}) })
  const cutting = await aProcess(company, { name: 'Cutting', may_pause: given.may_pause ?? true })
  const welding = await aProcess(company, { name: 'Welding' })
  const unit_id = (await aUnit(company)).id
  const [product, other, component] = await materials(company, [
    { kind: 2, unit_id },
    { kind: 2, unit_id },
    { kind: 0, unit_id },
  ])
  const plant = {
    cutting,
    welding,
    saw: await aDevice(company, { process_ids: [cutting.id], sequence: 1 }),
    saw2: await aDevice(company, { process_ids: [cutting.id], sequence: 2 }),
    welder: await aDevice(company, { process_ids: [welding.id], sequence: 3 }),
    product: product!,
    other: other!,
    component: component!,
  }
  await company.as(tx =>
    tx
      .insertInto('cycle_time')
      .values([cutting, welding].map(process => ({ id: newId(), process_id: process.id, cycle_seconds: '60' })))
      .execute(),
  )
  return plant
}

export interface MadeMo {
  readonly id: string
  readonly no: string
  /** Operations in order: cutting, welding. */
  readonly operations: readonly string[]
}
let made = 0
/** A planned work order of 120 pieces, two hours a step, due in twenty days; `steps` 1 is cutting only. */
export async function aMo(
  company: TestCompany,
  plant: Plant,
  given: Partial<Insertable<Tables['mo']>> & { steps?: 1 | 2 } = {},
): Promise<MadeMo> {
  const { steps = 2, ...mo } = given
  const id = newId()
  const no = `MO-T${String(++made).padStart(4, '0')}`
  const processes = [plant.cutting, plant.welding].slice(0, steps)
  const operations = processes.map(process => ({ id: newId(), mo_id: id, process_id: process.id }))
  await company.as(async tx => {
    await tx
      .insertInto('mo')
      .values({
        id,
        no,
        status: 20,
        material_id: plant.product.id,
        planned_quantity: '120',
        delivery_date: at(20, 0),
        ...mo,
      })
      .execute()
    for (const [index, operation] of operations.entries()) {
      const next_sequences = index + 1 < operations.length ? [(index + 2) * 10] : []
      await tx
        .insertInto('mo_operation')
        .values({ ...operation, sequence: (index + 1) * 10, next_sequences })
        .execute()
    }
  })
  return { id, no, operations: operations.map(operation => operation.id) }
}

export interface MadeTask {
  readonly id: string
}
/** A task of a work order's step (0 cutting, 1 welding) on a machine; two hours from `start` unless an end is given. */
export async function aTask(
  company: TestCompany,
  mo: MadeMo,
  step: number,
  device: { id: string },
  start_time: Instant,
  given: Partial<Insertable<Tables['production_task']>> = {},
): Promise<MadeTask> {
  const id = newId()
  await company.as(async tx => {
    await sql`insert into production_task (id, task_no, mo_id, operation_id, sequence, process_id, device_id, setup_start_time, start_time, end_time, quantity)
      select ${id}, ${`${mo.no}-${step + 1}`}, x.mo_id, x.id, x.sequence, x.process_id, ${device.id}, ${start_time}, ${start_time}, ${start_time + 2 * hourSeconds}, 120
      from mo_operation x where x.id = ${mo.operations[step]!}`.execute(tx)
    if (Object.keys(given).length > 0) await tx.updateTable('production_task').set(given).where('id', '=', id).execute()
    await sql`update mo set planned_start_time = (select min(setup_start_time) from production_task where mo_id = ${mo.id}),
      planned_finish_time = (select max(end_time) from production_task where mo_id = ${mo.id}) where id = ${mo.id}`.execute(
      tx,
    )
  })
  return { id }
}

/** A work order on the plan: cut on the first saw and welded after it, from 08:00 of a day. */
export async function aPlannedMo(company: TestCompany, plant: Plant, day = 2, given: Parameters<typeof aMo>[2] = {}) {
  const mo = await aMo(company, plant, given)
  const cut = await aTask(company, mo, 0, plant.saw, at(day, 8))
  const weld = given.steps === 1 ? cut : await aTask(company, mo, 1, plant.welder, at(day, 10))
  return { ...mo, cut, weld }
}

/** What it consumes at cutting, arriving at a time; null: short. */
export async function aComponent(
  company: TestCompany,
  plant: Plant,
  mo: MadeMo,
  arrives: Instant | null,
): Promise<{ id: string }> {
  const id = newId()
  await company.as(async tx => {
    await tx
      .insertInto('mo_component')
      .values({
        id,
        mo_id: mo.id,
        line_no: 1,
        operation_sequence: 10,
        material_id: plant.component.id,
        quantity_per: '1',
        required_quantity: '120',
        short_quantity: arrives === null ? '120' : '0',
        material_status: arrives === null ? 6 : 4,
      })
      .execute()
    if (arrives === null) return
    await tx
      .insertInto('mo_assignment')
      .values({
        id: newId(),
        mo_id: mo.id,
        component_id: id,
        material_id: plant.component.id,
        source_type: 2,
        source_id: newId(),
        quantity: '120',
        available_time: arrives,
      })
      .execute()
  })
  return { id }
}

export const days = (count: number): number => count * daySeconds
