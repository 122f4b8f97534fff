import { collectDefaultMetrics, Histogram, Registry } from 'prom-client'

export const registry = new Registry()
collectDefaultMetrics({ register: registry })

/** By the contract's path, never by a raw address. */
export const callSeconds = new Histogram({
  name: 'qitao_call_seconds',
  help: 'Seconds from request to answer, by call and code',
  labelNames: ['call', 'code'] as const,
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 30],
  registers: [registry],
})
