import { AlwaysOnSampler, ParentBasedSampler } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import { samplerOf } from './otlp.ts'
import { verbOf, withoutValues } from './statement-words.ts'
import { isExporting } from './telemetry.ts'
import { idOfTrace, inTrace, newTraceId, traceBefore, traceFields } from './trace.ts'

const [trace_id, span_id] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7']

test('what came before is read as W3C Trace Context says, and nothing else is', () => {
  expect(traceBefore(`00-${trace_id}-${span_id}-01`)).toEqual({ trace_id, span_id, sampled: true })
  expect(traceBefore(`00-${trace_id}-${span_id}-00`)?.sampled).toBe(false)
  expect(traceBefore(`01-${trace_id}-${span_id}-01-more`)).toBeDefined()
  for (const no of [undefined, '', 'x', `00-${'0'.repeat(32)}-${span_id}-01`, `00-${trace_id}-${'0'.repeat(16)}-01`])
    expect(traceBefore(no), String(no)).toBeUndefined()
})

test('log lines carry the trace that they are written in', async () => {
  const one = newTraceId()
  expect(one).toMatch(/^[\da-f]{32}$/)
  expect(traceFields()).toEqual({})
  await inTrace({ trace_id: one, span: undefined, cause: 'test' }, async () => {
    await new Promise(done => setImmediate(done))
    expect(traceFields()).toEqual({ trace_id: one })
  })
  expect(idOfTrace('0190a1b2-c3d4-7e5f-8a9b-0c1d2e3f4a5b')).toBe('0190a1b2c3d47e5f8a9b0c1d2e3f4a5b')
})

test('a statement is named without the values written into it', () => {
  const written = "select * from app_user where name = 'O''Brien' and account = $1 and note like 'cut"
  expect(withoutValues(written)).toBe("select * from app_user where name = '?' and account = $1 and note like '?")
  expect(withoutValues(`select ${'a, '.repeat(5_000)}`).length).toBe(4_000)
  expect(verbOf('/* planned anew */ WITH x as (select 1) select * from x')).toBe('with')
})

test('samplers go by their standard names, and a wrong setting says what is right', () => {
  expect(samplerOf({})).toBeInstanceOf(ParentBasedSampler)
  expect(samplerOf({ OTEL_TRACES_SAMPLER: 'always_on' })).toBeInstanceOf(AlwaysOnSampler)
  const tenth = samplerOf({ OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' })
  expect(String(tenth)).toContain('0.1')
  expect(() => samplerOf({ OTEL_TRACES_SAMPLER: 'some' })).toThrow('traceidratio')
  expect(() => samplerOf({ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' })).toThrow(
    'within 0 and 1',
  )
})

test('nothing is sent without an endpoint, or when it is switched off', () => {
  expect(isExporting({})).toBe(false)
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318' }
  expect(isExporting(endpoint)).toBe(true)
  expect(isExporting({ ...endpoint, OTEL_SDK_DISABLED: 'true' })).toBe(false)
})
