import { because, codeField, type Field } from '@qitao/core/field.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import type { State } from '@qitao/core/status.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'

/** Currencies a company may keep its money in (ISO 4217). `decimals` is how an amount is usually shown. */
export interface Currency {
  readonly code: string
  readonly title: Text
  readonly symbol: string
  readonly decimals: number
}
const currency = (code: string, zh: string, en: string, symbol: string, decimals = 2): Currency => ({
  code,
  title: text(zh, en),
  symbol,
  decimals,
})
export const currencies: readonly Currency[] = [
  currency('CNY', '人民币', 'Chinese yuan', '¥'),
  currency('USD', '美元', 'US dollar', '$'),
  currency('EUR', '欧元', 'Euro', '€'),
  currency('GBP', '英镑', 'Pound sterling', '£'),
  currency('JPY', '日元', 'Japanese yen', '¥', 0),
  currency('HKD', '港元', 'Hong Kong dollar', 'HK$'),
  currency('TWD', '新台币', 'New Taiwan dollar', 'NT$'),
  currency('KRW', '韩元', 'South Korean won', '₩', 0),
  currency('SGD', '新加坡元', 'Singapore dollar', 'S$'),
  currency('MYR', '马来西亚林吉特', 'Malaysian ringgit', 'RM'),
  currency('THB', '泰铢', 'Thai baht', '฿'),
  currency('VND', '越南盾', 'Vietnamese dong', '₫', 0),
  currency('IDR', '印度尼西亚盾', 'Indonesian rupiah', 'Rp', 0),
  currency('INR', '印度卢比', 'Indian rupee', '₹'),
  currency('AUD', '澳大利亚元', 'Australian dollar', 'A$'),
  currency('CAD', '加拿大元', 'Canadian dollar', 'C$'),
  currency('CHF', '瑞士法郎', 'Swiss franc', 'CHF'),
  currency('MXN', '墨西哥比索', 'Mexican peso', 'MX$'),
  currency('BRL', '巴西雷亚尔', 'Brazilian real', 'R$'),
  currency('RUB', '俄罗斯卢布', 'Russian rouble', '₽'),
]
export const currencyOf = (code: string): Currency | undefined => currencies.find(one => one.code === code)

/** Documents and partners may be in any currency of ISO 4217, the company's list or not. */
const known: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))
/** What is chosen from: those that companies keep their money in first, then all others by their codes. */
const choices: readonly State[] = [
  ...currencies.map(({ code, title }) => ({ key: code, code, ...title, colour: 'neutral' as const })),
  ...[...known]
    .filter(code => !currencyOf(code))
    .map(code => ({ key: code, code, zh: nameOf(code, 'zh'), en: nameOf(code, 'en'), colour: 'neutral' as const })),
]
function nameOf(code: string, language: Language): string {
  return new Intl.DisplayNames([language === 'zh' ? 'zh-CN' : 'en'], { type: 'currency' }).of(code) ?? code
}
/** A currency by its code; 5001 when there is none. */
export const currencyField = (): Field<string, string> => {
  const field = codeField('币种', 'Currency', 3)
  const detail = text('请填写ISO 4217币种代码，如人民币为CNY、美元为USD', 'Give a code of ISO 4217, such as CNY or USD')
  return {
    ...field,
    options: choices,
    schema: field.schema.refine(code => known.has(code), because(generalErrors.badParameter, { detail })),
  }
}
