import type { AnyCall } from '@qitao/core/call.ts'
import type { Field } from '@qitao/core/field.ts'
import { fileInput, fileOutput } from '@qitao/core/file.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { z } from 'zod'

type Schema = z.core.JSONSchema.BaseSchema
const fieldOf = (records: readonly RecordType[], name: string): Field | undefined => {
  for (const { fields } of records) if (Object.hasOwn(fields, name)) return fields[name]
  return undefined
}
/** Fields get what their records know of them: both titles, the unit, and what each state means. */
function withTitles(schema: Schema | boolean | undefined, records: readonly RecordType[]): void {
  if (typeof schema !== 'object') return
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    const known = fieldOf(records, name)
    if (known && typeof inner === 'object')
      Object.assign(inner, {
        ...{ title: known.title.en, 'x-zh': known.title.zh },
        ...(known.unit ? { 'x-unit': known.unit } : {}),
        ...(known.options ? { 'x-states': known.options.map(({ code, zh, en }) => ({ code, zh, en })) } : {}),
      })
    withTitles(inner, records)
  }
  if (!Array.isArray(schema.items)) withTitles(schema.items, records)
  for (const inner of [...(schema.anyOf ?? []), ...(schema.allOf ?? []), ...(schema.oneOf ?? [])])
    withTitles(inner, records)
}

/** Fields of an input that stands in the address. */
const parametersOf = ({
  properties = {},
  required = [],
}: Pick<z.core.JSONSchema.ObjectSchema, 'properties' | 'required'>) =>
  Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))

/** Each call as the contract describes it, written once: describing all of them takes a tenth of a second. */
export type Contract = readonly { readonly call: AnyCall; readonly written: string }[]
export const contractOf = (calls: readonly AnyCall[]): Contract =>
  calls.map(call => ({ call, written: JSON.stringify(operationOf(call)) }))

/** OpenAPI 3.1 of the calls that somebody may call. */
export function openApi(contract: Contract, mayCall: (call: AnyCall) => boolean): string {
  const byPath = Map.groupBy(
    contract.filter(({ call }) => mayCall(call)),
    ({ call }) => call.path,
  )
  const paths = [...byPath].map(([path, operations]) => {
    const methods = operations.map(({ call, written }) => `${JSON.stringify(call.method.toLowerCase())}:${written}`)
    return `${JSON.stringify(path)}:{${methods.join()}}`
  })
  return `${JSON.stringify(about).slice(0, -1)},"paths":{${paths.join()}}}`
}
const about = {
  openapi: '3.1.0',
  info: {
    title: 'Qitao',
    version: '1',
    description:
      'Without a token this document has the calls that need none, sign-in among them; with the token of a session it has all, with an API token those that it may call.',
  },
  components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
}

function operationOf(call: AnyCall): unknown {
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
  const output = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' })
  withTitles(input, call.records)
  withTitles(output, call.records)
  const shape = (call.input as { shape?: Record<string, unknown> }).shape
  const sentAs = shape?.file === fileInput ? 'multipart/form-data' : 'application/json'
  return {
    summary: call.title.en,
    description: call.title.zh,
    operationId: call.path.replace(/^\//, '').replaceAll('/', '.'),
    'x-pages': typeof call.grantedBy === 'string' ? call.grantedBy : call.grantedBy.map(({ path }) => path),
    'x-writes': call.writes,
    ...(call.forTokens ? { 'x-for-tokens': true } : {}),
    security: call.grantedBy === 'public' ? [] : [{ token: [] }],
    ...(call.method === 'GET'
      ? { parameters: parametersOf(input) }
      : { requestBody: { required: true, content: { [sentAs]: { schema: input } } } }),
    responses: {
      200: {
        description: 'code 200 is success; every other code is a refusal or a warning of the error catalogue',
        content: {
          ...(call.output === fileOutput ? { 'application/octet-stream': {} } : {}),
          'application/json': {
            schema: {
              type: 'object',
              required: ['code', 'message', 'data'],
              properties: {
                code: { type: 'integer' },
                message: { type: 'string' },
                data: { anyOf: [output, { type: 'null' }] },
              },
            },
          },
        },
      },
    },
  }
}
