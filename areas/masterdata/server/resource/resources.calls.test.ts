import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { processCalls } from '../../model/process/process.calls.ts'
import { deviceCalls, queryMachine, queryMachineDetail } from '../../model/resource/device.calls.ts'
import { skillCalls } from '../../model/resource/skill.calls.ts'
import { workgroupCalls } from '../../model/resource/workgroup.calls.ts'
import { aCalendar, aDevice, aFreeze, aProcess, aWorkgroup } from '../../testing/factories.ts'
import { loadDevices, loadSkills } from '../index.ts'

const app = await testApp()
const nobody = '018f0000-0000-7000-8000-000000000000'
const now = Math.floor(Date.now() / 1000)
const hour = 3600

contract(app, processCalls.list, {
  set: company => aProcess(company, { code: 'CUT', name: '下料' }),
  good: () => ({ keyword: '下料' }),
  check: data => expect(data.result.map(one => one.code)).toEqual(['CUT']),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, processCalls.detail, {
  set: company => aProcess(company),
  good: ({ id }) => ({ id }),
  check: data => expect(data.record).toMatchObject({ may_pause: true, outsourced: false, wage_type: 1 }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, processCalls.add, {
  set: company => aProcess(company, { code: 'CUT' }),
  good: () => ({ code: 'HEAT', name: '热处理', may_pause: false, outsourced: true, wage_type: 2 as const }),
  check: async ({ id }, _, company) =>
    expect((await company.admin.ok(processCalls.detail, { id })).record).toMatchObject({
      may_pause: false,
      wage_type: 2,
    }),
  refused: () => [
    ['a code that exists', { code: 'CUT', name: 'x' }, generalErrors.duplicateCode],
    ['no name', { code: 'x' }, generalErrors.fieldRequired],
    ['a wage type that is none', { code: 'x', name: 'x', wage_type: 9 }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, processCalls.alter, {
  set: company => aProcess(company),
  good: ({ id }) => ({ id, row_version: 0, code: 'X', name: 'Y', status: 0 as const }),
  refused: ({ id }) => [
    ['an old version', { id, row_version: 2, code: 'X', name: 'Y' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, processCalls.drop, {
  set: async company => {
    const used = await aProcess(company)
    await aDevice(company, { process_ids: [used.id] })
    return { used: used.id, free: (await aProcess(company)).id }
  },
  good: ({ free }) => ({ ids: [free] }),
  refused: ({ used }) => [['one that a machine can do', { ids: [used] }, generalErrors.dataInUse]],
  foreign: generalErrors.recordNotFound,
})

contract(app, workgroupCalls.list, {
  set: async company => {
    const group = await aWorkgroup(company, {
      code: 'G1',
      member_ids: [company.admin.user_id],
      leader_id: company.admin.user_id,
    })
    await aDevice(company, { machine_no: 'M1', workgroup_id: group.id })
    return company.admin.user_id
  },
  good: () => ({}),
  check: (data, user_id) =>
    expect(data.result).toMatchObject([
      { code: 'G1', leader_name: 'Admin', member_ids: [user_id], member_names: ['Admin'], machine_no_list: ['M1'] },
    ]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, workgroupCalls.detail, {
  set: company => aWorkgroup(company),
  good: ({ id }) => ({ id }),
  check: data => expect(data.record).toMatchObject({ member_ids: [], machine_no_list: [], leader_name: null }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, workgroupCalls.add, {
  set: async company => {
    await aWorkgroup(company, { code: 'G1' })
    return { user_id: company.admin.user_id, calendar_id: (await aCalendar(company)).id }
  },
  good: ({ user_id, calendar_id }) => ({
    code: 'G2',
    name: '一班',
    leader_id: user_id,
    member_ids: [user_id, user_id],
    calendar_id,
  }),
  check: async ({ id }, { user_id }, company) =>
    expect((await company.admin.ok(workgroupCalls.detail, { id })).record.member_ids).toEqual([user_id]),
  refused: () => [
    ['a code that exists', { code: 'G1', name: 'x' }, generalErrors.duplicateCode],
    ['a member who is none', { code: 'G3', name: 'x', member_ids: [nobody] }, generalErrors.recordNotFound],
    ['a calendar that is none', { code: 'G3', name: 'x', calendar_id: nobody }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, workgroupCalls.alter, {
  set: company => aWorkgroup(company, { member_ids: [company.admin.user_id] }),
  good: ({ id }) => ({ id, row_version: 0, code: 'G5', name: 'x', member_ids: [] }),
  check: async (_, { id }, company) =>
    expect((await company.admin.ok(workgroupCalls.detail, { id })).record).toMatchObject({
      code: 'G5',
      member_ids: [],
    }),
  refused: ({ id }) => [
    ['an old version', { id, row_version: 2, code: 'X', name: 'Y' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, workgroupCalls.drop, {
  set: async company => {
    const used = await aWorkgroup(company)
    await aDevice(company, { workgroup_id: used.id })
    return { used: used.id, free: (await aWorkgroup(company, { member_ids: [company.admin.user_id] })).id }
  },
  good: ({ free }) => ({ ids: [free] }),
  refused: ({ used }) => [['one with a machine', { ids: [used] }, generalErrors.dataInUse]],
  foreign: generalErrors.recordNotFound,
})

const asked = async (company: TestCompany) => {
  const process = await aProcess(company, { name: 'Welding' })
  const group = await aWorkgroup(company, { member_ids: [company.admin.user_id] })
  return { process, group, user_id: company.admin.user_id }
}
const withSkill = async (company: TestCompany) => {
  const set = await asked(company)
  const skill = { user_id: set.user_id, process_id: set.process.id, level: 3, certificate: 'C-77' }
  return { ...set, ...(await company.admin.ok(skillCalls.add, skill)) }
}
contract(app, skillCalls.add, {
  set: asked,
  good: ({ user_id, process }) => ({ user_id, process_id: process.id, level: 2, valid_to: now }),
  check: async (_, { process, group, user_id }, company) =>
    expect(await company.as(tx => loadSkills(tx, company.org_id))).toEqual([
      { user_id, workgroup_id: group.id, process_id: process.id, level: 2, valid_to: now },
    ]),
  refused: ({ user_id, process }) => [
    ['a level that is none', { user_id, process_id: process.id, level: 5 }, generalErrors.badParameter],
    ['nobody', { user_id: nobody, process_id: process.id }, generalErrors.recordNotFound],
    ['no process', { user_id }, generalErrors.fieldRequired],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, skillCalls.alter, {
  set: withSkill,
  good: ({ id, user_id, process }) => ({ id, row_version: 0, user_id, process_id: process.id, level: 4 }),
  check: async (_, { id }, company) =>
    expect((await company.admin.ok(skillCalls.detail, { id })).record).toMatchObject({ level: 4, certificate: null }),
  refused: ({ id, user_id, process }) => [
    ['an old version', { id, row_version: 3, user_id, process_id: process.id }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, skillCalls.list, {
  set: withSkill,
  good: () => ({ keyword: 'C-7' }),
  check: ({ result }) =>
    expect(result).toMatchObject([{ user_name: 'Admin', process_name: 'Welding', level: 3, valid_to: null }]),
  refused: () => [['an order that is none', { order_by: 'phase' }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, skillCalls.detail, {
  set: withSkill,
  good: ({ id }) => ({ id }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, skillCalls.drop, {
  set: withSkill,
  good: ({ id }) => ({ ids: [id] }),
  check: async (_, __, company) => expect((await company.admin.ok(skillCalls.list, {})).total).toBe(0),
  refused: () => [['one that is gone', { ids: [nobody] }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, skillCalls.export, {
  set: withSkill,
  good: () => ({ columns: ['certificate'] }),
  refused: () => [['an unknown filter', { phase: 1 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.code).toBe(200),
})
test('a person has one level of a process', async () => {
  const company = await app.company()
  const { user_id, process } = await withSkill(company)
  const again = await company.admin.send(skillCalls.add, { user_id, process_id: process.id })
  expect(again.code).toBe(generalErrors.duplicateCode.code)
})

contract(app, deviceCalls.list, {
  set: async company => {
    const process = await aProcess(company, { name: '下料' })
    const group = await aWorkgroup(company)
    const saw = await aDevice(company, { machine_no: 'SAW', process_ids: [process.id], workgroup_id: group.id })
    await aDevice(company, { machine_no: 'IDLE' })
    await aFreeze(company, { device_id: saw.id, start_time: now - 2 * hour, end_time: now - hour, reason: 'past' })
    await aFreeze(company, { device_id: saw.id, start_time: now - hour, end_time: now + hour, reason: '检修' })
    return { process_id: process.id, workgroup_id: group.id }
  },
  good: ({ process_id, workgroup_id }) => ({ process_id, workgroup_id, status: 1 as const, keyword: 'saw' }),
  check: data =>
    expect(data.result).toMatchObject([
      {
        machine_no: 'SAW',
        process_names: ['下料'],
        freeze_status: 1,
        efficiency: '1.000000',
        freezes: [{ reason: '检修' }],
      },
    ]),
  refused: () => [['a status that is none', { status: 2 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, deviceCalls.detail, {
  set: company => aDevice(company),
  good: ({ id }) => ({ id }),
  check: data => expect(data.record).toMatchObject({ freeze_status: 0, freezes: [], process_ids: [] }),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})
contract(app, deviceCalls.add, {
  set: async company => {
    await aDevice(company, { machine_no: 'D1' })
    return { process_id: (await aProcess(company)).id, calendar_id: (await aCalendar(company)).id }
  },
  good: ({ process_id, calendar_id }) => ({
    machine_no: 'D2',
    name: '冲床',
    process_ids: [process_id],
    calendar_id,
    capacity: 2,
    efficiency: '0.85',
    sequence: 10_000,
  }),
  check: async ({ id }, { process_id }, company) =>
    expect((await company.admin.ok(deviceCalls.detail, { id })).record).toMatchObject({
      process_ids: [process_id],
      efficiency: '0.850000',
      sequence: 10_000,
    }),
  refused: () => [
    ['a number that exists', { machine_no: 'D1', name: 'x' }, generalErrors.duplicateCode],
    [
      'a charge of more than any furnace takes',
      { machine_no: 'D3', name: 'x', charge_capacity: '1000001' },
      generalErrors.badParameter,
    ],
    ['a sequence of 10001', { machine_no: 'D3', name: 'x', sequence: 10_001 }, generalErrors.number1To10000],
    ['a sequence of 0', { machine_no: 'D3', name: 'x', sequence: 0 }, generalErrors.number1To10000],
    ['no capacity', { machine_no: 'D3', name: 'x', capacity: 0 }, generalErrors.badParameter],
    ['no efficiency', { machine_no: 'D3', name: 'x', efficiency: 0 }, generalErrors.badParameter],
    ['a process that is none', { machine_no: 'D3', name: 'x', process_ids: [nobody] }, generalErrors.recordNotFound],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, deviceCalls.alter, {
  set: async company => {
    const [old, wanted] = [await aProcess(company), await aProcess(company)]
    return { device: await aDevice(company, { process_ids: [old.id] }), wanted: wanted.id }
  },
  good: ({ device, wanted }) => ({ id: device.id, row_version: 0, machine_no: 'D9', name: 'x', process_ids: [wanted] }),
  check: async (_, { device, wanted }, company) =>
    expect((await company.admin.ok(deviceCalls.detail, { id: device.id })).record).toMatchObject({
      machine_no: 'D9',
      process_ids: [wanted],
    }),
  refused: ({ device }) => [
    ['an old version', { id: device.id, row_version: 2, machine_no: 'X', name: 'Y' }, generalErrors.versionConflict],
  ],
  foreign: generalErrors.recordNotFound,
})
contract(app, deviceCalls.drop, {
  set: async company => {
    const [process, used] = [await aProcess(company), await aDevice(company)]
    await company.as(tx =>
      sql`insert into change_line (id, device_id, change_seconds) values (${newId()}, ${used.id}, 60)`.execute(tx),
    )
    return { used: used.id, free: (await aDevice(company, { process_ids: [process.id] })).id }
  },
  good: ({ free }) => ({ ids: [free] }),
  refused: ({ used }) => [['one with a changeover', { ids: [used] }, generalErrors.dataInUse]],
  foreign: generalErrors.recordNotFound,
})
contract(app, queryMachine, {
  set: async company => {
    await aDevice(company, { machine_no: 'OFF', status: 0 })
    return aDevice(company, { machine_no: 'ON' })
  },
  good: () => ({}),
  check: data => expect(data.result.map(one => one.machine_no)).toEqual(['ON']),
  refused: () => [['a page below 1', { page: 0 }, generalErrors.badParameter]],
  foreign: answer => expect(answer.data?.result).toEqual([]),
})
contract(app, queryMachineDetail, {
  set: company => aDevice(company),
  good: ({ id }) => ({ id }),
  check: (data, { machine_no }) => expect(data.record.machine_no).toBe(machine_no),
  refused: () => [['one that is gone', { id: nobody }, generalErrors.recordNotFound]],
  foreign: generalErrors.recordNotFound,
})

test('machines stand in their sequence, those of one by their numbers', async () => {
  const company = await app.company()
  for (const machine_no of ['M11', 'M2', 'M02', 'A3']) await aDevice(company, { machine_no })
  await aDevice(company, { machine_no: 'Z', sequence: 1 })
  await aDevice(company, { machine_no: 'M1', sequence: 2 })
  const devices = await company.as(tx => loadDevices(tx, company.org_id))
  expect(devices.map(({ machine_no }) => machine_no)).toEqual(['A3', 'M02', 'M2', 'M11', 'Z', 'M1'])
})

test('a machine works by its own calendar, else its workgroup’s, else the default one', async () => {
  const company = await app.company()
  const [own, ofGroup, fallback] = [
    await aCalendar(company),
    await aCalendar(company),
    await aCalendar(company, { is_default: true }),
  ]
  const group = await aWorkgroup(company, { calendar_id: ofGroup.id })
  await aDevice(company, { machine_no: 'A', calendar_id: own.id, workgroup_id: group.id })
  await aDevice(company, { machine_no: 'B', workgroup_id: group.id })
  const third = await aDevice(company, { machine_no: 'C', sequence: 2 })
  await aFreeze(company, { device_id: third.id, start_time: 10, end_time: 20 })
  const devices = await company.as(tx => loadDevices(tx, company.org_id))
  expect(devices.map(one => [one.machine_no, one.calendar_id])).toEqual([
    ['A', own.id],
    ['B', ofGroup.id],
    ['C', fallback.id],
  ])
  expect(devices[2]!.freezes).toMatchObject([{ start_time: 10, end_time: 20 }])
  const bare = await app.company()
  await aDevice(bare)
  expect((await bare.as(tx => loadDevices(tx, bare.org_id)))[0]!.calendar_id).toBeNull()
})
