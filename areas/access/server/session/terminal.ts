import { randomBytes } from 'node:crypto'
import { Refusal } from '@qitao/core/refusal.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { Device } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../../model/access.errors.ts'
import { type TerminalStatusCode, terminalStatus } from '../../model/session/terminal.status.ts'
import { hashOf, type SharedDevice } from './session.ts'

interface Terminal {
  readonly org_id: string
  readonly id: string
  readonly name: string
  readonly idle_minutes: number
  readonly status: TerminalStatusCode
  readonly releases: number
}
export const isStopped = ({ status }: Pick<Terminal, 'status'>): boolean => status === terminalStatus.codes.stopped

const columns = sql`t.org_id, t.id, t.name, t.idle_minutes, t.status, d.releases`
const ofDevice = (
  secret: string,
) => sql`terminal_device d join terminal t on t.org_id = d.org_id and t.id = d.terminal_id
  where d.secret_hash = ${hashOf(secret)}`
/** The terminal that the device is registered as, in whichever company. */
export async function terminalOf(tx: Tx, secret: string | undefined): Promise<Terminal | undefined> {
  if (secret === undefined) return undefined
  const [found] = await rows(tx, sql<Terminal>`select ${columns} from ${ofDevice(secret)}`)
  return found
}
/** The same until the transaction ends: who stops it waits for who comes in, whose session then ends with it. */
async function heldTerminalOf(tx: Tx, secret: string | undefined): Promise<Terminal | undefined> {
  if (secret === undefined) return undefined
  const [found] = await rows(tx, sql<Terminal>`select ${columns} from ${ofDevice(secret)} for share of t`)
  return found
}
/** Where a session of the company is opened: at a device that people share, and of whom; 5285 at one that the company has stopped. */
export async function sharedDevice(
  tx: Tx,
  org_id: string,
  device: Pick<Device, 'secret'> | undefined,
): Promise<SharedDevice | undefined | Refusal> {
  const here = await heldTerminalOf(tx, device?.secret)
  if (!here) return undefined
  if (here.org_id !== org_id) return { idle_minutes: here.idle_minutes }
  return isStopped(here) ? new Refusal(accessErrors.terminalStopped) : { terminal_id: here.id }
}

interface OfSession {
  /** Null: of another company, which tells nothing more of it. */
  readonly name: string | null
  readonly idle_minutes: number
}
/** The shared device at which the session was opened, by whichever way. */
export async function deviceOfSession(tx: Tx, org_id: string, token: string): Promise<OfSession | null> {
  const [found] = await rows(
    tx,
    sql<OfSession>`select t.name, coalesce(t.idle_minutes, s.idle_minutes) as idle_minutes from session s
      left join terminal t on t.org_id = s.org_id and t.id = s.terminal_id
      where s.org_id = ${org_id} and s.token_hash = ${hashOf(token)} and coalesce(t.idle_minutes, s.idle_minutes) is not null`,
  )
  return found ?? null
}
/** A terminal where one may sign in by PIN; 5286 for any other device, 5285 for one that was stopped. */
export async function terminalToUse(tx: Tx, device: Device): Promise<Terminal | Refusal> {
  const found = await heldTerminalOf(tx, device.secret)
  if (!found) return new Refusal(accessErrors.terminalNone)
  return isStopped(found) ? new Refusal(accessErrors.terminalStopped) : found
}

export const newDeviceSecret = (): string => randomBytes(32).toString('base64url')
