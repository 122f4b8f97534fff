// The private folder of the server's unix socket: whoever can enter it may do anything to the database.
import { createHash } from 'node:crypto'
import { chmodSync, chownSync, lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Account } from './account.ts'
import { PostgresProblem } from './problem.ts'

/** Socket paths end at about 100 bytes, hence the short name. */
export function socketFolderOf(dataDir: string): string {
  const name = `qitao-${createHash('sha256').update(dataDir).digest('hex').slice(0, 16)}`
  return join('/tmp', name) // the same path whatever TMPDIR says: the next start must find it
}

/** Makes it where missing; refuses one that somebody else has planted. */
export function openSocketFolder(folder: string, account: Account): void {
  const owner = account?.uid ?? process.getuid?.()
  try {
    mkdirSync(folder, { mode: 0o700 })
    if (account) chownSync(folder, account.uid, account.gid)
  } catch (error) {
    if ((error as { code?: string }).code !== 'EEXIST') throw error
  }
  const found = lstatSync(folder)
  if (!found.isDirectory() || (owner !== undefined && found.uid !== owner))
    throw new PostgresProblem(`${folder} belongs to somebody else; remove it and start again.`)
  chmodSync(folder, 0o700)
}
