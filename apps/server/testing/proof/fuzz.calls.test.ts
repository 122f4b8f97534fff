import type { AnyCall } from '@qitao/core/call.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { customerCalls } from '@qitao/masterdata/model/partner/customer.calls.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import type { SignedInHandler } from '@qitao/platform/server/http/handle.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'
import { expect, test } from 'vitest'
import { areas } from '../../areas.ts'
import { testApp } from '../test-app.ts'
import { changedByRefused, fuzz } from './fuzz.ts'
import { markedBooks, serve } from './scene.ts'

const app = await testApp({ sampled: true })

test('a planted crash, a telling answer and a refusal that changes something are found', {
  timeout: 600_000,
}, async () => {
  const company = await app.company()
  const books = await markedBooks(app, company)
  const planted = (call: AnyCall, work: SignedInHandler['work']): Area[] =>
    areas.map(area => ({
      ...area,
      handlers: area.handlers.map(handler =>
        handler.call === call ? { audience: 'signed_in', call: handler.call, work } : handler,
      ),
    }))
  const few = { company, books, count: 600, seed: 1, calls: [customerCalls.list] }
  const crashed = await fuzz(
    serve(app, { areas: planted(customerCalls.list, () => Promise.reject(new Error('x'))) }),
    few,
  )
  expect(crashed.faults.join()).toContain('HTTP 500')

  const telling = () => refuse(generalErrors.recordNotFound, { field: 'select id from customer' })
  const told = await fuzz(serve(app, { areas: planted(customerCalls.list, telling) }), few)
  expect(told.faults.join()).toContain('tells too much')

  const changing: SignedInHandler['work'] = async () => {
    await app.database.as({ ...company.admin, cause: 'planted' }, tx =>
      tx.insertInto('customer').values({ id: newId(), code: newId(), name: newId() }).execute(),
    )
    return refuse(generalErrors.recordNotFound)
  }
  const http = serve(app, { areas: planted(customerCalls.list, changing) })
  const { refused } = await fuzz(http, few)
  expect((await changedByRefused(app, http, company, refused)).join()).toContain(customerCalls.list.path)
})

/** The normal run sends one of eight parts, each drawn from a seed of its own; WHOLE=1 all, one after the other in the same books. */
const seeds = Array.from({ length: 8 }, (_, part) => 20_261_121 + part)
const parts = sliceOf('spoiled calls', seeds, seeds.length)
const spoiled = 2_500

test(`R-131 ${parts.length * spoiled} of 20,000 spoiled calls: no crash, no answer without code and message, nothing told, nothing changed by a refused one`, {
  timeout: 1_800_000,
}, async () => {
  const company = await app.sampledCompany()
  const books = await markedBooks(app, company)
  const http = serve(app)
  for (const seed of parts) {
    const report = await fuzz(http, { company, books, count: spoiled, seed })
    expect(report.faults).toEqual([])
    expect(report.refused.length).toBeGreaterThan(report.asked / 2)
    expect(await changedByRefused(app, http, company, report.refused)).toEqual([])
    console.log(`seed ${seed}: ${report.asked} asked, ${report.refused.length} refused`)
  }
  expect((await http.inject('/health/ready')).json()).toEqual({ status: 'ready' })
})
