// Finds a browser for the stories, or fetches one: node tools/chromium.ts prints its path.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, join } from 'node:path'

const root = join(import.meta.dirname, '..')
const minute = 60_000

/** Path of a Chromium that was seen to start. Throws with the remedy when there is none and none can be had. */
export async function findChromium(): Promise<string> {
  const found = (await present()) ?? (await fetched()) ?? (await packaged())
  if (!found)
    throw new Error(
      'No Chromium found, and none could be installed. Install Chromium or Chrome and set CHROMIUM_PATH to its executable.',
    )
  if (!hasChineseFont()) install('fonts-noto-cjk')
  return found
}

async function present(): Promise<string | undefined> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) {
    if (starts(CHROMIUM_PATH)) return CHROMIUM_PATH
    throw new Error(`CHROMIUM_PATH is set to ${CHROMIUM_PATH}, which does not start.`)
  }
  // Without a window it costs a quarter less of the processor.
  const names = [
    'chromium-headless-shell',
    'chromium',
    'chromium-browser',
    'google-chrome',
    'google-chrome-stable',
    'chrome',
  ]
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = names.flatMap(name => folders.map(folder => join(folder, name)))
  const applications = ['Google Chrome', 'Chromium'].flatMap(name =>
    ['/', homedir()].map(place => join(place, `Applications/${name}.app/Contents/MacOS/${name}`)),
  )
  return [...installed, ...applications, await playwrightsOwn()].find(starts)
}

async function fetched(): Promise<string | undefined> {
  console.log('No Chromium on this machine; asking Playwright to fetch one')
  run(process.execPath, [join(root, 'node_modules/@playwright/test/cli.js'), 'install', 'chromium'], 5 * minute)
  const path = await playwrightsOwn()
  return starts(path) ? path : undefined
}

async function packaged(): Promise<string | undefined> {
  return install('chromium-headless-shell') || install('chromium') ? present() : undefined
}

async function playwrightsOwn(): Promise<string> {
  const { chromium } = await import('@playwright/test')
  return chromium.executablePath()
}

function starts(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { stdio: 'ignore', timeout: minute }).status === 0
}

function hasChineseFont(): boolean {
  const list = spawnSync('fc-list', [':lang=zh'], { encoding: 'utf8' })
  return list.error !== undefined ? existsSync('/System/Library/Fonts') : list.stdout.trim() !== ''
}

/** Installs a package of the distribution, where that is apt and we may. Answers whether it is there now. */
function install(name: string): boolean {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const can = (command: string[]) => spawnSync(command[0]!, command.slice(1), { stdio: 'ignore' }).status === 0
  if (!can([...asRoot, 'apt-get', '--version'])) return false
  console.log(`Installing ${name} with apt-get`)
  const apt = (...words: string[]) => {
    const [program = '', ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get', ...words]
    return run(program, rest, 10 * minute)
  }
  apt('update')
  return apt('install', '-y', '--no-install-recommends', name)
}

function run(program: string, words: string[], timeout: number): boolean {
  return spawnSync(program, words, { stdio: ['ignore', 'inherit', 'inherit'], timeout }).status === 0
}

if (import.meta.main) console.log(await findChromium())
