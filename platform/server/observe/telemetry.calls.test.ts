import { createServer } from 'node:http'
import { text as wholeText } from 'node:stream/consumers'
import { serve } from '@qitao/app-server/testing/proof/scene.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { query } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { traceHeader } from '@qitao/core/trace.ts'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { z } from 'zod'
import { handle } from '../http/handle.ts'
import { registry } from '../http/metrics.ts'
import { openTelemetry } from './telemetry.ts'

const app = await testApp()

interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: { key: string; value: { stringValue?: string; intValue?: number } }[]
  readonly status: { code: number }
}
const received: { path: string; body: unknown }[] = []
const collector = createServer(async (request, answer) => {
  received.push({ path: request.url ?? '', body: JSON.parse(await wholeText(request)) })
  answer.setHeader('content-type', 'application/json').end('{}')
})
await new Promise<void>(done => collector.listen(0, '127.0.0.1', done))
afterAll(() => {
  collector.close()
  collector.closeAllConnections()
})
const address = collector.address()
const port = typeof address === 'object' && address ? address.port : 0

const asked = query('/mep_server/test/traced', {
  title: text('跟踪', 'Traced'),
  grantedBy: 'signed_in',
  input: z.strictObject({ fails: z.boolean() }),
  output: z.strictObject({}),
})
const http = serve(app, {
  areas: [
    {
      name: 'test',
      handlers: [
        handle(asked, async ({ fails }, { tx }) => {
          await sql`select ${'secret'}::text as a, 'written' as b`.execute(tx)
          if (fails) throw new Error('secret words')
          return {}
        }),
      ],
    },
  ],
})
const ask = async (token: string, fails: boolean, more: object = {}) =>
  http.inject({ method: 'POST', url: asked.path, headers: { authorization: token, ...more }, payload: { fails } })

test('a failure tells the number of its trace, in its head, its words and its data', async () => {
  const { admin } = await app.company()
  const failed = await ask(admin.token, true, { 'accept-language': 'en' })
  const trace_id = failed.headers[traceHeader]
  expect(trace_id).toMatch(/^[\da-f]{32}$/)
  expect(failed.statusCode).toBe(500)
  expect(failed.json()).toEqual({ code: 500, message: `Service exception (trace ${trace_id})`, data: { trace_id } })
  const good = await ask(admin.token, false)
  expect(good.headers[traceHeader]).not.toBe(trace_id)
  // What a stranger says of a trace before it is not believed.
  const forged = '4bf92f3577b34da6a3ce929d0e0e4736'
  const told = await ask(admin.token, false, { traceparent: `00-${forged}-00f067aa0ba902b7-01` })
  expect(told.headers[traceHeader]).not.toBe(forged)
})

test('calls and their statements go to the collector, with the company as an id and no value', async () => {
  const { admin, org_id } = await app.company()
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = `http://127.0.0.1:${port}`
  process.env.OTEL_SERVICE_NAME = 'qitao-test'
  const telemetry = await openTelemetry()
  const failed = await ask(admin.token, true)
  await telemetry.close()
  delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT
  delete process.env.OTEL_SERVICE_NAME

  const sent = JSON.stringify(received)
  expect(sent).toContain('qitao-test')
  // Metrics tell of all that this process has called, by the names of calls.
  const traced = JSON.stringify(received.filter(({ path }) => path === '/v1/traces'))
  expect(traced).not.toContain('secret')
  expect(traced).not.toContain('written')
  const spans = received
    .filter(({ path }) => path === '/v1/traces')
    .flatMap(({ body }) => JSON.parse(JSON.stringify(body)).resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap(({ spans: some }): Span[] => some)
  const call = spans.find(({ name }) => name === `POST ${asked.path}`)
  expect(call?.traceId).toBe(failed.headers[traceHeader])
  expect(call?.status.code).toBe(2)
  const of = (span: Span | undefined, key: string) => span?.attributes.find(one => one.key === key)?.value
  expect(of(call, 'qitao.org_id')?.stringValue).toBe(org_id)
  expect(of(call, 'qitao.code')?.intValue).toBe(500)
  expect(of(call, 'http.response.status_code')?.intValue).toBe(500)
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === call?.spanId)
  const texts = statements.map(one => of(one, 'db.query.text')?.stringValue)
  expect(texts).toContain("select $1::text as a, '?' as b")
  expect(texts.filter(one => one?.includes(org_id))).toEqual([])

  const metrics = received
    .filter(({ path }) => path === '/v1/metrics')
    .flatMap(({ body }) => JSON.parse(JSON.stringify(body)).resourceMetrics)
    .flatMap(({ scopeMetrics }) => scopeMetrics)
    .flatMap(({ metrics: some }) => some)
  const names = new Set(metrics.map(({ name }: { name: string }) => name))
  for (const { name } of registry.getMetricsAsArray()) expect(names, name).toContain(name)
  const seconds = metrics.findLast(({ name }: { name: string }) => name === 'qitao_statement_seconds')
  const [point] = seconds.histogram.dataPoints
  const counts: number[] = point.bucketCounts.map(Number)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(Number(point.count))
  expect(counts).toHaveLength(point.explicitBounds.length + 1)
})
