import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { expect, test } from 'vitest'
import { showPanorama } from '../model/dashboard.calls.ts'
import { showReport } from '../model/figure.calls.ts'
import type { FigureKey } from '../model/figures.ts'

const app = await testApp()

test('what is sent to rework was not good at its first pass, wherever it is made again; scrap counts by its reasons', async () => {
  const company = await app.company()
  const { task_ids } = await onTheFloor(company, { stock: '50' })
  const [first, second] = task_ids as [string, string]
  const report = (task_id: string, finished_quantity: string, more: object = {}) =>
    company.admin.ok(addReport, { task_id, finished_quantity, ...more })
  const now = Math.floor(Date.now() / 1000)
  const figures = async (by: 'process' | 'product' | 'reason', figures: FigureKey[]) => {
    const { result } = await company.admin.ok(showReport, {
      ...{ report_type: 'quality', figures },
      ...{ timestamp_range: [now - daySeconds, now + daySeconds], by_time: false, by: [by] },
    })
    return result
  }
  await report(first, '10')
  const { task } = await report(second, '4')
  const { sequence } = task.steps_before[0]!
  await report(second, '2', { rework_quantity: '2', rework_sequence: sequence })
  await report(first, '2')
  const defects = [
    { reason: 'scratch', quantity: '1' },
    { reason: 'crack', quantity: '1' },
  ]
  // The two that were worked on again are among these, and are told last.
  await report(second, '2', { defective_quantity: '2', defects })

  const steps = (await figures('process', ['first_pass_yield', 'scrap_quantity', 'rework_rate'])).map(
    ({ values }) => values,
  )
  expect(steps.map(values => Number(values.first_pass_yield))).toEqual(expect.arrayContaining([80, 80]))
  expect(steps.map(values => Number(values.scrap_quantity ?? 0)).toSorted()).toEqual([0, 2])
  expect(steps.map(values => Number(values.rework_rate ?? 0)).toSorted((a, b) => a - b)).toEqual([0, 20])
  const reasons = new Map(
    (await figures('reason', ['scrap_quantity'])).map(({ keys, values }) => [keys[0], values.scrap_quantity]),
  )
  expect([reasons.get('scratch'), reasons.get('crack')].map(Number)).toEqual([1, 1])
  // 22 are reported, of which two were taken back to be made once more: 20 there are.
  const [made] = await figures('product', ['defect_rate', 'rework_rate'])
  expect([made!.values.defect_rate, made!.values.rework_rate].map(Number)).toEqual([10, 10])
  const { panorama } = await company.admin.ok(showPanorama, {})
  expect(panorama.workshop!.hours.reduce((sum, hour) => sum + Number(hour.made), 0)).toBe(18)
})
