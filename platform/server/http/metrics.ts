import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client'

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

/** Of the event loop: what threads ask is timed by the call or job that they work for. */
export const statementSeconds = new Histogram({
  name: 'qitao_statement_seconds',
  help: 'Seconds that the database took for a statement, by whether it failed',
  labelNames: ['failed'] as const,
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30],
  registers: [registry],
})
export const slowStatements = new Counter({
  name: 'qitao_slow_statements_total',
  help: 'Statements that took longer than SLOW_STATEMENT_SECONDS',
  registers: [registry],
})
export const jobSeconds = new Histogram({
  name: 'qitao_job_seconds',
  help: 'Seconds that a job took, by its kind and how it ended (done, failed, given_up)',
  labelNames: ['type', 'end'] as const,
  buckets: [0.05, 0.25, 1, 5, 15, 60, 300, 1800],
  registers: [registry],
})
export const sentOut = new Counter({
  name: 'qitao_sent_total',
  help: 'Messages to the outside (mail, web_hook) by what came of them (sent, failed)',
  labelNames: ['kind', 'outcome'] as const,
  registers: [registry],
})
