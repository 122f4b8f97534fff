import { pino } from 'pino'
import { traceFields } from './observe/trace.ts'

/** Structured logs, each line with the trace that it belongs to; secrets never stand in them. `LOG_LEVEL` sets how much is said. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? (process.env.VITEST ? 'fatal' : 'info'),
  mixin: traceFields,
  redact: { paths: ['*.password', '*.token', 'authorization', '*.authorization', 'headers'], censor: '[redacted]' },
})
