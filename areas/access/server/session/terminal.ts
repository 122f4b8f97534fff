import { randomBytes } from 'node:crypto'
import { Refusal } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Device } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { type TerminalStatusCode, terminalStatus } from '../../model/session/terminal.status.ts'
import { hashOf } from './session.ts'

interface Terminal {
  readonly org_id: string
  readonly id: string
  readonly name: string
  readonly idle_minutes: number
  readonly status: TerminalStatusCode
  readonly releases: number
}
export const isStopped = ({ status }: Pick<Terminal, 'status'>): boolean => status === terminalStatus.codes.stopped

/** The terminal that the device is registered as, in whichever company. */
export async function terminalOf(tx: Tx, secret: string | undefined): Promise<Terminal | undefined> {
  if (secret === undefined) return undefined
  const [found] = await rows(
    tx,
    sql<Terminal>`select t.org_id, t.id, t.name, t.idle_minutes, t.status, d.releases
      from terminal_device d join terminal t on t.org_id = d.org_id and t.id = d.terminal_id
      where d.secret_hash = ${hashOf(secret)}`,
  )
  return found
}
/** The terminal at which the session was opened, by whichever way. */
export async function terminalOfSession(
  tx: Tx,
  org_id: string,
  token: string,
): Promise<Pick<Terminal, 'name' | 'idle_minutes'> | null> {
  const [found] = await rows(
    tx,
    sql<Pick<Terminal, 'name' | 'idle_minutes'>>`select t.name, t.idle_minutes from session s
      join terminal t on t.org_id = s.org_id and t.id = s.terminal_id
      where s.org_id = ${org_id} and s.token_hash = ${hashOf(token)}`,
  )
  return found ?? null
}
/** A terminal where one may sign in by PIN; 5286 for any other device, 5285 for one that was stopped. */
export async function terminalToUse(tx: Tx, device: Device): Promise<Terminal | Refusal> {
  const found = await terminalOf(tx, device.secret)
  if (!found) return new Refusal(accessErrors.terminalNone)
  return isStopped(found) ? new Refusal(accessErrors.terminalStopped) : found
}

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')
