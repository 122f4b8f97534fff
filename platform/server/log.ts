import { pino } from 'pino'

/** Structured logs; secrets never stand in them. `LOG_LEVEL` sets how much is said. */
export const log = pino({
  level: process.env.LOG_LEVEL ?? (process.env.VITEST ? 'fatal' : 'info'),
  redact: { paths: ['*.password', '*.token', 'authorization', '*.authorization', 'headers'], censor: '[redacted]' },
})
