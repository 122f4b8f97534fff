import type { AnyCall } from '@qitao/core/call.ts'
import { fileInput, fileOutput } from '@qitao/core/file.ts'
import { z } from 'zod'

/** OpenAPI 3.1 from the contract itself. */
export function openApi(calls: readonly AnyCall[]): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const call of calls) {
    const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' })
    const output = z.toJSONSchema(call.output, { io: 'output', unrepresentable: 'any' })
    const shape = (call.input as { shape?: Record<string, unknown> }).shape
    const sentAs = shape?.file === fileInput ? 'multipart/form-data' : 'application/json'
    const operation = {
      summary: call.title.en,
      description: call.title.zh,
      operationId: call.path.replace(/^\//, '').replaceAll('/', '.'),
      'x-pages': typeof call.grantedBy === 'string' ? call.grantedBy : call.grantedBy.map(({ path }) => path),
      'x-writes': call.writes,
      security: call.grantedBy === 'public' ? [] : [{ token: [] }],
      ...(call.method === 'GET' ? {} : { requestBody: { required: true, content: { [sentAs]: { schema: input } } } }),
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
    paths[call.path] = { ...paths[call.path], [call.method.toLowerCase()]: operation }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Qitao',
      version: '1',
      description:
        'Without a token this document has the calls that need none, sign-in among them; with the token of a session it has all.',
    },
    components: { securitySchemes: { token: { type: 'apiKey', in: 'header', name: 'Authorization' } } },
    paths,
  }
}
