import { type Language, type Text, text } from '@qitao/core/text.ts'
import { allGroups, sitePages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'

/** What `/openapi.json` says, read for people: calls by the page that grants them, with their fields. */
const words = z.object({ zh: z.string(), en: z.string() })
const baseSchema = z.object({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  title: z.string().optional(),
  'x-zh': z.string().optional(),
  'x-unit': words.optional(),
  'x-states': z.array(words.extend({ code: z.union([z.string(), z.number()]) })).optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  default: z.unknown().optional(),
  format: z.string().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
  required: z.array(z.string()).optional(),
})
export type Schema = z.output<typeof baseSchema> & {
  readonly properties?: Readonly<Record<string, Schema>> | undefined
  /** False: there are no more than the first. */
  readonly items?: Schema | boolean | undefined
  readonly prefixItems?: readonly Schema[] | undefined
  readonly anyOf?: readonly Schema[] | undefined
  readonly allOf?: readonly Schema[] | undefined
}
const schema: z.ZodType<Schema> = baseSchema.extend({
  get properties() {
    return z.record(z.string(), schema).optional()
  },
  get items() {
    return z.union([schema, z.boolean()]).optional()
  },
  get prefixItems() {
    return z.array(schema).optional()
  },
  get anyOf() {
    return z.array(schema).optional()
  },
  get allOf() {
    return z.array(schema).optional()
  },
})
const content = z.record(z.string(), z.object({ schema: schema.optional() }))
const operation = z.object({
  summary: z.string(),
  description: z.string(),
  'x-pages': z.union([z.string(), z.array(z.string())]),
  'x-writes': z.boolean(),
  'x-for-tokens': z.boolean().optional(),
  parameters: z.array(z.object({ name: z.string(), required: z.boolean(), schema })).optional(),
  requestBody: z.object({ content }).optional(),
  responses: z.record(z.string(), z.object({ content })),
})
export const description = z.object({ paths: z.record(z.string(), z.record(z.string(), operation)) })

export interface Described {
  readonly path: string
  readonly method: string
  readonly title: Text
  readonly grantedBy: 'public' | 'signed_in' | readonly string[]
  readonly writes: boolean
  readonly forTokens: boolean
  /** How its body travels; null: a file is sent with it. */
  readonly isJson: boolean
  readonly input: Schema
  /** Null: a file. */
  readonly output: Schema | null
}
export interface CallGroup {
  readonly key: string
  readonly title: Text
  readonly calls: readonly Described[]
}

export function describedCalls(given: unknown): Described[] {
  return Object.entries(description.parse(given).paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]): Described => {
      const body = one.requestBody?.content['application/json']
      const parameters = one.parameters ?? []
      const input: Schema = one.requestBody
        ? (Object.values(one.requestBody.content)[0]?.schema ?? {})
        : {
            type: 'object',
            properties: Object.fromEntries(parameters.map(({ name, schema: of }) => [name, of])),
            required: parameters.filter(({ required }) => required).map(({ name }) => name),
          }
      const answer = one.responses['200']?.content ?? {}
      const data = answer['application/json']?.schema?.properties?.data
      const grantedBy = one['x-pages']
      return {
        ...{ path, method: method.toUpperCase(), title: text(one.description, one.summary), writes: one['x-writes'] },
        grantedBy: grantedBy === 'public' || grantedBy === 'signed_in' ? grantedBy : [grantedBy].flat(),
        forTokens: one['x-for-tokens'] === true,
        isJson: !one.requestBody || body !== undefined,
        input,
        output: 'application/octet-stream' in answer ? null : (data?.anyOf?.[0] ?? null),
      }
    }),
  )
}

const open = text('无需登录', 'Open without sign-in')
const ofAnyone = text('登录即可', 'Open to whoever is signed in')
/** In the order of the menu; a call stands under the first page that grants it. */
export function groupedCalls(calls: readonly Described[]): CallGroup[] {
  const byPage = Map.groupBy(calls, ({ grantedBy }) =>
    typeof grantedBy === 'string' ? grantedBy : (grantedBy[0] ?? 'signed_in'),
  )
  const ofPages = sitePages.flatMap(({ path, title, parent }): CallGroup[] => {
    const group = allGroups.find(one => one.path === parent)?.title
    const calls = byPage.get(path)
    const full = group ? text(`${group.zh} / ${title.zh}`, `${group.en} / ${title.en}`) : title
    return calls ? [{ key: path, title: full, calls }] : []
  })
  const rest = (['signed_in', 'public'] as const).flatMap((key): CallGroup[] => {
    const calls = byPage.get(key)
    return calls ? [{ key, title: key === 'public' ? open : ofAnyone, calls }] : []
  })
  return [...ofPages, ...rest]
}

/** Calls whose address, titles or fields have all of the words. */
export function foundCalls(groups: readonly CallGroup[], typed: string): readonly CallGroup[] {
  const wanted = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (wanted.length === 0) return groups
  const has = ({ path, title, input }: Described) => {
    const fields = Object.entries(input.properties ?? {}).map(
      ([name, of]) => `${name} ${of.title ?? ''} ${of['x-zh'] ?? ''}`,
    )
    const all = [path, title.zh, title.en, ...fields].join(' ').toLowerCase()
    return wanted.every(word => all.includes(word))
  }
  return groups.map(group => ({ ...group, calls: group.calls.filter(has) })).filter(({ calls }) => calls.length > 0)
}

