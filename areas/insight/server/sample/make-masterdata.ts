import { randomBytes } from 'node:crypto'
import type { StoredPermission } from '@qitao/access/model/member/grant.rules.ts'
import { type ReadyRoleKey, readyRole } from '@qitao/access/model/member/ready-roles.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { insertReadyRoles } from '@qitao/access/server'
import type { Text } from '@qitao/core/text.ts'
import { addDays, dayOf, startOfDay, weekdayOf } from '@qitao/core/time.ts'
import { alterCalendarDays, setCalendar } from '@qitao/masterdata/model/calendar/calendar.calls.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { materialKind } from '@qitao/masterdata/model/material/material-kind.status.ts'
import { materialTypeCalls } from '@qitao/masterdata/model/material/material-type.calls.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import { supplierCalls } from '@qitao/masterdata/model/partner/supplier.calls.ts'
import { chargeBy } from '@qitao/masterdata/model/process/charge-by.status.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { skillCalls } from '@qitao/masterdata/model/resource/skill.calls.ts'
import { workgroupCalls } from '@qitao/masterdata/model/resource/workgroup.calls.ts'
import { standardUnits } from '@qitao/masterdata/model/unit/standard-units.ts'
import {
  addStandardUnits,
  addUnitConversions,
  listUnitConversions,
  queryUnit,
} from '@qitao/masterdata/model/unit/unit.calls.ts'
import { loadCalendars } from '@qitao/masterdata/server'
import { generalUnits } from '../../model/sample/common.ts'
import { type Factory, mouldChangeSeconds, sampleRoles } from '../../model/sample/factory.ts'
import type { Clerk } from '../clerk.ts'
import { type Ids, idsOf } from './ids.ts'

/** Units of the company are used where it has them already; missing ones come from the standard list. */
export async function makeUnits(clerk: Clerk): Promise<Ids> {
  const read = async () => (await clerk.run(queryUnit, { page_size: -1 })).result
  const there = new Set((await read()).map(unit => unit.name))
  if (standardUnits.some(unit => !there.has(unit.name) && !there.has(unit.name_en)))
    await clerk.run(addStandardUnits, {})
  const ids = new Map((await read()).map(unit => [unit.name, unit.id]))
  // The samples name them in Chinese; in the company they may stand in English.
  const standard = standardUnits.flatMap(({ name, name_en }): [string, string][] => {
    const id = ids.get(name) ?? ids.get(name_en)
    return id === undefined ? [] : [[name, id]]
  })
  const units = idsOf([...new Map([...ids, ...standard])])
  const known = new Set(
    (await clerk.run(listUnitConversions, { page_size: -1 })).result.map(
      one => `${one.from_unit_id} ${one.to_unit_id}`,
    ),
  )
  const conversions = generalUnits
    .map(([from, to, numerator]) => ({
      from_unit_id: units.of(from),
      to_unit_id: units.of(to),
      numerator,
      denominator: '1',
    }))
    .filter(one => !known.has(`${one.from_unit_id} ${one.to_unit_id}`))
  if (conversions.length > 0) await clerk.run(addUnitConversions, { conversions })
  return units
}

export interface Partners {
  readonly suppliers: Ids
  readonly customers: Ids
}
export async function makePartners(clerk: Clerk, { suppliers, customers }: Factory): Promise<Partners> {
  const made = { suppliers: idsOf(), customers: idsOf() }
  for (const [code, name, contact, phone, address, lead_time] of suppliers) {
    const { id } = await clerk.run(supplierCalls.add, {
      code,
      name: clerk.say(name),
      contact: clerk.say(contact),
      phone,
      address: clerk.say(address),
      lead_time,
      currency: 'CNY',
    })
    made.suppliers.set(code, id)
  }
  for (const [code, name, contact, phone, address, level] of customers) {
    const { id } = await clerk.run(customerCalls.add, {
      code,
      name: clerk.say(name),
      contact: clerk.say(contact),
      phone,
      address: clerk.say(address),
      level,
      currency: 'CNY',
    })
    made.customers.set(code, id)
  }
  return made
}

/** In the language of who makes them; the English name has a field of its own. */
const namesOf = (clerk: Clerk, name: Text, specs: Text | string) => ({
  name: clerk.say(name),
  name_en: name.en,
  specs: typeof specs === 'string' ? specs : clerk.say(specs),
})

export async function makeTypes(clerk: Clerk, { materialTypes }: Factory): Promise<Ids> {
  const types = idsOf()
  for (const [code, name] of materialTypes)
    types.set(code, (await clerk.run(materialTypeCalls.add, { code, name: clerk.say(name) })).id)
  return types
}

export async function makeMaterials(
  clerk: Clerk,
  factory: Factory,
  units: Ids,
  types: Ids,
  partners: Partners,
): Promise<Ids> {
  const made = idsOf()
  const kinds = [
    [materialKind.codes.finished, factory.finished],
    [materialKind.codes.semi_finished, factory.semiFinished],
  ] as const
  for (const [kind, list] of kinds) {
    for (const [code, name, specs, type, series, unit, sales_price] of list) {
      const input = {
        code,
        ...namesOf(clerk, name, specs),
        kind,
        series: series && clerk.say(series),
        sales_price,
      }
      const { id } = await clerk.run(addMaterial, { ...input, type_id: types.of(type), unit_id: units.of(unit) })
      made.set(code, id)
    }
  }
  for (const [code, name, specs, type, unit, supplier, lead_time, price, minimum_lot, safety_stock] of factory.bought) {
    const { id } = await clerk.run(addMaterial, {
      code,
      ...namesOf(clerk, name, specs),
      kind: materialKind.codes.raw,
      type_id: types.of(type),
      unit_id: units.of(unit),
      supplier_id: partners.suppliers.of(supplier),
      supply_lead_time: lead_time,
      purchase_price: price,
      minimum_lot,
      safety_stock,
    })
    made.set(code, id)
  }
  await clerk.run(addUnitConversions, {
    conversions: factory.packUnits.map(([material, from, to, numerator]) => ({
      material_id: made.of(material),
      from_unit_id: units.of(from),
      to_unit_id: units.of(to),
      numerator,
      denominator: '1',
    })),
  })
  return made
}

