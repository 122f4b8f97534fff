import type { AnyCall } from '@qitao/core/call.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { PublicContext } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { securityEventKind } from '../../model/session/security-event.status.ts'
import type { login } from '../../model/session/session.calls.ts'
import { notify } from '../notice/notice.ts'
import { rememberDevice } from './known-device.ts'
import { type Place, recordEvents } from './security-event.ts'
import { loadSignedIn } from './session.queries.ts'
import { hashOf, memberBy, openSession } from './session.ts'
import { sharedDevice } from './terminal.ts'

interface Owner {
  readonly org_id: string
  readonly id: string
}
interface Way {
  /** By which the member came in. */
  readonly call: AnyCall
  readonly device_key: string | undefined
  /** The device has signed in to the account before. */
  readonly is_known: boolean
  readonly passkey_proved?: boolean
  /** The company's provider vouches. */
  readonly by_provider?: boolean
  /** Opens no other company of the person. */
  readonly stays?: boolean
  readonly by_pin?: boolean
}
/** Who has proved all that is asked for goes in: the place is remembered and told of when it is new, the session begins. */
export async function welcome(
  tx: Tx,
  user: Owner,
  from: Place & Pick<PublicContext, 'device' | 'token'>,
  { call, device_key, is_known, passkey_proved = false, by_provider = false, stays = false, by_pin = false }: Way,
): Promise<z.input<typeof login.output> | Refusal> {
  const { org_id, id } = user
  const at = await sharedDevice(tx, org_id, from.device)
  if (at instanceof Refusal) return at
  const isNew = !is_known && (await isNewPlace(tx, user, from.address))
  await rememberDevice(tx, user, device_key)
  await recordEvents(tx, from, [{ org_id, kind: isNew ? 'new_device' : 'signed_in', user_id: id }])
  if (isNew)
    await notify({ tx, org_id }, [id], {
      sign: `device:${from.address}`,
      text: text(
        `您的账号在新设备上登录（${from.address}）；如非本人操作，请立即修改密码`,
        `Your account was used on a new device, from ${from.address}. If that was not you, change your password at once.`,
      ),
      type: 'warning',
    })
  // Whoever signs in anew has left the session that the browser still held, and the views that hang on it.
  if (from.token !== '') await sql`delete from session where token_hash = ${hashOf(from.token)}`.execute(tx)
  const token = await openSession(tx, user, {
    ...{ address: from.address, agent: from.agent, passkey_proved, by_provider, stays },
    ...{ at, by_pin },
  })
  await sql`insert into audit_log (org_id, user_id, call) values (${org_id}, ${id}, ${call.path})`.execute(tx)
  const signedIn = await loadSignedIn(tx, org_id, id)
  const member = await memberBy(tx, org_id, id)
  if (!signedIn || !member) return new Refusal(accessErrors.accountMissing)
  const must_enrol = member.must_enrol === true && !passkey_proved && !by_pin
  return { token, user: signedIn.user, org: signedIn.org, must_enrol }
}

/** Whether a member who has signed in before comes from where he or she has never come from. */
async function isNewPlace(tx: Tx, { org_id, id }: Owner, address: string): Promise<boolean> {
  const [found] = await rows(
    tx,
    sql<{ is_new: boolean }>`select count(*) > 0 and not coalesce(bool_or(address = ${address}), false) as is_new
      from security_event where org_id = ${org_id} and user_id = ${id}
        and kind in (${securityEventKind.codes.signed_in}, ${securityEventKind.codes.new_device})`,
  )
  return found!.is_new
}
