import { Gauge } from 'prom-client'
import { registry } from '../http/metrics.ts'
import type { LaneCount } from './job-queue.ts'

/** What waits and runs in all workers together, asked of the table when somebody looks. */
export const laneMetrics: { source: (() => Promise<LaneCount[]>) | undefined } = { source: undefined }

function gauge(name: string, help: string, figure: Exclude<keyof LaneCount, 'lane'>): void {
  const made: Gauge<'lane'> = new Gauge({
    name,
    help,
    labelNames: ['lane'],
    registers: [registry],
    collect: async () => {
      for (const count of (await laneMetrics.source?.().catch(() => [])) ?? [])
        made.set({ lane: count.lane }, count[figure])
    },
  })
}
gauge('qitao_jobs_queued', 'Jobs that wait, by lane', 'queued')
gauge('qitao_jobs_running', 'Jobs that run, by lane', 'running')
gauge('qitao_jobs_oldest_seconds', 'Seconds that the oldest waiting job has waited, by lane', 'oldest_seconds')