export interface FieldRow {
  readonly name: string
  readonly depth: number
  readonly type: string
  readonly required: boolean
  readonly title: string
  readonly more: string
}
const mostDepth = 4
const variantOf = (of: Schema): Schema => {
  const real = of.anyOf?.filter(({ type }) => type !== 'null') ?? []
  return real.length > 0 && real.every(({ const: one }) => one !== undefined) ? of : (real[0] ?? of)
}
const itemOf = ({ items, prefixItems }: Schema): Schema =>
  typeof items === 'object' ? items : (prefixItems?.[0] ?? {})
/** The whole shape of what travels: one object, though it was put together of several. */
const partsOf = (of: Schema): { properties: Readonly<Record<string, Schema>>; required: readonly string[] } => {
  const parts = [of, ...(of.allOf ?? [])]
  return {
    properties: Object.assign({}, ...parts.map(({ properties = {} }) => properties)),
    required: parts.flatMap(({ required = [] }) => required),
  }
}
const typeOf = (of: Schema): string => {
  const consts = of.anyOf?.flatMap(({ const: one }) => (one === undefined ? [] : [JSON.stringify(one)])) ?? []
  if (consts.length > 0) return consts.join(' | ')
  if (of.enum) return of.enum.length > 8 ? typeName(of.type) : of.enum.map(one => JSON.stringify(one)).join(' | ')
  if (of.type === 'array') return `${typeOf(variantOf(itemOf(of)))}[]`
  const name = typeName(of.type)
  return of.format === undefined || of.format === 'safeint' ? name : `${name} (${of.format})`
}
const typeName = (type: Schema['type']): string => (type === undefined ? 'any' : [type].flat().join(' | '))
const mayBeNull = (of: Schema): boolean => of.anyOf?.some(({ type }) => type === 'null') ?? false

/** The fields of an object as rows, children below their parent. */
export function fieldRows(of: Schema, language: Language, depth = 0): FieldRow[] {
  const { properties, required } = partsOf(of)
  return Object.entries(properties).flatMap(([name, given]): FieldRow[] => {
    const inner = variantOf(given)
    const unit = given['x-unit']?.[language]
    const states = given['x-states']?.map(state => `${JSON.stringify(state.code)} ${state[language]}`) ?? []
    const limits = [
      inner.minimum !== undefined && inner.minimum > Number.MIN_SAFE_INTEGER ? `≥ ${inner.minimum}` : '',
      inner.maximum !== undefined && inner.maximum < Number.MAX_SAFE_INTEGER ? `≤ ${inner.maximum}` : '',
      inner.maxItems === undefined ? '' : `[≤ ${inner.maxItems}]`,
      given.default === undefined ? '' : `= ${JSON.stringify(given.default)}`,
    ]
    const more = [unit ?? '', ...limits, states.join(', ')].filter(Boolean).join(' · ')
    const row: FieldRow = {
      ...{ name, depth, required: required.includes(name), more },
      type: `${typeOf(inner)}${mayBeNull(given) ? ' | null' : ''}`,
      title: (language === 'zh' ? given['x-zh'] : given.title) ?? '',
    }
    const child = inner.type === 'array' ? variantOf(itemOf(inner)) : inner
    return [row, ...(depth < mostDepth ? fieldRows(child, language, depth + 1) : [])]
  })
}

/** An input to begin with: what must be given, and how lists are paged. */
export function exampleOf(of: Schema): unknown {
  if (of.default !== undefined) return of.default
  const inner = variantOf(of)
  if (inner.default !== undefined) return inner.default
  if (inner.const !== undefined) return inner.const
  const [first] = inner.anyOf ?? []
  if (first) return exampleOf(first)
  if (inner.enum) return inner.enum[0]
  const { properties, required } = partsOf(inner)
  if (Object.keys(properties).length > 0)
    return Object.fromEntries(
      Object.entries(properties)
        .filter(([name]) => required.includes(name) || name === 'page' || name === 'page_size')
        .map(([name, one]) => [name, exampleOf(one)]),
    )
  if (inner.type === 'array') return (inner.prefixItems ?? [itemOf(inner)]).map(exampleOf)
  if (inner.type === 'integer' || inner.type === 'number') return Math.max(0, inner.minimum ?? 0)
  if (inner.type === 'boolean') return false
  if (inner.type === 'object') return {}
  return inner.format === 'uuid' ? '00000000-0000-7000-8000-000000000000' : ''
}

/** The call for a terminal; the token is not in it. */
export function curlOf(
  { path, method }: Pick<Described, 'path' | 'method'>,
  origin: string,
  body: string,
  language: Language,
): string {
  const quoted = (words: string) => `'${words.replaceAll("'", "'\\''")}'`
  const lines = [
    `curl -X ${method} ${quoted(`${origin}${path}`)}`,
    '-H "Authorization: $QITAO_TOKEN"',
    `-H 'Accept-Language: ${language}'`,
    ...(method === 'GET' ? [] : ["-H 'Content-Type: application/json'", `-d ${quoted(body)}`]),
  ]
  return lines.join(' \\\n  ')
}
