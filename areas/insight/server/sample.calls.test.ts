import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, test } from 'vitest'
import { createSample, deleteSample, listIndustries, showSample } from '../model/sample.calls.ts'
import { sampleErrors } from '../model/sample.errors.ts'

const app = await testApp()

test('try', { timeout: 120_000 }, async () => {
  const company = await app.company()
  const start = performance.now()
  const { job_id } = await company.admin.ok(createSample, { industry: 'bicycle' })
  const end = await company.jobEnd(job_id)
  console.log(JSON.stringify(end), performance.now() - start)
  expect(end.status).toBe(2)
  const t1 = performance.now()
  const gone = await company.admin.ok(deleteSample, {})
  console.log(gone, performance.now() - t1)
})
