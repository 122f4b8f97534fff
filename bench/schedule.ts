/**
 * Job shop bench: solves every instance of a folder in one worker thread and writes the solutions.
 *   npm run bench:schedule -- --dir DIR --out DIR --seconds S [--only a,b] [--cpu] [--seed N]
 * DIR holds <name>.json or instances/<name>.json, and may have a bounds.json beside. A name may end in * to stand for many.
 * --cpu counts the seconds of the processor instead of the clock: for machines that are shared.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { minimiseMakespan } from '@qitao/planning/search/minimise-makespan.ts'
import { readShop, type ShopFile, writeShopSolution } from '@qitao/planning/search/shop-file.ts'

interface Task {
  readonly file: string
  readonly out: string
  readonly seconds: number
  readonly cpu: boolean
  readonly seed: number
}

interface Solved {
  readonly makespan: number
  readonly lowerBound: number
  readonly iterations: number
  readonly cpuSeconds: number
  readonly firstSeconds: number
  readonly firstMakespan: number
}

function solve({ file, out, seconds, cpu, seed }: Task): Solved {
  const cpuNow = () => {
    const { user, system } = process.threadCpuUsage()
    return (user + system) / 1e6
  }
  const now = cpu ? cpuNow : () => performance.now() / 1000
  const begin = now()
  const cpuBegin = cpuNow()
  const instance = JSON.parse(readFileSync(file, 'utf8')) as ShopFile
  let firstSeconds = -1
  let firstMakespan = 0
  const result = minimiseMakespan(readShop(instance), {
    seed,
    shouldStop: () => now() - begin >= seconds,
    onProgress: ({ makespan }) => {
      if (firstSeconds >= 0) return
      firstSeconds = now() - begin
      firstMakespan = makespan
    },
  })
  const cpuSeconds = cpuNow() - cpuBegin
  writeFileSync(out, JSON.stringify(writeShopSolution(instance, result)))
  const { makespan, lowerBound, iterations } = result
  return { makespan, lowerBound, iterations, cpuSeconds, firstSeconds, firstMakespan }
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      dir: { type: 'string' },
      out: { type: 'string' },
      seconds: { type: 'string', default: '10' },
      only: { type: 'string' },
      cpu: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
    },
  })
  const { dir, out } = values
  if (!dir || !out) throw new Error('--dir and --out are needed')
  const folder = existsSync(join(dir, 'instances')) ? join(dir, 'instances') : dir
  const boundsFile = [join(dir, 'bounds.json'), join(dir, '..', 'bounds.json')].find(existsSync)
  const bounds: Record<string, { ub: number | null }> = boundsFile ? JSON.parse(readFileSync(boundsFile, 'utf8')) : {}
  const wanted = values.only?.split(',')
  const names = readdirSync(folder)
    .filter(file => file.endsWith('.json') && file !== 'bounds.json' && file !== 'published.json')
    .map(file => file.slice(0, -'.json'.length))
    .filter(
      name =>
        !wanted ||
        wanted.some(pattern => (pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern)),
    )
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
  mkdirSync(out, { recursive: true })
  const gaps = new Map<string, number[]>()
  console.log('name makespan lower_bound best_known gap_percent cpu_seconds iterations first_makespan first_seconds')
  for (const name of names) {
    const file = join(folder, `${name}.json`)
    const { family = '-' } = JSON.parse(readFileSync(file, 'utf8')) as ShopFile
    const task: Task = {
      file,
      out: join(out, `${name}.json`),
      seconds: Number(values.seconds),
      cpu: values.cpu,
      seed: Number(values.seed),
    }
    const solved = await new Promise<Solved>((resolve, reject) => {
      new Worker(new URL(import.meta.url), { workerData: task }).once('message', resolve).once('error', reject)
    })
    const best = bounds[name]?.ub ?? null
    const gap = best === null ? null : (100 * (solved.makespan - best)) / best
    if (gap !== null) gaps.set(family, [...(gaps.get(family) ?? []), gap])
    console.log(
      name,
      solved.makespan,
      solved.lowerBound,
      best ?? '-',
      gap?.toFixed(2) ?? '-',
      solved.cpuSeconds.toFixed(2),
      solved.iterations,
      solved.firstMakespan,
      solved.firstSeconds.toFixed(2),
    )
  }
  const mean = (list: readonly number[]) => (list.reduce((sum, gap) => sum + gap, 0) / list.length).toFixed(2)
  for (const [family, list] of gaps) console.log(`mean ${family} (${list.length}): ${mean(list)} %`)
  const all = [...gaps.values()].flat()
  if (all.length > 0) console.log(`mean of all (${all.length}): ${mean(all)} %`)
}

if (isMainThread) await main()
else parentPort!.postMessage(solve(workerData as Task))
