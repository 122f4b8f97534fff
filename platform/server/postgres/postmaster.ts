// Facts about the process that holds a data folder, and the lock files it leaves behind.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** `reused`: the number now belongs to some other program. `zombie`: dead, but its parent has not collected it. */
export type PostmasterState = 'none' | 'gone' | 'zombie' | 'reused' | 'alive'

/** Process id in postmaster.pid, or undefined when there is no such file or it is empty. */
export function postmasterPid(dataDir: string): number | undefined {
  try {
    return Number.parseInt(readFileSync(join(dataDir, 'postmaster.pid'), 'utf8'), 10) || undefined
  } catch {
    return undefined
  }
}

export function postmasterState(dataDir: string): PostmasterState {
  const pid = postmasterPid(dataDir)
  if (!pid) return 'none'
  const seen = look(pid)
  if (!seen) return 'gone'
  if (seen.state === 'Z') return 'zombie'
  if (seen.name !== 'postgres') return 'reused'
  return seen.folder === undefined || seen.folder === dataDir ? 'alive' : 'reused'
}

export function isRunning(pid: number): boolean {
  const seen = look(pid)
  return seen !== undefined && seen.state !== 'Z'
}

function look(pid: number): { state: string; name: string; folder?: string } | undefined {
  try {
    if (!existsSync('/proc/self/stat')) {
      const [state = '', ...command] = execFileSync('ps', ['-o', 'stat=,ucomm=', '-p', String(pid)], {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
        .trim()
        .split(/\s+/)
      return { state: state.charAt(0), name: command.join(' ') }
    }
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const nameEnd = stat.lastIndexOf(')')
    return {
      state: stat.charAt(nameEnd + 2),
      name: stat.slice(stat.indexOf('(') + 1, nameEnd),
      folder: workingFolder(pid),
    }
  } catch {
    return undefined
  }
}

// PostgreSQL's processes work inside their data folder. Not every process may be looked at: then it counts as ours.
function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return undefined
  }
}

/**
 * Removes the locks of a postmaster that cannot run any more but whose number still answers, which PostgreSQL takes for
 * life. It still refuses by itself while old processes share its memory. A dead number it handles alone.
 */
export function clearDeadLocks(dataDir: string, socketDir: string): void {
  const state = postmasterState(dataDir)
  if (state === 'zombie' || state === 'reused' || isAbandonedEmptyLock(dataDir)) {
    rmSync(join(dataDir, 'postmaster.pid'), { force: true })
    rmSync(join(socketDir, `.s.PGSQL.${socketPort}.lock`), { force: true })
  }
}

function isAbandonedEmptyLock(dataDir: string): boolean {
  const lock = statSync(join(dataDir, 'postmaster.pid'), { throwIfNoEntry: false })
  return lock !== undefined && lock.size === 0 && Date.now() - lock.mtimeMs > 2000
}

/** Only a name here: the socket file is called after it. */
export const socketPort = 5432
