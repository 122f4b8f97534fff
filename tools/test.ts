/*
 * `npm test`: everything that says whether the product is right; ends with one line `N passed, N failed`.
 *   npm test                          all parts
 *   npm test -- unit server           some parts: check, unit, server, stories
 *   npm test -- changed [base]        what a change since that commit (main, or on main the last one) can reach
 *   npm test -- server areas/sales    the rest goes to the runner: files to run, or its options
 */
import './require-node-24.js'
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { reachOf } from './reach.ts'
import { countsOfPlaywright, countsOfVitest, judge, lastLine } from './test-counts.ts'
import {
  failuresOfPlaywright,
  failuresOfVitest,
  filesToTryAgain,
  type Outcome,
  toldOf,
  triedAgain,
  unsteadyOfPlaywright,
} from './test-failures.ts'

const root = join(import.meta.dirname, '..')
const modules = join(root, 'node_modules')
const reports = mkdtempSync(join(tmpdir(), 'qitao-reports-'))
const minute = 60_000

// Servers and threads start hundreds of times in a run: what Node has compiled once, it keeps for the next.
process.env.NODE_COMPILE_CACHE ??= join(modules, '.cache/compiled')

// What is not done whole is done in slices (platform/server/testing/slice.ts): the next one with each day and each commit.
const days = Math.floor(Date.now() / 86_400_000)
const commits = Number(spawnSync('git', ['rev-list', '--count', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout) || 0
process.env.RUN_SEED ??= String(days + commits)

// What the statements of the product bring in the server part is noted there, and proved against their row types after it.
const sqlProof = join(root, 'tools/sql-proof')
const sqlRecords = mkdtempSync(join(reports, 'sql-'))
const recording = { SQL_RECORDS: sqlRecords, NODE_OPTIONS: `--import=${pathToFileURL(join(sqlProof, 'record.ts'))}` }

/** `beside`: runs side by side with the others of which this is said, before all else. */
type Stage = { name: string; beside?: true; run(rest: string[]): Promise<Outcome> }
/** How a program ended, and the last that it said. */
type Ended = { exitCode: number; tail: string }

const parts: Record<string, Stage[]> = {
  check: ['types', 'lint', 'house', 'dead'].map(name => ({
    name: `check ${name}`,
    // Most of them keep one processor busy.
    beside: true,
    run: () => check('npm', ['run', '--silent', `check:${name}`]),
  })),
  unit: [{ name: 'unit', run: rest => vitest('unit', rest) }],
  server: [
    { name: 'server', run: rest => vitest('server', rest, recording) },
    { name: 'sql', run: proveSql },
  ],
  stories: [{ name: 'stories', run: stories }],
}

/** The checks, and of the tests those that the change can reach. */
function changedStages(given?: string): Stage[] {
  const git = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync('git', words, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 28 })
    if (status !== 0) throw new Error(`git ${words.join(' ')}: ${stderr}`)
    return stdout.trim()
  }
  const isMain = git('rev-parse', '--abbrev-ref', 'HEAD') === 'main'
  const base = given ?? (isMain ? 'HEAD' : git('merge-base', 'main', 'HEAD'))
  const changed = `${git('diff', '--name-only', base)}\n${git('ls-files', '--others', '--exclude-standard')}`
    .split('\n')
    .filter(path => path !== '')
  const ours = git('ls-files', '--cached', '--others', '--exclude-standard', '*.ts', '*.tsx').split('\n')
  const json = (folder: string) => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))
  const folders = new Map<string, string>(json('.').workspaces.map((folder: string) => [json(folder).name, folder]))
  const present = ours.filter(path => existsSync(join(root, path)))
  const files = new Map(present.map(path => [path, readFileSync(join(root, path), 'utf8')]))
  const { unit, server, stories: told } = reachOf(changed, { folders, files })
  console.log(`${changed.length} files changed since ${base}; ${server.length} server tests, ${told.length} stories`)
  return [
    ...parts.check!,
    ...(unit ? [{ name: 'unit', run: () => vitest('unit', [`--changed=${base}`]) }] : []),
    ...(server.length > 0 ? [{ name: 'server', run: () => vitest('server', server) }] : []),
    ...(told.length > 0 ? [{ name: 'stories', run: () => stories(told) }] : []),
  ]
}