/** What a ready-made role opens, worked out by who knows the calls of all areas. */
export interface RoleGrant {
  readonly key: ReadyRoleKey
  readonly permissions: readonly StoredPermission[]
}
/** Ready-made roles, and people who have them. */
export async function makePeople(clerk: Clerk, factory: Factory, grants: readonly RoleGrant[]): Promise<Ids> {
  const granted = new Map(grants.map(({ key, permissions }) => [key, permissions]))
  const wanted = sampleRoles.map(key => ({ role: readyRole(key), permissions: granted.get(key) ?? [] }))
  const made = await insertReadyRoles(clerk.tx, clerk.language, wanted)
  const roles = idsOf(sampleRoles.map((key, index) => [key, made[index]!]))
  const people = idsOf()
  for (const [account, name, job_number, role] of factory.people) {
    const password = `${randomBytes(18).toString('base64url')}a1`
    const { id } = await clerk.run(addUser, {
      account,
      name: clerk.say(name),
      job_number,
      role_ids: [roles.of(role)],
      password,
    })
    people.set(account, id)
  }
  return people
}

async function makeCalendars(clerk: Clerk, factory: Factory): Promise<Ids> {
  const calendars = idsOf()
  // A company that has a default calendar keeps it.
  const hasDefault = (await loadCalendars(clerk.tx, clerk.org_id)).some(({ is_default }) => is_default)
  for (const { key, name, shifts, ...one } of factory.calendars) {
    const said = shifts.map(shift => ({ ...shift, name: clerk.say(shift.name) }))
    const is_default = one.is_default && !hasDefault
    calendars.set(key, (await clerk.run(setCalendar, { name: clerk.say(name), is_default, shifts: said })).id)
  }
  const today = dayOf(clerk.now, clerk.zone)
  for (const { calendar, after_days, week_day, day_type, shift, remark } of factory.exceptionDays) {
    const from = addDays(today, after_days)
    const day = addDays(from, (week_day - weekdayOf(from) + 7) % 7)
    await clerk.run(alterCalendarDays, {
      calendar_id: calendars.of(calendar),
      dates: [startOfDay(day, clerk.zone)],
      day_type,
      ...(shift
        ? { shifts: [{ name: clerk.say(shift[0]), start_second: shift[1], end_second: shift[2], breaks: [] }] }
        : {}),
      remark: clerk.say(remark),
    })
  }
  return calendars
}

/** Those of the workgroups at whose machines it is done have the skill that it asks for. */
async function makeSkills(clerk: Clerk, { skills, devices, workgroups }: Factory, people: Ids, processes: Ids) {
  for (const { process, level, certificate } of skills) {
    const groups = new Set(devices.flatMap(one => (one.processes.includes(process) ? one.workgroup : [])))
    const able = new Set(workgroups.flatMap(({ code, members }) => (groups.has(code) ? members : [])))
    for (const account of able)
      await clerk.run(skillCalls.add, {
        ...{ user_id: people.of(account), process_id: processes.of(process), level },
        certificate: certificate ? clerk.say(certificate) : null,
      })
  }
}

export interface Plant {
  readonly processes: Ids
  readonly devices: Ids
}
export async function makePlant(clerk: Clerk, factory: Factory, people: Ids): Promise<Plant> {
  const processes = idsOf()
  const levels = new Map(factory.skills.map(({ process, level }) => [process, level]))
  const charges = new Map(factory.furnaces.map(({ process, pieces }) => [process, pieces]))
  const moulded = new Set(factory.moulds.flatMap(({ kind, process }) => (kind === 'mould' ? process : [])))
  for (const [code, name, may_pause] of factory.processes) {
    const { id } = await clerk.run(processCalls.add, {
      ...{ code, name: clerk.say(name), may_pause, skill_level: levels.get(code) ?? 0 },
      charge_by: charges.has(code) ? chargeBy.codes.series : chargeBy.codes.product,
    })
    processes.set(code, id)
  }
  const calendars = await makeCalendars(clerk, factory)
  const workgroups = idsOf()
  for (const { code, name, leader, members, calendar } of factory.workgroups) {
    const { id } = await clerk.run(workgroupCalls.add, {
      code,
      name: clerk.say(name),
      leader_id: people.of(leader),
      member_ids: members.map(people.of),
      calendar_id: calendars.of(calendar),
    })
    workgroups.set(code, id)
  }
  const devices = idsOf()
  for (const [index, one] of factory.devices.entries()) {
    const { no, name, model, efficiency, workgroup, calendar, hourly_rate, maintenance_days } = one
    const { id } = await clerk.run(deviceCalls.add, {
      machine_no: no,
      name: clerk.say(name),
      model,
      ...{ efficiency, hourly_rate, maintenance_days },
      charge_capacity: one.processes.flatMap(code => charges.get(code) ?? [])[0]?.toString() ?? null,
      mould_change_seconds: one.processes.some(code => moulded.has(code)) ? mouldChangeSeconds : 0,
      sequence: index + 1,
      process_ids: one.processes.map(processes.of),
      workgroup_id: workgroups.of(workgroup),
      calendar_id: calendar === undefined ? null : calendars.of(calendar),
    })
    devices.set(no, id)
  }
  await makeSkills(clerk, factory, people, processes)
  return { processes, devices }
}
