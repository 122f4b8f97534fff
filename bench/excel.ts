// An import of 10,000 rows of 20 columns beside other work, and an export of 2,000 rows: `npm run bench:excel`.

import { exportTemplate, importFile } from '@qitao/access/model/excel.calls.ts'
import { queryJobStatus } from '@qitao/access/model/job.calls.ts'
import { login } from '@qitao/access/model/session.calls.ts'
import type { Envelope } from '@qitao/core/call.ts'
import { materialExchange } from '@qitao/masterdata/model/masterdata.exchange.ts'
import { exportMaterials, listMaterials } from '@qitao/masterdata/model/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit.calls.ts'
import { type Cell, writeWorkbook } from '@qitao/platform/server/excel/write-workbook.ts'
import { account, withServer } from './bench-server.ts'
import { at, measure, once } from './measure.ts'

const rows = Number(process.argv[2] ?? 10_000)
const asked = 300
const pauseMs = 20

await withServer(async ({ url, caller, ask }) => {
  const token = await tokenOf(url)
  await caller.send(addUnit, { name: '件', precision: 2 })
  await ask(
    "insert into organization_config (org_id, config_key, config_value) values ($1, 'import_row_limit', '10000')",
  )
  const file = await once(`writing a file of ${rows} x 20`, () => workbook(rows))
  console.log(`${(file.byteLength / 2 ** 20).toFixed(1)} MB`)

  await measure('template', 10, () => download(url, token, exportTemplate.path, { template_type: 'material' }))
  const list = () => caller.send(listMaterials, { page_size: 20 })
  const idle = await measure('a list, beside nothing', asked, list)
  for (const [name, dry_run] of [
    ['checked only', 'true'],
    ['imported', 'false'],
    ['imported again, nothing new', 'false'],
  ] as const) {
    const before = await memory(url)
    const cpuBefore = await cpuSeconds(url)
    let running = true
    const beside: number[] = []
    let most = 0
    const neighbour = (async () => {
      while (running) {
        const began = performance.now()
        await list()
        beside.push(performance.now() - began)
        most = Math.max(most, await memory(url))
        await new Promise(go => setTimeout(go, pauseMs))
      }
    })()
    const result = await once(`${rows} rows ${name}`, () => imported(url, token, file, dry_run))
    running = false
    await neighbour
    const ratio = at(beside, 0.99) / at(idle, 0.99)
    const cpu = (await cpuSeconds(url)) - cpuBefore
    console.log(`  ${JSON.stringify(result)}, ${cpu.toFixed(1)} s of the server's CPU, the neighbour's calls included`)
    console.log(
      `  a list beside it: n ${beside.length}, median ${at(beside, 0.5).toFixed(1)} ms, p99 ${at(beside, 0.99).toFixed(1)} ms (${ratio.toFixed(1)} x idle), longest ${at(beside, 1).toFixed(1)} ms`,
    )
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
      await new Promise(go => setTimeout(go, 50))
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
async function metric(url: string, name: string): Promise<number> {
  const words = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(words)?.[1])
}
/** Resident memory of the server in MB. */
async function memory(url: string): Promise<number> {
  return Math.round((await metric(url, 'process_resident_memory_bytes')) / 2 ** 20)
}
function cpuSeconds(url: string): Promise<number> {
  return metric(url, 'process_cpu_seconds_total')
}

function workbook(count: number): Promise<Buffer> {
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
      `M-${String(n).padStart(5, '0')}`,
      `物料 ${n}`,
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
