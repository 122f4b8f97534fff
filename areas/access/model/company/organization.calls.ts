import { affected, command, query } from '@qitao/core/call.ts'
import { id, plainString } from '@qitao/core/field.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { org } from './org.record.ts'

/** Settings and profile of the company; which settings there are is said in settings.ts. */
const settingPages = [pages.settings, pages.materialPlan, pages.productionPlan]
const config_key = plainString(100)

export const organizationConfig = z.object({
  config_key: z.string(),
  config_mode: z.int().nullable(),
  config_value: z.string(),
  value_type: z.enum(['bool', 'int', 'choice']),
  unit: z.string().nullable(),
  default_value: z.string(),
  /** Null while the default holds. */
  updated_time: z.int().nullable(),
  updated_by_name: z.string().nullable(),
})
export type OrganizationConfig = z.output<typeof organizationConfig>

export const getOrganizationConfig = query('/mep_server/biz/organization/get_config', {
  title: text('读取系统设置', 'Read company settings'),
  grantedBy: settingPages,
  input: z.strictObject({
    config_keys: z.array(config_key).max(200).optional(),
    config_modes: z.array(z.int()).max(200).optional(),
  }),
  output: z.object({ result: z.array(organizationConfig) }),
})

export const setOrganizationConfig = command('/mep_server/biz/organization/set_config', {
  title: text('保存系统设置', 'Save company settings'),
  grantedBy: settingPages,
  input: z.strictObject({
    configs: z
      .array(
        z.strictObject({
          config_key: config_key.optional(),
          config_mode: z.int().optional(),
          config_value: plainString(1000),
        }),
      )
      .min(1)
      .max(200),
  }),
  output: affected,
})

export const alterCompanyProfile = command('/mep_server/biz/organization/alter_company_profile', {
  title: text('修改公司资料', 'Change the company profile'),
  grantedBy: [pages.settings],
  input: z.strictObject({
    company_name: org.fields.name.schema.optional(),
    industry: org.fields.industry.schema.optional(),
    time_zone: org.fields.time_zone.schema.optional(),
    currency: org.fields.currency.schema.optional(),
    /** A picture that was uploaded before; null takes the logo away. */
    logo_attachment_id: id.nullable().optional(),
  }),
  output: affected,
  records: [org],
})

/** For the start of the browser, before sign-in too. Nulls when there is no such company, or no logo. */
export const queryCompanyLogo = query('/mep_server/biz/organization/query_company_logo', {
  title: text('公司标志', 'Company logo'),
  grantedBy: 'public',
  input: z.strictObject({ company_code: plainString(50).optional() }),
  /** The picture itself, as a data address. */
  output: z.object({ logo_url: z.string().nullable(), company_name: z.string().nullable() }),
})
