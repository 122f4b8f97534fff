// An import of 10,000 rows of 20 columns beside other work, and an export of 2,000 rows: `npm run bench:excel`.

import { queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { exportTemplate, importFile } from '@qitao/access/model/record/excel.calls.ts'
import { login } from '@qitao/access/model/session/session.calls.ts'
import type { Envelope } from '@qitao/core/call.ts'
import { metricsOf } from '@qitao/e2e/server.ts'
import { materialExchange } from '@qitao/masterdata/model/masterdata.exchange.ts'
import { exportMaterials, listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { type Cell, writeWorkbook } from '@qitao/platform/server/excel/write-workbook.ts'
import { account, withServer } from './bench-server.ts'
import { at, measure, once } from './measure.ts'

const rows = Number(process.argv[2] ?? 10_000)
/** Imports of each kind; between them the neighbour is alone, so that both see the machine in the same minutes. */
const rounds = Number(process.argv[3] ?? 5)
const asked = 100
const pauseMs = 20
const memoryEveryMs = 500
const askEveryMs = 250

await withServer(async ({ url, caller, ask }) => {
  const token = await tokenOf(url)
  await caller.send(addUnit, { name: '件', precision: 2 })
  await ask(
    "insert into organization_config (org_id, config_key, config_value) values ($1, 'import_row_limit', '10000')",
  )
  const file = await once(`writing a file of ${rows} x 20`, () => workbook(rows, 'M'))
  console.log(`${(file.byteLength / 2 ** 20).toFixed(1)} MB`)

  await measure('template', 10, () => download(url, token, exportTemplate.path, { template_type: 'material' }))
  /** Milliseconds of each call of the neighbour while `goes` says so. */
  const neighbour = async (goes: (done: number) => boolean): Promise<number[]> => {
    const taken: number[] = []
    while (goes(taken.length)) {
      const began = performance.now()
      await caller.send(listMaterials, { page_size: 20 })
      taken.push(performance.now() - began)
      await new Promise(go => setTimeout(go, pauseMs))
    }
    return taken
  }
  await neighbour(done => done < asked)
  for (const [name, dry_run, given] of [
    ['checked only', 'true', async () => file],
    ['imported', 'false', (round: number) => (round === 0 ? file : workbook(rows, `R${round}`))],
    ['imported again, nothing new', 'false', async () => file],
    ['imported again, every row changed', 'false', (round: number) => workbook(rows, 'M', `v${round}`)],
  ] as const) {
    const [idle, beside, seconds]: [number[], number[], number[]] = [[], [], []]
    let [before, most, stall, cpu, result]: [number, number, number, number, unknown] = [Number.NaN, 0, 0, 0, undefined]
    for (let round = 0; round < rounds; round++) {
      const content = await given(round)
      idle.push(...(await neighbour(done => done < asked)))
      const { memory: memoryBefore, cpu: cpuBefore } = await look(url)
      if (round === 0) before = memoryBefore
      let running = true
      const calls = neighbour(() => running)
      const watch = (async () => {
        while (running) {
          const seen = await look(url)
          most = Math.max(most, seen.memory)
          stall = Math.max(stall, seen.stall)
          await new Promise(go => setTimeout(go, memoryEveryMs))
        }
      })()
      const began = performance.now()
      result = await imported(url, token, content, dry_run)
      seconds.push((performance.now() - began) / 1000)
      running = false
      beside.push(...(await calls))
      await watch
      cpu += (await look(url)).cpu - cpuBefore
    }
    const ratio = at(beside, 0.99) / at(idle, 0.99)
    console.log(
      `${rows} rows ${name}: median ${at(seconds, 0.5).toFixed(1)} s, longest ${at(seconds, 1).toFixed(1)} s of ${rounds}`,
    )
    console.log(
      `  ${JSON.stringify(result)}, ${(cpu / rounds).toFixed(1)} s of the server's CPU, the neighbour's calls included`,
    )
    for (const [what, times] of [
      ['alone', idle],
      ['beside it', beside],
    ] as const)
      console.log(
        `  a list ${what.padEnd(9)}: n ${times.length}, median ${at(times, 0.5).toFixed(1)} ms, p99 ${at(times, 0.99).toFixed(1)} ms, longest ${at(times, 1).toFixed(1)} ms`,
      )
    console.log(`  p99 beside is ${ratio.toFixed(1)} x alone; event loop stood at most ${(stall * 1000).toFixed(0)} ms`)
    console.log(`  memory of the server: ${before} MB before, at most ${most} MB, ${most - before} MB more`)
  }
  const ids = (await caller.send(listMaterials, { page_size: 2000 })).output.result.map(({ id }) => id)
  await measure('export of 2,000 rows', 5, () =>
    download(url, token, exportMaterials.path, { ids, columns: Object.keys(materialExchange.fields) }),
  )

  async function imported(at: string, by: string, content: Buffer, dry_run: string): Promise<unknown> {
    const form = new FormData()
    form.set('import_type', 'material')
    form.set('dry_run', dry_run)
    form.set('file', new Blob([new Uint8Array(content)]), 'materials.xlsx')
    const response = await fetch(at + importFile.path, { method: 'POST', headers: { authorization: by }, body: form })
    const { code, message, data } = (await response.json()) as Envelope<{ job_id: string }>
    if (code !== 200) throw new Error(message)
    for (;;) {
      const { output } = await caller.send(queryJobStatus, { job_id: data!.job_id })
      if (output.record.status > 1) return output.record.result
      // A page hears of the end by the live channel, and asks every two seconds.
      await new Promise(go => setTimeout(go, askEveryMs))
    }
  }
})

async function tokenOf(url: string): Promise<string> {
  const response = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  return ((await response.json()) as Envelope<{ token: string }>).data!.token
}
async function download(url: string, token: string, path: string, input: object): Promise<number> {
  const response = await fetch(url + path, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json' },
    body: JSON.stringify(input),
  })
  const content = await response.arrayBuffer()
  if (response.headers.get('content-type')?.includes('json')) throw new Error(Buffer.from(content).toString())
  return content.byteLength
}
/** Resident memory of the server in MB, its CPU seconds, and the longest stop of its event loop in seconds since the last look. */
async function look(url: string): Promise<{ memory: number; cpu: number; stall: number }> {
  const words = await metricsOf(url)
  const metric = (name: string) => Number(new RegExp(`^${name} (\\S+)`, 'm').exec(words)?.[1])
  return {
    memory: Math.round(metric('process_resident_memory_bytes') / 2 ** 20),
    cpu: metric('process_cpu_seconds_total'),
    stall: metric('nodejs_eventloop_lag_max_seconds'),
  }
}

function workbook(count: number, prefix: string, version = ''): Promise<Buffer> {
  const names = [
    ...[
      'code',
      'name',
      'name_en',
      'specs',
      'kind',
      'unit_id',
      'series',
      'drawing_no',
      'supply_lead_time',
      'minimum_lot',
    ],
    ...[
      'packaging_size',
      'safety_stock',
      'inventory_lower',
      'inventory_upper',
      'lot_managed',
      'shelf_life',
      'qc_required',
    ],
    ...['purchase_price', 'sales_price', 'remark'],
  ]
  const number = (value: number): Cell => ({ value, style: 'number' })
  const line = (n: number): Cell[] => [
    ...[
      `${prefix}-${String(n).padStart(5, '0')}`,
      `物料 ${n}${version}`,
      `Material ${n}`,
      `${n % 90} x ${n % 70} mm`,
      '原材料',
      '件',
      `系列 ${n % 20}`,
      `D-${n}`,
    ],
    ...[number(n % 60), number(n % 10), number(1 + (n % 5)), number((n % 100) + 0.25), number(10), number(500)],
    ...['是', number(365), '否', number(12.5), number(19.99), `备注 ${n}：保持干燥，避免阳光直射`],
  ]
  const rows = Array.from({ length: count }, (_, n) => line(n))
  const head = names.map((name): Cell => materialExchange.fields[name]!.title.zh)
  return writeWorkbook([{ name: '物料', columns: [], rows: [head, ...rows] }])
}
