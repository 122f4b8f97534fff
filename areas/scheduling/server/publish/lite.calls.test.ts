import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { manufacturingErrors } from '@qitao/manufacturing/model/manufacturing.errors.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'
import { describe, expect } from 'vitest'
import { alterPublishTime, showMoLite } from '../../model/publish/lite.calls.ts'
import { publishPlan } from '../../model/publish/publish.calls.ts'
import { schedulingErrors } from '../../model/scheduling.errors.ts'
import { aPlannedMo, aPlant, at } from '../../testing/plant.ts'

const app = await testApp()
const nowhere = '01900000-0000-7000-8000-000000000000'
const set = async (company: TestCompany) => {
  const plant = await aPlant(company)
  const mo = await aPlannedMo(company, plant, 2)
  const planned = await aPlannedMo(company, plant, 3)
  await company.admin.ok(publishPlan, { mo_ids: [mo.id] })
  return { mo, planned }
}

describe('lite edition', () => {
  contract(app, showMoLite, {
    set,
    good: ({ mo }) => ({ mo_id: mo.id }),
    check: ({ mo, tasks }, made) => {
      expect(mo).toMatchObject({ id: made.mo.id, status: 30 })
      expect(tasks.map(task => task.mo_id)).toEqual([made.mo.id, made.mo.id])
    },
    refused: () => [['no such work order', { mo_id: nowhere }, manufacturingErrors.moMissing]],
    foreign: manufacturingErrors.moMissing,
  })
  contract(app, alterPublishTime, {
    set,
    good: ({ mo }) => ({ mo_ids: [mo.id], publish_time: at(1, 8) }),
    check: async (data, { mo }, company) => {
      expect(data.affected).toBe(1)
      const [stored] = await company.as(tx =>
        rows(tx, sql<{ publish_time: number }>`select publish_time from mo where id = ${mo.id}`),
      )
      expect(stored).toEqual({ publish_time: at(1, 8) })
    },
    refused: ({ mo, planned }) => [
      ['not published', { mo_ids: [mo.id, planned.id], publish_time: at(1, 8) }, manufacturingErrors.moNotEditable],
      ['outside of the window', { mo_ids: [mo.id], publish_time: at(30, 8) }, schedulingErrors.outsidePublishWindow],
      ['no such work order', { mo_ids: [nowhere], publish_time: at(1, 8) }, manufacturingErrors.moMissing],
    ],
    foreign: manufacturingErrors.moMissing,
  })
})
