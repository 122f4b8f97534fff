import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { Tables } from '@qitao/platform/server/database/tables.ts'
import { type Insertable, sql } from 'kysely'

/**
 * Master data for tests, by SQL: what a test does not name gets a value. Each maker has a plural that makes many in one
 * statement; they answer ids, with the codes that people see.
 */
let made = 0
const next = (letter: string): string => `${letter}${String(++made).padStart(4, '0')}`

type Given<T extends keyof Tables> = Partial<Insertable<Tables[T]>>
export interface Made {
  readonly id: string
}
export interface MadeCode extends Made {
  readonly code: string
}

export async function units(company: TestCompany, given: readonly Given<'unit'>[]): Promise<Made[]> {
  const list = given.map(one => ({ id: newId(), name: next('U'), precision: 0, ...one }))
  await company.as(tx => tx.insertInto('unit').values(list).execute())
  return list
}
export const aUnit = async (company: TestCompany, given: Given<'unit'> = {}): Promise<Made> =>
  (await units(company, [given]))[0]!

export interface MadeMaterial extends MadeCode {
  readonly unit_id: string
}
/** Raw materials in one new unit with no decimals, when nothing else is said. */
export async function materials(company: TestCompany, given: readonly Given<'material'>[]): Promise<MadeMaterial[]> {
  const unit_id = given.every(one => one.unit_id) ? '' : (await aUnit(company)).id
  const list = given.map(one => {
    const code = next('M')
    return { id: newId(), code, name: `Material ${code}`, kind: 0, unit_id, ...one }
  })
  await company.as(tx => tx.insertInto('material').values(list).execute())
  return list
}
export const aMaterial = async (company: TestCompany, given: Given<'material'> = {}): Promise<MadeMaterial> =>
  (await materials(company, [given]))[0]!

export async function aCustomer(company: TestCompany, given: Given<'customer'> = {}): Promise<MadeCode> {
  const code = next('C')
  const one = { id: newId(), code, name: `Customer ${code}`, ...given }
  await company.as(tx => tx.insertInto('customer').values(one).execute())
  return one
}
export async function aSupplier(company: TestCompany, given: Given<'supplier'> = {}): Promise<MadeCode> {
  const code = next('S')
  const one = { id: newId(), code, name: `Supplier ${code}`, ...given }
  await company.as(tx => tx.insertInto('supplier').values(one).execute())
  return one
}
export async function processes(company: TestCompany, given: readonly Given<'process'>[]): Promise<MadeCode[]> {
  const list = given.map(one => {
    const code = next('P')
    return { id: newId(), code, name: `Process ${code}`, ...one }
  })
  await company.as(tx => tx.insertInto('process').values(list).execute())
  return list
}
export const aProcess = async (company: TestCompany, given: Given<'process'> = {}): Promise<MadeCode> =>
  (await processes(company, [given]))[0]!

export async function aWorkgroup(
  company: TestCompany,
  { member_ids = [], ...given }: Given<'workgroup'> & { member_ids?: readonly string[] } = {},
): Promise<MadeCode> {
  const code = next('W')
  const one = { id: newId(), code, name: `Workgroup ${code}`, ...given }
  await company.as(async tx => {
    await tx.insertInto('workgroup').values(one).execute()
    const members = member_ids.map(user_id => ({ workgroup_id: one.id, user_id }))
    if (members.length > 0) await tx.insertInto('workgroup_member').values(members).execute()
  })
  return one
}

const hour = 3600
/** Every day from 08:00 to 17:00 without a break, unless shifts are given; the default calendar when asked for. */
export async function aCalendar(
  company: TestCompany,
  { shifts, ...given }: { id?: string; name?: string; is_default?: boolean; shifts?: readonly object[] } = {},
): Promise<Made> {
  const everyDay = [
    { name: 'Day', week_days: [1, 2, 3, 4, 5, 6, 7], start_second: 8 * hour, end_second: 17 * hour, breaks: [] },
  ]
  const { id = newId(), name = next('Calendar '), is_default = false } = given
  await company.as(tx =>
    sql`insert into calendar (id, name, is_default, shifts)
      values (${id}, ${name}, ${is_default}, ${JSON.stringify(shifts ?? everyDay)}::jsonb)`.execute(tx),
  )
  return { id }
}
export interface MadeDevice extends Made {
  readonly machine_no: string
}
export async function aDevice(
  company: TestCompany,
  { process_ids = [], ...given }: Given<'device'> & { process_ids?: readonly string[] } = {},
): Promise<MadeDevice> {
  const machine_no = next('D')
  const one = { id: newId(), machine_no, name: `Device ${machine_no}`, ...given }
  await company.as(async tx => {
    await tx.insertInto('device').values(one).execute()
    const able = process_ids.map(process_id => ({ device_id: one.id, process_id }))
    if (able.length > 0) await tx.insertInto('device_process').values(able).execute()
  })
  return one
}
/** A time in which the device takes no task. */
export async function aFreeze(
  company: TestCompany,
  given: Given<'device_freeze'> & { device_id: string; start_time: number; end_time: number },
): Promise<Made> {
  const one = { id: newId(), ...given }
  await company.as(tx => tx.insertInto('device_freeze').values(one).execute())
  return one
}
