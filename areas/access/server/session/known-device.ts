import { createHash } from 'node:crypto'
import { daySeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { sql } from 'kysely'

/**
 * Browsers from which a member has signed in. A browser makes its key once, of 122 bits of chance, and sends it along when it
 * signs in; what it may do by it is to fail on its own account.
 */
const knownSeconds = 180 * daySeconds
const mostDevices = 50

const hashOfDevice = (device_key: string): string => createHash('sha256').update(device_key).digest('hex')

interface Owner {
  readonly org_id: string
  readonly id: string
}
/** The hash by which the device is known at the account; undefined for a device that is not. */
export async function knownDevice(tx: Tx, of: Owner, device_key: string | undefined): Promise<string | undefined> {
  if (device_key === undefined) return undefined
  const [found] = await rows(
    tx,
    sql<{ key_hash: string }>`select key_hash from known_device where org_id = ${of.org_id} and user_id = ${of.id}
      and key_hash = ${hashOfDevice(device_key)} and used_time > epoch_now() - ${knownSeconds}`,
  )
  return found?.key_hash
}

/** Whoever had the right password is known from here on; the devices that were used last are. */
export async function rememberDevice(tx: Tx, of: Owner, device_key: string | undefined): Promise<void> {
  if (device_key === undefined) return
  await sql`insert into known_device (org_id, user_id, key_hash) values (${of.org_id}, ${of.id}, ${hashOfDevice(device_key)})
    on conflict (org_id, user_id, key_hash) do update set used_time = epoch_now()`.execute(tx)
  await sql`delete from known_device where org_id = ${of.org_id} and user_id = ${of.id} and (used_time < epoch_now() - ${knownSeconds}
    or key_hash in (select key_hash from known_device where org_id = ${of.org_id} and user_id = ${of.id}
      order by used_time desc, key_hash offset ${mostDevices}))`.execute(tx)
}
