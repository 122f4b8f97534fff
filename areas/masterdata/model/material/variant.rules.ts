import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { material } from './material.record.ts'
import { mostVariants, type VariantRow } from './variant.calls.ts'

interface Attribute {
  readonly field_key: string
  readonly values: readonly { readonly value: string; readonly sign: string }[]
}
interface Choice {
  readonly field_key: string
  readonly field_type: string
  readonly options: readonly string[]
}
type Variant = Omit<VariantRow, 'existing'>
const longestCode = 50
const refused = (zh: string, en: string): never =>
  refuse(generalErrors.badParameter, { field: 'attributes', detail: text(zh, en) })

/** What stands for a value in a code when nobody says otherwise: its letters and digits, else its place among the options. */
function signOf(value: string, place: number): string {
  const letters = value.replace(/[^A-Za-z0-9]/g, '').toUpperCase()
  return letters === '' ? String(place + 1).padStart(2, '0') : letters.slice(0, 6)
}
/** The signs of all options of an attribute when nobody says otherwise: of those that would be alike, the later ones have their place behind. */
export function signsOf(options: readonly string[]): ReadonlyMap<string, string> {
  const taken = new Set<string>()
  return new Map(
    options.map((value, place) => {
      let sign = signOf(value, place)
      while (taken.has(sign)) sign += String(place + 1)
      taken.add(sign)
      return [value, sign]
    }),
  )
}
/** How many there are of so many values. */
export const combinations = (attributes: readonly { readonly values: readonly unknown[] }[]): number =>
  attributes.reduce((product, { values }) => product * values.length, 1)

/** Each with each: the code of the material and the signs, its specs and the values. Refuses what is no choice of the company, and codes that are too long or stand twice. */
export function variantsOf(
  of: { readonly code: string; readonly name: string; readonly specs: string | null },
  attributes: readonly Attribute[],
  separator: string,
  choices: readonly Choice[],
): Variant[] {
  if (new Set(attributes.map(({ field_key }) => field_key)).size < attributes.length)
    refused('同一属性只能选一次', 'An attribute is chosen once')
  for (const { field_key, values } of attributes) {
    const choice = choices.find(one => one.field_key === field_key && one.field_type === 'select')
    if (!choice) refused('请选择物料的单选自定义字段作为属性', 'Choose a choice field of materials as attribute')
    const unknown = values.find(({ value }) => !choice!.options.includes(value))
    if (unknown) refused(`${unknown.value} 不是该属性的选项`, `${unknown.value} is no value of that attribute`)
  }
  if (combinations(attributes) > mostVariants)
    refused(`一次最多${mostVariants}个，请只选部分值`, `At most ${mostVariants} at once: choose fewer values`)
  let variants: { values: readonly string[]; signs: readonly string[] }[] = [{ values: [], signs: [] }]
  for (const { values } of attributes)
    variants = variants.flatMap(before =>
      values.map(({ value, sign }) => ({
        values: [...before.values, value],
        signs: [...before.signs, ...(sign.trim() === '' ? [] : [sign.trim()])],
      })),
    )
  const named = variants.map(({ values, signs }) => ({
    code: [of.code, ...signs].join(separator),
    name: of.name,
    specs: [of.specs, ...values].filter(Boolean).join(' '),
    values: [...values],
  }))
  const seen = new Set<string>()
  for (const { code } of named) {
    if (code.length > longestCode)
      refused(`编码 ${code} 超过${longestCode}个字符`, `The code ${code} has over ${longestCode} characters`)
    if (seen.has(code))
      refuse(generalErrors.duplicateCode, {
        ...{ field: 'code', field_title: material.fields.code.title },
        detail: text(
          `编码 ${code} 重复：请为每个值填写不同的代号`,
          `${code} stands twice: give each value a sign of its own`,
        ),
      })
    seen.add(code)
  }
  return named
}
