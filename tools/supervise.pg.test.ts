// A server whose code throws outside of any call comes back, and serves what it has served before.
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { remove, temporaryFolder } from '@qitao/platform/server/testing/temporary-cluster.ts'
import { expect, onTestFinished, test } from 'vitest'

const supervisor = new URL('./supervise.ts', import.meta.url).href

/** Runs a program under the supervisor, in a process of its own. */
function supervised(program: string, env: Record<string, string> = {}) {
  const run = `import { supervise } from '${supervisor}'; process.exit(await supervise(${JSON.stringify(program)}))`
  const child = spawn(process.execPath, ['--input-type=module', '-e', run], {
    env: { ...process.env, NODE_OPTIONS: '', VITEST: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', text => (said += text))
  onTestFinished(() => void child.kill('SIGTERM'))
  return { child, said: () => said }
}
const exitOf = async (child: ChildProcess): Promise<unknown> => child.exitCode ?? (await once(child, 'exit'))[0]

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  await new Promise(done => server.close(done))
  return port
}

test.each(['throw new Error("planted")', 'Promise.reject(new Error("planted"))'])(
  'a server in which %s outside of any call logs it, ends, comes back and serves',
  async fault => {
    const dataDir = temporaryFolder()
    const port = await freePort()
    const sign = join(dataDir, 'fault')
    // In the server alone: who supervises it is started with the same options.
    const planted = `import fs from 'node:fs'; if (process.argv[1]?.endsWith('main.ts')) setInterval(() => { if (fs.existsSync(${JSON.stringify(sign)})) { fs.unlinkSync(${JSON.stringify(sign)}); ${fault} } }, 50).unref()`
    const preload = join(dataDir, 'planted.mjs')
    writeFileSync(preload, planted)
    const { child, said } = supervised(join(import.meta.dirname, '../apps/server/main.ts'), {
      ...{
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: dataDir,
        DEMO_PASSWORD: 'Story-2026-demo',
        LOG_LEVEL: 'info',
      },
      DATABASE_URL: '',
      NODE_OPTIONS: `--import=${preload}`,
    })
    onTestFinished(() => remove(dataDir))
    const isReady = () =>
      fetch(`http://127.0.0.1:${port}/health/ready`).then(
        answer => answer.ok,
        () => false,
      )
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    writeFileSync(sign, '')
    await expect.poll(said, { timeout: 30_000 }).toMatch(/starts again in/)
    expect(said()).toMatch(/planted/)
    await expect.poll(isReady, { timeout: 60_000 }).toBe(true)
    expect(existsSync(sign)).toBe(false)
    child.kill('SIGTERM')
    expect(await exitOf(child)).toBe(0)
    expect(await isReady()).toBe(false)
  },
  120_000,
)

test('a program that never gets ready is not started again, and its exit code is handed on', async () => {
  const dir = temporaryFolder()
  onTestFinished(() => remove(dir))
  const program = join(dir, 'program.mjs')
  writeFileSync(program, `console.log('began'); process.exit(7)`)
  const { child, said } = supervised(program)
  expect(await exitOf(child)).toBe(7)
  expect(said().match(/began/g)).toHaveLength(1)
})

test('pauses grow while it ends again and again, and an end that is asked for is not followed by a start', async () => {
  const dir = temporaryFolder()
  onTestFinished(() => remove(dir))
  const program = join(dir, 'program.mjs')
  writeFileSync(program, `process.send('ready', () => process.exit(3))`)
  const { child, said } = supervised(program)
  await expect.poll(said, { timeout: 20_000 }).toMatch(/in 0\.5 s[\s\S]*in 1 s[\s\S]*in 2 s/)
  child.kill('SIGINT')
  expect(await exitOf(child)).toBe(1)
})
