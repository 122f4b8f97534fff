import type { AnyCall } from '@qitao/core/call.ts'
import { z } from 'zod'

/** Inputs made from the contract alone, as /openapi.json shows it, and what may go wrong with them. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

export interface Schema {
  readonly type?: string | readonly string[]
  readonly format?: string
  readonly enum?: readonly Json[]
  readonly const?: Json
  readonly anyOf?: readonly Schema[]
  readonly oneOf?: readonly Schema[]
  readonly allOf?: readonly Schema[]
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly items?: Schema
  readonly prefixItems?: readonly Schema[]
  readonly minItems?: number
  readonly minLength?: number
  readonly minimum?: number
  readonly maximum?: number
}
export const schemaOf = (call: AnyCall): Schema =>
  z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema

/** 0 <= x < 1, the same for the same seed (mulberry32). */
export function generator(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296
  }
}
export const pick = <T>(random: () => number, list: readonly T[]): T => list[Math.floor(random() * list.length)]!

/** An id for the field of this name: of `material_id` a material's, of `ids` anything's. */
export type IdOf = (field: string) => string

/** A value of the schema's shape; optional fields are there three times in four. */
export function inputOf(schema: Schema, random: () => number, idOf: IdOf, field = ''): Json {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return inputOf(pick(random, choices), random, idOf, field)
  if (schema.allOf) return inputOf(schema.allOf[0]!, random, idOf, field)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return pick(random, schema.enum)
  const type = typeof schema.type === 'string' ? schema.type : schema.type ? pick(random, schema.type) : 'object'
  switch (type) {
    case 'null':
      return null
    case 'boolean':
      return random() < 0.5
    case 'integer':
    case 'number':
      return numberOf(schema, random, field)
    case 'string':
      return schema.format === 'uuid' ? idOf(field) : textOf(schema, random, field)
    case 'array':
      return listOf(schema, random, idOf, field)
    default:
      return Object.fromEntries(
        Object.entries(schema.properties ?? {})
          .filter(([name]) => schema.required?.includes(name) || random() < 0.75)
          .map(([name, of]) => [name, inputOf(of, random, idOf, name)]),
      )
  }
}
function numberOf({ minimum = 0, maximum = 20 }: Schema, random: () => number, field: string): number {
  if (/time|date/.test(field)) return 1_764_000_000 + Math.floor(random() * 8_640_000)
  const least = Math.max(minimum, -5)
  return least + Math.floor(random() * (Math.min(maximum, least + 20) - least + 1))
}
const textOf = ({ minLength = 1 }: Schema, random: () => number, field: string): string =>
  /quantity|price|rate|seconds|factor|stock/.test(field)
    ? String(1 + Math.floor(random() * 9))
    : pick(random, ['A-1', '轮组', 'x', '2', 'pcs', 'code']).padEnd(minLength, '0')
function listOf(schema: Schema, random: () => number, idOf: IdOf, field: string): Json[] {
  if (schema.prefixItems) return schema.prefixItems.map(one => inputOf(one, random, idOf, field))
  const length = Math.max(schema.minItems ?? 0, Math.floor(random() * 3))
  return Array.from({ length }, () => inputOf(schema.items ?? {}, random, idOf, field))
}

const oddities: readonly Json[] = [
  null,
  true,
  -1,
  0,
  1.5,
  1e308,
  -9_007_199_254_740_992,
  '',
  ' ',
  '0x10',
  '1e999',
  'NaN',
  "'; drop table material; --",
  '" or 1=1 --',
  '=HYPERLINK("http://x")',
  '<script>alert(1)</script>',
  '../../etc/passwd',
  '\u0000',
  '\ud800',
  '\u202e轮组',
  '🛠️'.repeat(50),
  'x'.repeat(100_000),
  '00000000-0000-0000-0000-000000000000',
  [],
  {},
  [[[[[[]]]]]],
  { length: 1 },
  ['constructor', '__proto__'],
]

/** One to three things go wrong somewhere in a well-shaped input. */
export function spoil(value: Json, random: () => number): Json {
  let spoiled = value
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--) spoiled = spoilOnce(spoiled, random)
  return spoiled
}
function spoilOnce(value: Json, random: () => number): Json {
  if (Array.isArray(value)) {
    if (value.length === 0 || random() < 0.2)
      return pick(random, [pick(random, oddities), Array(600).fill(value[0] ?? 1)])
    const at = Math.floor(random() * value.length)
    return value.map((one, index) => (index === at ? spoilOnce(one, random) : one))
  }
  if (typeof value === 'object' && value !== null) {
    const names = Object.keys(value)
    const way = random()
    if (names.length === 0 || way < 0.1)
      return { ...value, [pick(random, ['x', 'org_id', '$where', ''])]: pick(random, oddities) }
    const name = pick(random, names)
    if (way < 0.3) return Object.fromEntries(Object.entries(value).filter(([other]) => other !== name))
    return { ...value, [name]: way < 0.65 ? pick(random, oddities) : spoilOnce(value[name]!, random) }
  }
  return pick(random, oddities)
}
