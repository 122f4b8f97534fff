import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { registry } from '@qitao/platform/server/http/metrics.ts'
import { expect, test } from 'vitest'
import { testApp } from './testing/test-app.ts'

await testApp()
const folder = join(import.meta.dirname, '../../docs/observe')
const files = readdirSync(folder).filter(name => /\.(json|yaml)$/.test(name))
const named = /\b(?:qitao|nodejs|process)_[a-z0-9_]+/g

/** What is told at /metrics, with what a histogram adds to its name. */
async function told(): Promise<{ names: Set<string>; labels: Map<string, Set<string>> }> {
  const all = (await registry.getMetricsAsJSON()).flatMap(({ name, type }) =>
    String(type) === 'histogram' ? [name, `${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const labels = new Map<string, Set<string>>()
  const text = await registry.metrics()
  for (const [, name = '', written = ''] of text.matchAll(/^(\w+)\{([^}]*)\}/gm))
    for (const [, label = ''] of written.matchAll(/(\w+)="/g))
      labels.set(name, (labels.get(name) ?? new Set()).add(label))
  return { names: new Set(all), labels }
}

test('every metric that a dashboard or an alert names is told at /metrics', async () => {
  const { names } = await told()
  expect(files.sort()).toEqual([
    'alerts.yaml',
    'calls.dashboard.json',
    'database.dashboard.json',
    'jobs.dashboard.json',
  ])
  for (const file of files) {
    const asked = readFileSync(join(folder, file), 'utf8').match(named) ?? []
    expect(asked.length, file).toBeGreaterThan(5)
    expect(
      asked.filter(one => !names.has(one)),
      file,
    ).toEqual([])
  }
})

test('an unknown metric would be found', async () => {
  const { names } = await told()
  expect('rate(qitao_call_second_count[5m])'.match(named)?.filter(one => !names.has(one))).toEqual([
    'qitao_call_second_count',
  ])
})

test('dashboards have one number each for their panels, and a name that does not change', () => {
  const boards = files
    .filter(file => file.endsWith('.json'))
    .map((file): { uid: string; panels: { id: number; title: string }[] } =>
      JSON.parse(readFileSync(join(folder, file), 'utf8')),
    )
  expect(new Set(boards.map(({ uid }) => uid)).size).toBe(boards.length)
  for (const { panels } of boards) expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
})

test('no figure is told for a company or a person', async () => {
  const { labels } = await told()
  const ofPeople = ['org_id', 'company', 'user', 'account']
  const found = [...labels].filter(([name, of]) => name.startsWith('qitao_') && ofPeople.some(label => of.has(label)))
  expect(found.map(([name]) => name)).toEqual([])
})
