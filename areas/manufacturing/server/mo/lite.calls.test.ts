import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { manufacturingErrors } from '../../model/manufacturing.errors.ts'
import { alterMoLite, sendMosToPlanLite } from '../../model/mo/lite.calls.ts'
import { convertMos, sendMosToPlan, showMo } from '../../model/mo/mo.calls.ts'
import { aMo } from '../../testing/factories.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const start = 1_900_000_000
const set = async (company: TestCompany) => {
  const planned = await aMo(company)
  await company.admin.ok(sendMosToPlan, { mo_ids: [planned.id] })
  const mo = await aMo(company)
  return { planned, mo, row_version: (await shown(company, mo.id)).row_version }
}
const shown = async (company: TestCompany, id: string) => (await company.admin.ok(showMo, { mo_id: id })).mo

const stepsOf = (company: TestCompany, mo_id: string) =>
  company.as(tx =>
    rows(
      tx,
      sql<object>`select o.sequence, p.outsourced, (select count(*) from mo_component c where c.mo_id = o.mo_id and c.operation_sequence = o.sequence)::int as materials
        from mo_operation o join process p on p.org_id = o.org_id and p.id = o.process_id where o.mo_id = ${mo_id} order by o.sequence`,
    ),
  )

describe('lite edition', () => {
  contract(app, sendMosToPlanLite, {
    set,
    good: ({ mo }) => ({ mo_ids: [mo.id], start_time: start }),
    check: async (_data, { mo }, company) =>
      expect(await shown(company, mo.id)).toMatchObject({ status: 20, planned_start_time: start }),
    refused: ({ planned }) => [['in the plan already', { mo_ids: [planned.id] }, manufacturingErrors.noneSendable]],
    foreign: generalErrors.recordNotFound,
  })
  contract(app, alterMoLite, {
    set,
    good: ({ mo, row_version }) => ({ id: mo.id, row_version, priority: 7, remark: '加急' }),
    check: async (_data, { mo }, company) =>
      expect(await shown(company, mo.id)).toMatchObject({ priority: 7, remark: '加急' }),
    refused: ({ mo, row_version }) => [
      ['an old version', { id: mo.id, row_version: row_version + 9 }, generalErrors.versionConflict],
      ['a long remark', { id: mo.id, row_version, remark: 'x'.repeat(256) }, manufacturingErrors.moRemarkTooLong],
      ['no such work order', { id: nowhere, row_version }, manufacturingErrors.moMissing],
    ],
    foreign: manufacturingErrors.moMissing,
  })
})

describe('conversion', () => {
  contract(app, convertMos, {
    set,
    good: ({ mo }) => ({ mo_ids: [mo.id], target: 'outsource' as const }),
    check: async (_data, { mo }, company) => {
      expect(await shown(company, mo.id)).toMatchObject({ outsourced: true })
      // One step of a supplier uses all its material; made here again it has its own steps.
      expect(await stepsOf(company, mo.id)).toEqual([{ sequence: 10, outsourced: true, materials: 2 }])
      await company.admin.ok(convertMos, { mo_ids: [mo.id], target: 'inhouse' })
      expect(await shown(company, mo.id)).toMatchObject({ outsourced: false })
      expect(await stepsOf(company, mo.id)).toEqual([
        { sequence: 10, outsourced: false, materials: 2 },
        { sequence: 20, outsourced: false, materials: 0 },
      ])
    },
    refused: ({ mo, planned }) => [
      ['in the plan', { mo_ids: [planned.id], target: 'outsource' }, manufacturingErrors.moNotEditable],
      ['in house already', { mo_ids: [mo.id], target: 'inhouse' }, manufacturingErrors.moNotEditable],
      ['formal already', { mo_ids: [mo.id], target: 'formal' }, manufacturingErrors.moNotEditable],
      ['a target that is none', { mo_ids: [mo.id], target: 'sold' }, generalErrors.badParameter],
    ],
    foreign: generalErrors.recordNotFound,
  })
})
