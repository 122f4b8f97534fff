// The data folder on disk: where it really is, making it, and refusing one that this PostgreSQL cannot read.
import { spawnSync } from 'node:child_process'
import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { type Account, canEnter, reachableFolder } from './account.ts'
import type { Binaries } from './binaries.ts'
import { PostgresProblem } from './problem.ts'

export const superuser = 'qitao'

/** The real folder of a cluster, made on first use. Where the account cannot enter, a link leads to a place it can. */
export function openDataFolder(dataDir: string, account: Account, binaries: Binaries, durable: boolean): string {
  if (!existsSync(join(dataDir, 'PG_VERSION'))) makeCluster(dataDir, account, binaries, durable)
  const found = readFileSync(join(dataDir, 'PG_VERSION'), 'utf8').trim()
  if (found !== binaries.majorVersion)
    throw new PostgresProblem(
      `The database in ${dataDir} was made by PostgreSQL ${found}; this version of the program brings PostgreSQL ${binaries.majorVersion}. ` +
        'Dump it with the old version and load the dump into a new DATA_DIR, or set DATABASE_URL. Nothing was changed.',
    )
  const real = realpathSync(dataDir)
  if (!canEnter(account, real))
    throw new PostgresProblem(
      `PostgreSQL's account (user id ${account?.uid ?? process.getuid?.()}) cannot enter ${real}: a folder above it is closed.`,
    )
  return real
}

function makeCluster(dataDir: string, account: Account, binaries: Binaries, durable: boolean): void {
  if (existsSync(dataDir) && readdirSync(dataDir).length > 0)
    throw new PostgresProblem(`${dataDir} is not empty and is not a PostgreSQL data folder. Choose another DATA_DIR.`)
  const parent = dirname(dataDir)
  mkdirSync(parent, { recursive: true })
  const isReachable = canEnter(account, parent)
  const home = isReachable ? parent : reachableFolder(account)

  // Made under another name and renamed when whole: an interrupted start leaves no half-made cluster behind.
  const unfinished = mkdtempSync(join(home, `${basename(dataDir)}.unfinished-`))
  if (account) chownSync(unfinished, account.uid, account.gid)
  const run = spawnSync(binaries.initdb, initdbArguments(unfinished, durable), {
    ...account,
    cwd: '/',
    encoding: 'utf8',
    env: postgresEnvironment,
  })
  if (run.status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new PostgresProblem(`Could not make a database in ${dataDir}: ${run.error?.message ?? run.stderr.trim()}`)
  }
  try {
    if (isReachable) renameSync(unfinished, dataDir)
    else {
      const elsewhere = unfinished.replace('.unfinished-', '-')
      renameSync(unfinished, elsewhere)
      rmSync(dataDir, { recursive: true, force: true })
      symlinkSync(elsewhere, dataDir)
    }
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(join(dataDir, 'PG_VERSION'))) throw error // otherwise another process was first
  }
}

// Text sorts by code point, like a production database made as the README says; Chinese order is the application's work.
// The operating system's character classes are still asked for, because trigram search knows letters by them.
function initdbArguments(folder: string, durable: boolean): string[] {
  const systemLocale = process.platform === 'darwin' ? ['--locale=C', '--lc-ctype=UTF-8'] : ['--locale=C.UTF-8']
  return [
    ...['-D', folder, '-U', superuser, '--encoding=UTF8', '--auth-local=trust', '--auth-host=reject'],
    ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', ...systemLocale, '--no-instructions'],
    ...(durable ? [] : ['--no-sync']),
  ]
}

/** Nothing of our own environment, which may hold secrets, reaches PostgreSQL. */
export const postgresEnvironment: NodeJS.ProcessEnv = {
  PATH: '/usr/local/bin:/usr/bin:/bin',
  TZ: 'UTC',
  ...(process.platform === 'linux' ? { LC_ALL: 'C.UTF-8' } : {}),
}
