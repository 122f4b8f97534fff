import { contract } from '@qitao/app-server/testing/contract.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, test } from 'vitest'
import { accessErrors } from '../../model/access.errors.ts'
import { mostLogoBytes } from '../../model/company/company-logo.rules.ts'
import { queryCurrency } from '../../model/company/currency.calls.ts'
import {
  alterCompanyProfile,
  getOrganizationConfig,
  queryCompanyLogo,
  setOrganizationConfig,
} from '../../model/company/organization.calls.ts'
import { settingKeys } from '../../model/company/settings.ts'
import { commonUpload, downloadAttachment } from '../../model/record/attachment.calls.ts'
import { generateSerialNumber } from '../../model/record/serial-number.calls.ts'
import { userInfo } from '../../model/session/session.calls.ts'
import { loadSettings } from './settings.ts'

const app = await testApp()
const set = (config_key: string, config_value: string) => ({ configs: [{ config_key, config_value }] })

contract(app, getOrganizationConfig, {
  set: company => company.admin.ok(setOrganizationConfig, set('publish_window_value', '30')),
  good: () => ({ config_keys: ['publish_window_value'], config_modes: [35] }),
  check: async (data, _, company) => {
    expect(data.result).toMatchObject([
      { config_key: 'publish_window_value', config_value: '30', default_value: '7', updated_by_name: 'Admin' },
      { config_key: 'production_plan_no_schedule_not_kitted', config_mode: 35, config_value: '0', updated_time: null },
    ])
    expect((await company.admin.ok(getOrganizationConfig, {})).result).toHaveLength(settingKeys.length)
  },
  refused: () => [
    ['an unknown key', { config_keys: ['no_such_key'] }, generalErrors.configItemMissing],
    ['an unknown mode', { config_modes: [31] }, generalErrors.configItemMissing],
  ],
  foreign: ({ data }) => expect(data?.result[0]?.config_value).toBe('7'),
})

