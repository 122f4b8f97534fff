/**
 * Plant bench: nets, pegs and schedules a whole plant in one worker thread and writes the plan. It is made to hold when
 * receipts come late and runs take longer (`disturbances`).
 *   npm run bench:plant -- --in plant.json[.gz] --out plan.json[.gz] --seconds S [--seed N] [--cpu]
 * --cpu counts the seconds of the processor instead of the clock: for machines that are shared.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { gunzipSync, gzipSync } from 'node:zlib'
import { schedule } from '@qitao/planning/scheduling/improve/schedule.ts'
import type { PlantFile } from './plant-format.ts'
import { pegByPlan, planPlantMaterial } from './plant-material.ts'
import { disturbances, openOperations, planFileOf, problemOf } from './plant-problem.ts'

interface Task {
  readonly in: string
  readonly out: string
  readonly seconds: number
  readonly seed: number
  readonly cpu: boolean
}

/** Kept back for writing the plan. */
const writingShare = 0.03

function run(task: Task): string {
  const cpuNow = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1e6
  }
  const now = task.cpu ? cpuNow : () => performance.now() / 1000
  const begin = now()
  const parts: string[] = []
  const timed = <T>(name: string, work: () => T): T => {
    const from = now()
    const value = work()
    parts.push(`${name} ${(now() - from).toFixed(2)} s`)
    return value
  }
  const plant: PlantFile = timed('read', () => JSON.parse(text(task.in)))
  const operations = openOperations(plant)
  const needed = timed('netted', () => planPlantMaterial(plant, operations))
  // By need dates at first; then what is bought by the starts of a plan, and in the end all by those of the last one.
  const byNeed = timed('problem', () => problemOf(plant, operations, needed))
  const first = timed('first plan', () => schedule(byNeed))
  const firstAt = now() - begin
  const material = timed('pegged', () => pegByPlan(plant, operations, needed, first, 'bought'))
  const problem = { ...problemOf(plant, operations, material), disturbances }
  const plan = schedule(problem, {
    seed: task.seed,
    iterations: 1e9,
    shouldStop: () => now() - begin >= task.seconds * (1 - writingShare) - 0.1,
  })
  const pegged = pegByPlan(plant, operations, material, plan, 'all')
  const out = JSON.stringify(planFileOf(plant, operations, pegged, plan))
  writeFileSync(task.out, task.out.endsWith('.gz') ? gzipSync(out) : out)
  const { weightedTardinessHours, lateOrders, setupSeconds, unplannedOrders } = plan.score
  return [
    `${plant.name}: ${operations.length} operations; ${parts.join(', ')}`,
    `first plan ${first.score.weightedTardinessHours.toFixed(0)} h at ${firstAt.toFixed(2)} s`,
    `weighted tardiness ${weightedTardinessHours.toFixed(1)} h, late ${lateOrders}, set-up ${(setupSeconds / 3600).toFixed(0)} h, unplanned ${unplannedOrders}`,
    `steps ${plan.iterations}, ${(now() - begin).toFixed(2)} s, processor ${cpuNow().toFixed(2)} s`,
  ].join('; ')
}

function text(file: string): string {
  const data = readFileSync(file)
  return (file.endsWith('.gz') ? gunzipSync(data) : data).toString('utf8')
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      in: { type: 'string' },
      out: { type: 'string' },
      seconds: { type: 'string', default: '30' },
      seed: { type: 'string', default: '1' },
      cpu: { type: 'boolean', default: false },
    },
  })
  if (!values.in || !values.out) throw new Error('--in and --out are needed')
  const task: Task = {
    in: values.in,
    out: values.out,
    seconds: Number(values.seconds),
    seed: Number(values.seed),
    cpu: values.cpu,
  }
  const worker = new Worker(new URL(import.meta.url), { workerData: task })
  const line = await new Promise<string>((resolve, reject) => worker.once('message', resolve).once('error', reject))
  console.log(line)
}

if (isMainThread) await main()
else parentPort!.postMessage(run(workerData as Task))
