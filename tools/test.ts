/*
 * `npm test`: everything that says whether the product is right; ends with one line `N passed, N failed`.
 *   npm test                          all parts
 *   npm test -- unit server           some parts: check, unit, server, stories
 *   npm test -- server areas/sales    the rest goes to the runner: files to run, or its options
 */
import './require-node-24.js'
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Counts, countsOfPlaywright, countsOfVitest, judge, lastLine } from './test-counts.ts'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const reports = mkdtempSync(join(tmpdir(), 'qitao-reports-'))
const minute = 60_000

// Servers and threads start hundreds of times in a run: what Node has compiled once, it keeps for the next.
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache/compiled')

// What the statements of the product bring in the server part is noted there, and proved against their row types after it.
const sqlProof = join(root, 'tools/sql-proof')
const sqlRecords = mkdtempSync(join(reports, 'sql-'))
const recording = { SQL_RECORDS: sqlRecords, NODE_OPTIONS: `--import=${pathToFileURL(join(sqlProof, 'record.ts'))}` }

type Stage = { name: string; run(rest: string[]): Promise<Counts> }

const parts: Record<string, Stage[]> = {
  check: ['types', 'lint', 'house', 'dead'].map(name => ({
    name: `check ${name}`,
    run: () => check('npm', ['run', '--silent', `check:${name}`]),
  })),
  unit: [{ name: 'unit', run: rest => vitest('unit', rest) }],
  server: [
    { name: 'server', run: rest => vitest('server', rest, recording) },
    { name: 'sql', run: proveSql },
  ],
  stories: [{ name: 'stories', run: stories }],
}

async function check(program: string, words: string[]): Promise<Counts> {
  const exitCode = await run(program, words, 10 * minute)
  return { passed: exitCode === 0 ? 1 : 0, failed: exitCode === 0 ? 0 : 1, skipped: 0 }
}

/** Of some tests nobody expects that they run every statement; after all of them those that were not run are named. */
function proveSql(rest: string[]): Promise<Counts> {
  return check(process.execPath, [join(sqlProof, 'prove.ts'), sqlRecords, ...(rest.length > 0 ? [] : ['named'])])
}

async function vitest(project: string, rest: string[], env: Record<string, string> = {}): Promise<Counts> {
  const report = join(reports, `${project}.json`)
  const exitCode = await run(
    process.execPath,
    [
      join(modules, 'vitest/vitest.mjs'),
      ...['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...rest,
    ],
    60 * minute,
    env,
  )
  return judge(read(report, countsOfVitest), exitCode)
}

async function stories(rest: string[]): Promise<Counts> {
  const { findChromium } = await import('./chromium.ts')
  const { buildWeb } = await import('./build-web.ts')
  const { startServer, demoPassword } = await import('@qitao/e2e/server.ts')
  const chromium = await findChromium()
  buildWeb()
  const server = await startServer()
  const report = join(reports, 'stories.json')
  try {
    const exitCode = await run(
      process.execPath,
      [join(modules, '@playwright/test/cli.js'), 'test', '--config', 'e2e/playwright.config.ts', ...rest],
      60 * minute,
      {
        BASE_URL: server.url,
        CHROMIUM_PATH: chromium,
        DEMO_PASSWORD: demoPassword,
        STORY_OUTBOX: join(server.dataDir, 'outbox'),
        STORY_DATABASE: JSON.stringify(server.databaseConfig),
        STORY_RESULTS: report,
      },
    )
    return judge(read(report, countsOfPlaywright), exitCode)
  } finally {
    await server.stop()
  }
}

/** Runs a program to its end, its output passing through. Resolves to its exit code; 1 when it had to be ended. */
function run(program: string, words: string[], limit: number, env: Record<string, string> = {}): Promise<number> {
  return new Promise(done => {
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, CI: 'true', ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    })
    const timer = setTimeout(() => {
      console.error(`${program} ran longer than ${limit / minute} minutes and is ended`)
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    }, limit)
    child.once('error', error => {
      console.error(error.message)
      clearTimeout(timer)
      done(1)
    })
    child.once('close', code => {
      clearTimeout(timer)
      done(code ?? 1)
    })
  })
}

function read<T>(report: string, count: (report: T) => Counts): Counts | undefined {
  try {
    return count(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}

const words = process.argv.slice(2)
const asked = words.filter(word => Object.hasOwn(parts, word))
const rest = words.filter(word => !Object.hasOwn(parts, word))
const stages = Object.entries(parts)
  .filter(([part]) => asked.length === 0 || asked.includes(part))
  .flatMap(([, list]) => list)

const results: { name: string; seconds: number; counts: Counts }[] = []
for (const { name, run } of stages) {
  console.log(`\n=== ${name}`)
  const began = Date.now()
  const counts = await run(rest).catch(error => {
    console.error(error)
    return { passed: 0, failed: 1, skipped: 0 }
  })
  const seconds = Math.round((Date.now() - began) / 1000)
  results.push({ name, seconds, counts })
  console.log(`=== ${name}: ${lastLine([counts])} in ${seconds} s`)
}
rmSync(reports, { recursive: true, force: true })

console.log('')
for (const { name, seconds, counts } of results)
  console.log(
    `${name.padEnd(12)} ${lastLine([counts])}${counts.skipped ? `, ${counts.skipped} skipped` : ''}, ${seconds} s`,
  )
const all = results.map(({ counts }) => counts)
process.exitCode = all.some(({ failed }) => failed > 0) ? 1 : 0
console.log(lastLine(all))