/** Says what it found when it has ended, so that those who run side by side do not talk into each other. */
async function check(program: string, words: string[]): Promise<Outcome> {
  const ended = await run(program, words, 10 * minute, {}, 'at its end')
  const passed = ended.exitCode === 0
  return outcome({ counts: { passed: passed ? 1 : 0, failed: passed ? 0 : 1, skipped: 0 }, failures: [] }, ended)
}

/** Of some tests nobody expects that they run every statement; after all of them those that were not run are named. */
function proveSql(rest: string[]): Promise<Outcome> {
  return check(process.execPath, [join(sqlProof, 'prove.ts'), sqlRecords, ...(rest.length > 0 ? [] : ['named'])])
}

async function vitest(project: string, rest: string[], env: Record<string, string> = {}): Promise<Outcome> {
  const first = await vitestOnce(project, rest, env)
  const files = filesToTryAgain(first.failures)
  if (files.length === 0) return first
  console.log(`\n=== again, alone: ${files.join(' ')}`)
  return triedAgain(first, await vitestOnce(project, files, env))
}

async function vitestOnce(project: string, rest: string[], env: Record<string, string>): Promise<Outcome> {
  const report = join(reports, `${project}.json`)
  rmSync(report, { force: true })
  const ended = await run(
    process.execPath,
    [
      join(modules, 'vitest/vitest.mjs'),
      ...['run', '--project', `${project}*`, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`],
      ...rest,
    ],
    60 * minute,
    env,
  )
  const read = readReport(report, found => ({ counts: countsOfVitest(found), failures: failuresOfVitest(found) }))
  // A change may reach no unit test.
  const isNothing = read?.counts.passed === 0 && read.counts.failed === 0
  if (isNothing && ended.exitCode === 0 && rest.some(word => word.startsWith('--changed'))) return read
  return outcome(read, ended)
}

/** What failed without a test that says so is told by the last that the runner said. */
function outcome(read: Outcome | undefined, { exitCode, tail }: Ended): Outcome {
  const counts = judge(read?.counts, exitCode)
  const failures = read?.failures ?? []
  const message = tail.trimEnd().split('\n').slice(-12).join('\n')
  const silent = counts.failed > 0 && failures.length === 0
  return {
    counts,
    failures: silent ? [{ file: 'the runner', name: 'its last words', message }] : failures,
    unsteady: read?.unsteady ?? [],
  }
}

async function stories(rest: string[]): Promise<Outcome> {
  const { findChromium } = await import('./chromium.ts')
  const { buildWeb } = await import('./build-web.ts')
  const { startServer, demoPassword } = await import('@qitao/e2e/server.ts')
  const chromium = await findChromium()
  buildWeb()
  // Stories listen for web hooks on this machine.
  const server = await startServer({ env: { WEB_HOOK_LOOPBACK: '1' } })
  const report = join(reports, 'stories.json')
  try {
    const ended = await run(
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
    const read = readReport(report, found => ({
      counts: countsOfPlaywright(found),
      failures: failuresOfPlaywright(found),
      unsteady: unsteadyOfPlaywright(found),
    }))
    return outcome(read, ended)
  } finally {
    await server.stop()
  }
}

/** Runs a program to its end, its output passing through or told then; its exit code is 1 when it had to be ended. */
function run(
  program: string,
  words: string[],
  limit: number,
  env: Record<string, string> = {},
  told: 'at once' | 'at its end' = 'at once',
): Promise<Ended> {
  return new Promise(done => {
    let tail = ''
    const child = spawn(program, words, {
      cwd: root,
      env: { ...process.env, CI: 'true', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    for (const [from, to] of [
      [child.stdout, process.stdout],
      [child.stderr, process.stderr],
    ] as const) {
      if (told === 'at once') from.pipe(to, { end: false })
      from.setEncoding('utf8').on('data', text => {
        tail = (tail + text).slice(-20_000)
      })
    }
    const timer = setTimeout(() => {
      console.error(`${program} ran longer than ${limit / minute} minutes and is ended`)
      child.kill('SIGTERM')
      setTimeout(() => child.kill('SIGKILL'), 10_000).unref()
    }, limit)
    child.once('error', error => {
      console.error(error.message)
      clearTimeout(timer)
      done({ exitCode: 1, tail: error.message })
    })
    child.once('close', code => {
      clearTimeout(timer)
      if (told === 'at its end') process.stdout.write(tail)
      done({ exitCode: code ?? 1, tail })
    })
  })
}

// biome-ignore lint/suspicious/noExplicitAny: a report is what its runner says it is; the readers name what they read of it.
function readReport(report: string, take: (report: any) => Outcome): Outcome | undefined {
  try {
    return take(JSON.parse(readFileSync(report, 'utf8')))
  } catch {
    return undefined
  }
}

const words = process.argv.slice(2)
const asked = words.filter(word => Object.hasOwn(parts, word))
const rest = words.filter(word => !Object.hasOwn(parts, word))
const isChanged = asked.length === 0 && rest[0] === 'changed'
const stages = isChanged
  ? changedStages(rest.splice(0).at(1))
  : Object.entries(parts)
      .filter(([part]) => asked.length === 0 || asked.includes(part))
      .flatMap(([, list]) => list)

const slices =
  process.env.WHOLE === '1'
    ? 'everything whole'
    : `slices of RUN_SEED=${process.env.RUN_SEED}; WHOLE=1 npm test does everything`
console.log(slices)

type Result = Outcome & { name: string; seconds: number }
async function toItsEnd({ name, run }: Stage): Promise<Result> {
  console.log(`\n=== ${name}`)
  const began = Date.now()
  const ended = await run(rest).catch((error: Error): Outcome => {
    console.error(error)
    return {
      counts: { passed: 0, failed: 1, skipped: 0 },
      failures: [{ file: 'tools/test.ts', name, message: String(error.stack) }],
    }
  })
  const seconds = Math.round((Date.now() - began) / 1000)
  console.log(`=== ${name}: ${lastLine([ended.counts])} in ${seconds} s`)
  return { name, seconds, ...ended }
}
const results = await Promise.all(stages.filter(({ beside }) => beside).map(toItsEnd))
for (const stage of stages.filter(({ beside }) => !beside)) results.push(await toItsEnd(stage))
rmSync(reports, { recursive: true, force: true })

const pageOf = (file: string) => (existsSync(file) ? readFileSync(file, 'utf8') : '')
for (const { name, unsteady = [] } of results)
  if (unsteady.length > 0)
    console.log(`\n=== unsteady in ${name}: passed only when tried again\n${toldOf(unsteady, root, pageOf)}`)
for (const { name, failures } of results)
  if (failures.length > 0) console.log(`\n=== failed in ${name}\n${toldOf(failures, root, pageOf)}`)
console.log('')
for (const { name, seconds, counts, unsteady = [] } of results)
  console.log(
    [
      `${name.padEnd(12)} ${lastLine([counts])}`,
      ...(counts.skipped ? [`${counts.skipped} skipped`] : []),
      ...(unsteady.length > 0 ? [`${unsteady.length} unsteady`] : []),
      `${seconds} s`,
    ].join(', '),
  )
console.log(slices)
const all = results.map(({ counts }) => counts)
process.exitCode = all.some(({ failed }) => failed > 0) ? 1 : 0
console.log(lastLine(all))
