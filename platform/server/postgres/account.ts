// Which account of the operating system runs PostgreSQL, and where that account can go.
// PostgreSQL refuses to run as root, so root lends it an account that already exists; none is created.
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { PostgresProblem } from './problem.ts'

/** Numeric ids to run under; undefined means: as ourselves. */
export type Account = { uid: number; gid: number } | undefined

/** The account for a data folder. A cluster that exists keeps its owner, as PostgreSQL demands. */
export function accountFor(dataDir: string): Account {
  const isRoot = process.getuid?.() === 0
  const versionFile = join(dataDir, 'PG_VERSION')
  if (existsSync(versionFile)) {
    const { uid, gid } = statSync(dataDir)
    if (isRoot && uid !== 0) return { uid, gid }
    if (!isRoot && uid !== process.getuid?.())
      throw new PostgresProblem(
        `The database in ${dataDir} belongs to user id ${uid}, and this program runs as user id ${process.getuid?.()}. ` +
          'Run it as that user, or choose another DATA_DIR.',
      )
  }
  if (!isRoot) return undefined
  const account = find('postgres') ?? find('nobody')
  if (!account)
    throw new PostgresProblem(
      'PostgreSQL does not run as root, and this machine has neither a user "postgres" nor "nobody". ' +
        'Start the program as an ordinary user, or set DATABASE_URL.',
    )
  return account
}

function find(name: string): Account {
  try {
    const id = (flag: string) => Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

/** Whether the account can enter the folder: asked of the system itself, so that access lists count too. */
export function canEnter(account: Account, folder: string): boolean {
  return spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/', stdio: 'ignore' }).status === 0
}

/** A lasting folder of ours that the account can enter, for what cannot stay in the checkout. */
export function reachableFolder(account: Account): string {
  const places = account
    ? ['/var/lib/qitao', '/var/tmp/qitao']
    : [join(process.env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'qitao')]
  for (const place of places) {
    try {
      mkdirSync(place, { recursive: true, mode: 0o755 })
      if (isOurs(place) && isOurs(dirname(place)) && canEnter(account, place)) return place
    } catch {
      // not writable here: the next place may be
    }
  }
  throw new PostgresProblem(
    `No folder found that PostgreSQL's account can enter; tried ${places.join(' and ')}. Set DATABASE_URL, or choose a DATA_DIR that everyone can enter.`,
  )
}

// A folder planted by somebody else in a place open to all is not used.
function isOurs(folder: string): boolean {
  const { uid } = statSync(folder)
  return uid === 0 || uid === process.getuid?.()
}
