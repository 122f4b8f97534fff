import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { currencyOf } from './currency.ts'
import { org } from './org.record.ts'

export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return /^[A-Za-z]/.test(name)
  } catch {
    return false
  }
}

/** 5001 for a time zone or a currency that does not exist. */
export function checkProfile(of: { time_zone?: string | undefined; currency?: string | undefined }): void {
  if (of.time_zone !== undefined && !isTimeZone(of.time_zone))
    refuse(generalErrors.badParameter, {
      field: 'time_zone',
      field_title: org.fields.time_zone.title,
      detail: text('时区名称应如 Asia/Shanghai', 'A time zone is named like Asia/Shanghai'),
    })
  if (of.currency !== undefined && !currencyOf(of.currency))
    refuse(generalErrors.badParameter, {
      field: 'currency',
      field_title: org.fields.currency.title,
      detail: text('请从币种列表中选择', 'Choose one of the currency list'),
    })
}