contract(app, setOrganizationConfig, {
  set: async company => company,
  good: () => ({
    configs: [
      { config_mode: 35, config_value: '1' },
      { config_key: 'publish_window_value', config_value: '24' },
      { config_key: 'publish_window_unit', config_value: 'hour' },
    ],
  }),
  check: async (data, company) => {
    expect(data).toEqual({ affected: 3 })
    expect(await company.as(tx => loadSettings(tx, company.org_id))).toMatchObject({
      production_plan_no_schedule_not_kitted: true,
      publish_window_value: 24,
      publish_window_unit: 'hour',
      kitting_use_in_transit: true,
      import_row_limit: 5000,
    })
  },
  refused: () => [
    ['an unknown key', set('no_such_key', '1'), generalErrors.configItemMissing],
    ['neither key nor mode', { configs: [{ config_value: '1' }] }, generalErrors.configItemMissing],
    ['more than 365 days', set('publish_window_value', '366'), generalErrors.parameterOver365],
    ['zero', set('import_row_limit', '0'), generalErrors.number1To10000],
    ['a fraction', set('import_row_limit', '1.5'), generalErrors.positiveIntegerRequired],
    ['no number', set('publish_window_value', 'x'), generalErrors.numberRequired],
    ['no flag', set('kitting_use_in_transit', 'yes'), generalErrors.badParameter],
    [
      'one item twice, by key and mode',
      {
        configs: [
          { config_mode: 35, config_value: '1' },
          { config_key: 'production_plan_no_schedule_not_kitted', config_value: '0' },
        ],
      },
      generalErrors.badParameter,
    ],
    [
      'no objective at all',
      {
        configs: ['tardiness', 'changeover', 'utilization', 'work_in_progress'].map(name => ({
          config_key: `schedule_weight_${name}`,
          config_value: '0',
        })),
      },
      generalErrors.badParameter,
    ],
  ],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, alterCompanyProfile, {
  set: async company => {
    const other = await app.company()
    return { company, taken: (await other.admin.ok(userInfo, {})).org.name }
  },
  good: ({ company }) => ({ company_name: `齐套 ${company.org_id}`, time_zone: 'Europe/Berlin', currency: 'EUR' }),
  check: async (_, { company }) => {
    const { org } = await company.admin.ok(userInfo, {})
    expect(org).toMatchObject({
      name: `齐套 ${company.org_id}`,
      time_zone: 'Europe/Berlin',
      currency: 'EUR',
      industry: null,
    })
  },
  refused: ({ taken }) => [
    ['the name of another company', { company_name: taken }, accessErrors.companyExists],
    ['no time zone', { time_zone: 'Mars/Base' }, generalErrors.badParameter],
    ['no currency', { currency: 'XXX' }, generalErrors.badParameter],
    ['an empty name', { company_name: ' ' }, generalErrors.fieldRequired],
  ],
  foreign: ({ code }, { company }) => {
    expect(code).toBe(200)
    return void company
  },
})

contract(app, queryCurrency, {
  set: async () => ({}),
  good: () => ({}),
  check: data => expect(data.result.filter(one => one.is_default).map(one => one.code)).toEqual(['CNY']),
  refused: () => [['an unknown field', { any: 1 }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

contract(app, generateSerialNumber, {
  set: async () => ({}),
  good: () => ({}),
  check: async (data, _, company) => {
    expect(data.customer_serial_number).toMatch(/^SO\d{8}0001$/)
    // A proposal: asked again it is the same.
    expect(await company.admin.ok(generateSerialNumber, { module_code: 'SO' })).toEqual(data)
    const outbound = await company.admin.ok(generateSerialNumber, { module_code: 'CKQT' })
    expect(outbound.customer_serial_number).toMatch(/^CKQT\d{8}0001$/)
  },
  refused: () => [['an unknown module', { module_code: 'XX9' }, generalErrors.badParameter]],
  foreign: ({ code }) => expect(code).toBe(200),
})

test('two changes at one moment cannot leave the schedule without an objective', async () => {
  const company = await app.company()
  const zero = (...names: string[]) => ({
    configs: names.map(name => ({ config_key: `schedule_weight_${name}`, config_value: '0' })),
  })
  const answers = await Promise.all([
    company.admin.send(setOrganizationConfig, zero('tardiness', 'changeover')),
    company.admin.send(setOrganizationConfig, zero('utilization', 'work_in_progress')),
  ])
  expect(answers.map(({ code }) => code).sort()).toEqual([200, 5001])
})

test(`${queryCompanyLogo.path}: the logo of an open company, before sign-in; only a small picture becomes one`, async () => {
  const company = await app.company()
  const { admin } = company
  const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1])
  const upload = async (name: string, bytes: Uint8Array) =>
    (await admin.ok(commonUpload, { file: new FileGiven(name, bytes, ''), module: 'org' })).attachment.id
  const { org } = await admin.ok(userInfo, {})
  const read = async () => (await app.raw(queryCompanyLogo.path, { company_code: org.company_code })).data
  expect(await read()).toEqual({ logo_url: null, company_name: org.name })
  expect((await app.raw(queryCompanyLogo.path, { company_code: 'NO-SUCH' })).data).toEqual({
    logo_url: null,
    company_name: null,
  })
  const first = await upload('logo.png', png)
  await admin.ok(alterCompanyProfile, { logo_attachment_id: first })
  expect(await read()).toEqual({
    logo_url: `data:image/png;base64,${Buffer.from(png).toString('base64')}`,
    company_name: org.name,
  })
  const large = new Uint8Array(mostLogoBytes + 1)
  large.set(png)
  for (const bad of [await upload('large.png', large), await upload('a.txt', new TextEncoder().encode('x'))]) {
    expect((await admin.send(alterCompanyProfile, { logo_attachment_id: bad })).code).toBe(5019)
  }
  const stranger = (await app.company()).admin
  expect((await stranger.send(alterCompanyProfile, { logo_attachment_id: first })).code).toBe(5010)
  await admin.ok(alterCompanyProfile, { logo_attachment_id: await upload('next.png', new Uint8Array([...png, 2])) })
  expect((await admin.send(downloadAttachment, { attachment_id: first })).code).toBe(5010)
  await admin.ok(alterCompanyProfile, { logo_attachment_id: null })
  expect(await read()).toMatchObject({ logo_url: null })
})
