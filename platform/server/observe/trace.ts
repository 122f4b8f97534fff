import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import {
  type Attributes,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  type Tracer,
  trace as traces,
} from '@opentelemetry/api'

/**
 * What belongs together: a call or a job with all that it does has one number, in its log lines and in the error that people see.
 * With an exporter (`otlp.ts`) it is the number of the trace, too; spans are made with one only.
 */
export interface Trace {
  readonly trace_id: string
  readonly span: Span | undefined
  /** The call or job. */
  readonly cause: string
}
/** A span that somebody before us has begun, as `traceparent` tells. */
export interface Before {
  readonly trace_id: string
  readonly span_id: string
  readonly sampled: boolean
}
interface Begun {
  readonly name: string
  readonly kind: SpanKind
  readonly attributes?: Attributes
}

const active = new AsyncLocalStorage<Trace>()
let tracer: Tracer | undefined
let wanted: string | undefined

/** Of whoever exports: the number that the next span is to have, where it is the first of its trace. */
export const wantedTraceId = (): string => wanted ?? newTraceId()
/** From now on spans are made; undefined: no more. */
export function traceBy(made: Tracer | undefined): void {
  tracer = made
}
export const newTraceId = (): string => idOfTrace(randomUUID())
/** A job is found by its own number. */
export const idOfTrace = (id: string): string => id.replaceAll('-', '')

const traceparent = /^[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-|$)/
/** W3C Trace Context; undefined when it says nothing that can be read. */
export function traceBefore(header: unknown): Before | undefined {
  const [, trace_id, span_id, flags] = (typeof header === 'string' && traceparent.exec(header)) || []
  if (trace_id === undefined || span_id === undefined || flags === undefined) return undefined
  return { trace_id, span_id, sampled: (Number.parseInt(flags, 16) & TraceFlags.SAMPLED) !== 0 }
}

/** A trace begins, or goes on from before. Whoever begins it ends its span. */
export function beginTrace({ name, kind, attributes = {} }: Begun, trace_id: string, before?: Before): Trace {
  if (!tracer) return { trace_id: before?.trace_id ?? trace_id, span: undefined, cause: name }
  const parent = before && {
    traceId: before.trace_id,
    spanId: before.span_id,
    traceFlags: before.sampled ? TraceFlags.SAMPLED : TraceFlags.NONE,
    isRemote: true,
  }
  wanted = trace_id
  try {
    const context = parent ? traces.setSpanContext(ROOT_CONTEXT, parent) : ROOT_CONTEXT
    const span = tracer.startSpan(name, { kind, attributes }, context)
    return { trace_id: span.spanContext().traceId, span, cause: name }
  } finally {
    wanted = undefined
  }
}
/** The kind of what went wrong, never its words: they may hold values. */
export function spanFails(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kindOfError(error))
}
const kindOfError = (error: unknown): string => {
  const { code } = Object(error)
  return typeof code === 'string' && code !== '' ? code : error instanceof Error ? error.name : 'unknown'
}

/** What is done in it belongs to it. */
export const inTrace = <T>(one: Trace, work: () => T): T => active.run(one, work)
export const causeNow = (): string | undefined => active.getStore()?.cause
/** For log lines. */
export function traceFields(): { trace_id?: string; span_id?: string } {
  const now = active.getStore()
  if (!now) return {}
  return now.span ? { trace_id: now.trace_id, span_id: now.span.spanContext().spanId } : { trace_id: now.trace_id }
}

/** A span around work that belongs to the trace that goes on; the work alone where none does. */
export async function traced<T>({ name, kind, attributes = {} }: Begun, work: () => Promise<T>): Promise<T> {
  const now = active.getStore()
  if (!tracer || !now?.span) return work()
  const span = tracer.startSpan(name, { kind, attributes }, traces.setSpan(ROOT_CONTEXT, now.span))
  try {
    return await inTrace({ ...now, span }, work)
  } catch (error) {
    spanFails(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** A span of something that is over and took so long, in the trace that goes on. `attributes` are asked for when somebody keeps them. */
export function tracedBefore(name: string, ms: number, attributes: () => Attributes, error?: unknown): void {
  const now = active.getStore()
  if (!tracer || !now?.span?.isRecording()) return
  const end = Date.now()
  const span = tracer.startSpan(
    name,
    { kind: SpanKind.CLIENT, attributes: attributes(), startTime: end - ms },
    traces.setSpan(ROOT_CONTEXT, now.span),
  )
  if (error !== undefined) spanFails(span, error)
  span.end(end)
}
