import { contract } from '@qitao/app-server/testing/contract.ts'
import { type TestCompany, testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { expect, test } from 'vitest'
import { generateSerialNumber, querySerialRules, setSerialRules } from '../../model/record/serial-number.calls.ts'
import { moduleCodes } from '../../model/record/serial-number.rules.ts'

const app = await testApp()
const zone = 'Asia/Shanghai'
const november = Math.floor(Date.UTC(2026, 10, 21, 4) / 1000)
const december = Math.floor(Date.UTC(2026, 11, 1, 4) / 1000)
const take = (company: TestCompany, module_code: string, count: number, now = november) =>
  company.as(tx => takeSerials(tx, module_code, count, now, zone))
const monthly = { module_code: 'SO' as const, prefix: 'DD-', date_part: 'month' as const }

contract(app, setSerialRules, {
  set: async () => undefined,
  good: () => ({ rules: [monthly] }),
  check: async (data, _, company) => {
    expect(data).toEqual({ affected: 1 })
    expect(await take(company, 'SO', 2)).toEqual(['DD-2026110001', 'DD-2026110002'])
    expect(await take(company, 'SO', 1, december)).toEqual(['DD-2026120001'])
    expect(await take(company, 'MO', 1)).toEqual(['MO202611210001'])
  },
  refused: () => [
    ['a prefix of another module', { rules: [{ ...monthly, prefix: 'CG' }] }, generalErrors.duplicateCode],
    ['other signs', { rules: [{ ...monthly, prefix: 'D D' }] }, generalErrors.badParameter],
    ['no prefix', { rules: [{ ...monthly, prefix: '' }] }, generalErrors.badParameter],
    ['an unknown module', { rules: [{ ...monthly, module_code: 'XX9' }] }, generalErrors.badParameter],
    ['one module twice', { rules: [monthly, { ...monthly, prefix: 'D' }] }, generalErrors.badParameter],
  ],
  foreign: answer => expect(answer.code).toBe(200),
})
contract(app, querySerialRules, {
  set: company => company.admin.ok(setSerialRules, { rules: [monthly] }),
  good: () => ({}),
  check: ({ result }) => {
    expect(result.map(rule => rule.module_code)).toEqual(moduleCodes)
    expect(result[0]).toMatchObject({ ...monthly, updated_by_name: 'Admin' })
    expect(result[0]!.next_number).toMatch(/^DD-\d{6}0001$/)
    expect(result[1]).toMatchObject({ prefix: 'CKQT', date_part: 'day', updated_time: null })
  },
  refused: () => [['an unknown field', { other: 1 }, generalErrors.badParameter]],
  foreign: ({ data }) => expect(data?.result[0]).toMatchObject({ prefix: 'SO', date_part: 'day' }),
})

test('modules may change their prefixes with each other in one go', async () => {
  const company = await app.company()
  const rules = [
    { module_code: 'SO' as const, prefix: 'MO', date_part: 'none' as const },
    { module_code: 'MO' as const, prefix: 'SO', date_part: 'year' as const },
  ]
  await company.admin.ok(setSerialRules, { rules })
  expect(await take(company, 'SO', 1)).toEqual(['MO0001'])
  expect(await take(company, 'MO', 1)).toEqual(['SO20260001'])
})

test('nobody waits for a number until the document of another is saved, and what is not saved gives its number back', async () => {
  const company = await app.company()
  const later: string[][] = []
  const first = company.as(async tx => {
    const own = await takeSerials(tx, 'QC', 2, november, zone)
    later.push(await take(company, 'QC', 1))
    return own
  })
  expect(await first).toEqual(['QC202611210001', 'QC202611210002'])
  expect(later).toEqual([['QC202611210003']])
  const lost = company.as(async tx => {
    await takeSerials(tx, 'QC', 5, november, zone)
    throw new Error('not saved')
  })
  await expect(lost).rejects.toThrow('not saved')
  expect(await take(company, 'QC', 1)).toEqual(['QC202611210004'])
})
test('R-088 a period ends at 9999; what was not saved leaves no gap', async () => {
  const company = await app.company()
  await take(company, 'DB', 9998)
  await expect(take(company, 'DB', 2)).rejects.toThrow('5407')
  expect(await take(company, 'DB', 1)).toEqual(['DB202611219999'])
  await expect(take(company, 'DB', 1)).rejects.toThrow('5407')
  expect((await company.admin.ok(generateSerialNumber, {})).customer_serial_number).toMatch(/^SO\d{8}0001$/)
})
