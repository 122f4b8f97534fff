import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { faults } from './planted.ts'

/**
 * Plants one fault after the other and races the two commands that meet it; a fault that is not found ends it with 1.
 * `node apps/server/testing/races/find-planted.ts [part of a name]`
 */
const folder = mkdtempSync(join(tmpdir(), 'qitao-planted-'))
const wanted = process.argv[2] ?? ''
const lost: string[] = []
for (const { name, pair } of faults.filter(fault => fault.name.includes(wanted))) {
  const report = join(folder, 'report')
  const { stdout } = spawnSync('npx', ['vitest', 'run', '--config', 'apps/server/testing/races/planted.config.ts'], {
    env: { ...process.env, PLANTED: name, RACES: 'pairs', RACES_ONLY: pair.join('|'), RACES_REPORT: report },
    encoding: 'utf8',
  })
  const found = existsSync(report) ? readFileSync(report, 'utf8').trim().split('\n') : []
  rmSync(report, { force: true })
  const [first] = found.map(line => JSON.parse(line) as { at: number; what: string })
  if (!first) lost.push(name)
  const how = first ? `found at ${found.length} stops: ${first.what.slice(0, 160).replace(/\s+/g, ' ')}` : 'NOT FOUND'
  process.stdout.write(`${name}\n    ${pair.join(' and ')}: ${how}\n`)
  if (!first) process.stdout.write(`${stdout.slice(-1500)}\n`)
}
rmSync(folder, { recursive: true })
process.exitCode = lost.length > 0 ? 1 : 0
