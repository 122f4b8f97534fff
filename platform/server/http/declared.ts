import type { z } from 'zod'

/**
 * What of an answer its contract declares: the value that `parse` would give, without the checks, which cost twenty times as much
 * (bench/answers.ts). A column that a query brings along and nobody has declared does not leave the server.
 */
export type Declared = (value: unknown) => unknown

const made = new WeakMap<z.ZodType, Declared>()
export function declaredOf(schema: z.ZodType): Declared {
  const known = made.get(schema)
  if (known) return known
  const fresh = make(schema)
  made.set(schema, fresh)
  return fresh
}

const whole: Declared = value => value
const asItIs = new Set(['string', 'number', 'boolean', 'null', 'enum', 'literal', 'unknown', 'custom'])

function make(schema: z.ZodType): Declared {
  // biome-ignore lint/suspicious/noExplicitAny: a definition has the parts of its type, which the switch asks
  const definition = schema.def as any
  const { type } = definition as { type: string }
  if (asItIs.has(type)) return whole
  switch (type) {
    case 'object':
      return fieldsOf(definition.shape)
    case 'array':
      return each(declaredOf(definition.element))
    case 'record':
      return valuesOf(declaredOf(definition.valueType))
    case 'tuple':
      return placesOf(definition.items.map(declaredOf))
    case 'nullable': {
      const inner = declaredOf(definition.innerType)
      return inner === whole ? whole : value => (value === null ? null : inner(value))
    }
    case 'optional': {
      const inner = declaredOf(definition.innerType)
      return inner === whole ? whole : value => (value === undefined ? undefined : inner(value))
    }
    case 'default': {
      const inner = declaredOf(definition.innerType)
      return value => inner(value === undefined ? definition.defaultValue : value)
    }
    case 'intersection': {
      const [left, right] = [declaredOf(definition.left), declaredOf(definition.right)]
      return value => (isObject(value) ? { ...(left(value) as object), ...(right(value) as object) } : value)
    }
    case 'pipe': {
      const [first, second] = [declaredOf(definition.in), declaredOf(definition.out)]
      return value => second(first(value))
    }
    case 'transform':
      return value => definition.transform(value, { value, issues: [] })
    case 'union':
      if (definition.options.every((one: z.ZodType) => declaredOf(one) === whole)) return whole
  }
  throw new TypeError(`what of a value of the type ${type} leaves the server is not said`)
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

function fieldsOf(shape: Readonly<Record<string, z.ZodType>>): Declared {
  const names = Object.keys(shape)
  const fields = names.map(name => declaredOf(shape[name]!))
  return value => {
    if (!isObject(value)) return value
    const found: Record<string, unknown> = {}
    for (let at = 0; at < names.length; at++) {
      const name = names[at]!
      const one = fields[at]!(value[name])
      if (one !== undefined || Object.hasOwn(value, name)) found[name] = one
    }
    return found
  }
}
const each = (element: Declared): Declared =>
  element === whole ? whole : value => (Array.isArray(value) ? value.map(element) : value)
const placesOf = (places: readonly Declared[]): Declared =>
  places.every(one => one === whole)
    ? whole
    : value => (Array.isArray(value) ? value.slice(0, places.length).map((one, at) => places[at]!(one)) : value)
const valuesOf = (of: Declared): Declared =>
  of === whole
    ? whole
    : value =>
        isObject(value) ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, of(one)])) : value
