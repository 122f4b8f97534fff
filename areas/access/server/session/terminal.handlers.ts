import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import {
  type Context,
  expectVersion,
  type Handler,
  handle,
  handleInSteps,
  handlePublic,
  type PublicContext,
} from '@qitao/platform/server/http/handle.ts'
import { contains, listRows } from '@qitao/platform/server/list/list.ts'
import { transition } from '@qitao/platform/server/list/transition.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { signInRefusal } from '../../model/session/sign-in.rules.ts'
import {
  addTerminal,
  alterTerminal,
  dropTerminal,
  listTerminals,
  queryTerminal,
  releaseTerminal,
  signInByPin,
  stopTerminal,
  type TerminalRow,
} from '../../model/session/terminal.calls.ts'
import { isOneAlready, mostPeople, mostTerminals, mostWrongPins } from '../../model/session/terminal.rules.ts'
import { type TerminalStatusCode, terminalStatus } from '../../model/session/terminal.status.ts'
import { notify } from '../notice/notice.ts'
import { checkPinWait, forgivePins, lockPinGuesses, type PinGuess, recordWrongPin } from './guesses.ts'
import { ownProof, proved, proves, wrongPassword } from './own-password.ts'
import { ownWayRefusal } from './own-way.ts'
import { isRightPassword } from './password.ts'
import { recordEvents, recordManaged } from './security-event.ts'
import { hashOf } from './session.ts'
import { isStopped, newDeviceSecret, terminalOf, terminalToUse } from './terminal.ts'
import { welcome } from './welcome.ts'

const terminals = { table: 'terminal', statuses: terminalStatus } as const
/** How often a device is noted as seen. */
const seenEvery = 60
const mostAgentLength = 300

const ofDevice = sql`join terminal_device d on d.org_id = t.org_id and d.terminal_id = t.id`
const list = handle(listTerminals, async (input, { tx, org_id, device }) =>
  listRows<TerminalRow>(
    tx,
    {
      org_id,
      table: 'terminal',
      where: [contains(input.keyword, sql`t.name`, sql`coalesce(t.place, '')`)],
      columns: sql`t.id, t.row_version, t.created_time, t.updated_time, t.name, t.place, t.idle_minutes, t.status, d.seen_time,
        d.seen_address, d.agent, d.waiting, d.secret_hash = ${hashOf(device?.secret ?? '')} as is_current,
        array(select distinct u.name from session s join app_user u on u.org_id = s.org_id and u.id = s.user_id
          where s.org_id = t.org_id and s.terminal_id = t.id and s.expire_time > epoch_now()
            and s.used_time > epoch_now() - t.idle_minutes * 60 order by u.name) as people`,
      joins: ofDevice,
      filterJoins: ofDevice,
      orders: {
        name: sql`t.name`,
        place: sql`coalesce(t.place, '')`,
        idle_minutes: sql`t.idle_minutes`,
        status: sql`t.status`,
        seen_time: sql`d.seen_time`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: 'name',
    },
    input,
  ),
)

interface Locked {
  readonly row_version: number
  readonly name: string
  readonly status: TerminalStatusCode
}
async function locked({ tx, org_id }: Context, id: string): Promise<Locked> {
  const [found] = await rows(
    tx,
    sql<Locked>`select row_version, name, status from terminal where org_id = ${org_id} and id = ${id} for update`,
  )
  return found ?? refuse(generalErrors.recordNotFound)
}
const endSessionsAt = ({ tx, org_id }: Context, id: string): Promise<unknown> =>
  sql`delete from session where org_id = ${org_id} and terminal_id = ${id}`.execute(tx)
function expectAction(action: 'stop' | 'release', status: TerminalStatusCode): void {
  const detail = terminalStatus.whyNot(action, status)
  if (detail) refuse(generalErrors.statusNotAllowed, { detail })
}
const placeOf = (place: string | null | undefined): string | null => place?.trim() || null

/** What the device is, for its sign-in page. */
const look = handlePublic(queryTerminal, ({ waiting }, { transaction, device, address, agent }) =>
  transaction(async tx => {
    const found = await terminalOf(tx, device.secret)
    if (!found || device.secret === undefined) return { state: 'none' as const, people: [] }
    const { org_id, id, name, idle_minutes, releases } = found
    await sql`update terminal_device set seen_time = epoch_now(), seen_address = ${address}, agent = ${agent.slice(0, mostAgentLength)},
        waiting = coalesce(${waiting ?? null}::integer, waiting)
      where org_id = ${org_id} and terminal_id = ${id} and (seen_time <= epoch_now() - ${seenEvery}::bigint
        or seen_address <> ${address} or waiting <> coalesce(${waiting ?? null}::integer, waiting))`.execute(tx)
    // Browsers forget it otherwise, some time after the last visit.
    device.keep(device.secret)
    const [org] = await rows(
      tx,
      sql<{
        company_code: string
        company_name: string
      }>`select company_code, name as company_name from org where id = ${org_id}`,
    )
    const state = isStopped(found) ? ('stopped' as const) : ('ready' as const)
    return {
      state,
      id,
      name,
      idle_minutes,
      releases,
      ...org!,
      people: state === 'ready' ? await lastHere(tx, found) : [],
    }
  }),
)
const lastHere = (tx: Tx, { org_id, id }: { org_id: string; id: string }) =>
  rows(
    tx,
    sql<{ account: string; name: string }>`select u.account, u.name from terminal_user w
        join app_user u on u.org_id = w.org_id and u.id = w.user_id
        join user_pin p on p.org_id = u.org_id and p.user_id = u.id
      where w.org_id = ${org_id} and w.terminal_id = ${id} and not u.dropped and u.status = ${enabledStatus.codes.enabled}
      order by w.used_time desc, u.name limit ${mostPeople}`,
  )

interface Owner {
  readonly id: string
  readonly status: number
  readonly invalid_role: boolean
  readonly org_status: number
  readonly pin_hash: string | null
  readonly wrong: number | null
}
/** By account; by employee number, phone or email when only one member has it. */
async function findOwner(tx: Tx, org_id: string, typed: string): Promise<Owner | undefined> {
  const found = await rows(
    tx,
    sql<Owner & { named: boolean }>`select u.id, u.status, u.invalid_role, o.status as org_status, p.pin_hash, p.wrong,
        u.account = ${typed} as named
      from app_user u join org o on o.id = u.org_id left join user_pin p on p.org_id = u.org_id and p.user_id = u.id
      where u.org_id = ${org_id} and not u.dropped and ${typed} in (u.account, u.job_number, u.phone, u.email)
      order by named desc limit 2`,
  )
  return found.length === 1 || found[0]?.named ? found[0] : undefined
}

const enterByPin = async (input: z.output<typeof signInByPin.input>, context: PublicContext) => {
  const { transaction, device, now } = context
  const { terminal, owner, guess } = await transaction(async tx => {
    const terminal = await terminalToUse(tx, device)
    if (terminal instanceof Refusal) throw terminal
    const typed = input.account.trim()
    const owner = await findOwner(tx, terminal.org_id, typed)
    const guess: PinGuess = {
      ...{ org_id: terminal.org_id, terminal_id: terminal.id },
      account: owner?.id ?? typed.toLowerCase(),
    }
    await checkPinWait(tx, guess, now)
    return { terminal, owner, guess }
  })
  const isHeld = owner?.pin_hash != null && (owner.wrong ?? 0) < mostWrongPins
  const right = (await isRightPassword(owner?.pin_hash ?? undefined, input.pin)) && isHeld
  const settled = await transaction(async tx => {
    await lockPinGuesses(tx, guess)
    await checkPinWait(tx, guess, now)
    // It may have been stopped while the PIN was compared.
    const still = await terminalToUse(tx, device)
    if (still instanceof Refusal) return still
    if (!owner || !right) return wrongPin(tx, { owner, guess, terminal: terminal.name }, context)
    const user = { org_id: terminal.org_id, id: owner.id }
    const refusal = signInRefusal({
      ...{ company: true, known: true, right, invalidRole: owner.invalid_role },
      companyEnabled: owner.org_status === enabledStatus.codes.enabled,
      enabled: owner.status === enabledStatus.codes.enabled,
    })
    if (refusal) return new Refusal(refusal)
    const elsewhere = await ownWayRefusal(tx, user)
    if (elsewhere) return elsewhere
    const held = await sql`update user_pin set wrong = 0 where org_id = ${user.org_id} and user_id = ${user.id}
      and pin_hash = ${owner.pin_hash} and wrong < ${mostWrongPins}`.execute(tx)
    if (held.numAffectedRows !== 1n) return new Refusal(accessErrors.pinWrong)
    await forgivePins(tx, guess)
    await sql`insert into terminal_user (org_id, terminal_id, user_id) values (${user.org_id}, ${terminal.id}, ${user.id})
      on conflict (org_id, terminal_id, user_id) do update set used_time = epoch_now()`.execute(tx)
    // One at a time: who has signed off without a connection is still signed in here.
    await sql`delete from session where org_id = ${user.org_id} and terminal_id = ${terminal.id} and by_pin`.execute(tx)
    return welcome(tx, user, context, { call: signInByPin, device_key: undefined, is_known: true, by_pin: true })
  })
  if (settled instanceof Refusal) throw settled
  return settled
}
/** Counted at the member and at the terminal, written down, and told when the PIN is locked by it. */
async function wrongPin(
  tx: Tx,
  { owner, guess, terminal }: { owner: Owner | undefined; guess: PinGuess; terminal: string },
  from: PublicContext,
): Promise<Refusal> {
  const { org_id } = guess
  await recordWrongPin(tx, guess, from.now)
  await recordEvents(tx, from, [{ org_id, kind: 'pin_wrong', user_id: owner?.id }])
  const [counted] = owner
    ? await rows(
        tx,
        sql<{ wrong: number }>`update user_pin set wrong = wrong + 1 where org_id = ${org_id} and user_id = ${owner.id}
          and wrong < ${mostWrongPins} returning wrong`,
      )
    : []
  if (owner && counted?.wrong === mostWrongPins) {
    await recordEvents(tx, from, [{ org_id, kind: 'pin_locked', user_id: owner.id }])
    await notify({ tx, org_id }, [owner.id], {
      sign: 'pin',
      text: text(
        `您的PIN码在终端「${terminal}」多次输错，已锁定；请用密码登录后重新设置。如非本人操作，请告知管理员`,
        `Your PIN was typed wrong too often at the terminal “${terminal}” and is locked: sign in by password and set a new one. If that was not you, tell an administrator.`,
      ),
      type: 'warning',
    })
  }
  return new Refusal(accessErrors.pinWrong)
}

export const terminalHandlers: Handler[] = [
  list,
  look,
  handlePublic(signInByPin, enterByPin),

  // A terminal lets people in by PIN: who finds a session open makes none without the password.
  handleInSteps(addTerminal, {
    async load({ password }, context) {
      if (!context.device) refuse(generalErrors.noPermission)
      const { tx, org_id } = context
      if (context.device.losesIt) refuse(accessErrors.terminalOverHttp, { address: context.origin ?? 'https://' })
      const here = await terminalOf(tx, context.device.secret)
      if (here?.org_id === org_id) refuse(generalErrors.statusNotAllowed, { detail: isOneAlready })
      return ownProof(context, password)
    },
    decide: proves,
    async save({ name, place, idle_minutes }, context, proof, isRight) {
      const { tx, org_id, token, address, agent, device } = context
      if (!(await proved(context, proof, isRight))) return wrongPassword()
      await sql`select from org where id = ${org_id} for no key update`.execute(tx)
      const [held] = await rows(
        tx,
        sql<{ count: number }>`select count(*)::int as count from terminal where org_id = ${org_id}`,
      )
      if (held!.count >= mostTerminals) refuse(accessErrors.terminalsTooMany, { limit: mostTerminals })
      const id = newId()
      const secret = newDeviceSecret()
      await sql`insert into terminal (org_id, id, name, place, idle_minutes)
        values (${org_id}, ${id}, ${name.trim()}, ${placeOf(place)}, ${idle_minutes})`.execute(tx)
      await sql`insert into terminal_device (org_id, terminal_id, secret_hash, agent, seen_address)
        values (${org_id}, ${id}, ${hashOf(secret)}, ${agent.slice(0, mostAgentLength)}, ${address})`.execute(tx)
      // The own session here ends with the terminal, too.
      await sql`update session set terminal_id = ${id}, idle_minutes = null where org_id = ${org_id} and token_hash = ${hashOf(token)}`.execute(
        tx,
      )
      await recordManaged(context, 'terminal_added', [undefined])
      device?.keep(secret)
      return { id }
    },
  }),

  handle(alterTerminal, async ({ id, row_version, name, place, idle_minutes }, context) => {
    const { tx, org_id } = context
    expectVersion(await locked(context, id), row_version)
    await sql`update terminal set name = ${name.trim()}, place = ${placeOf(place)}, idle_minutes = ${idle_minutes}
      where org_id = ${org_id} and id = ${id}`.execute(tx)
    return { affected: 1 }
  }),

  handle(stopTerminal, async ({ id }, context) => {
    const { tx, org_id } = context
    expectAction('stop', (await locked(context, id)).status)
    await transition(tx, org_id, terminals, 'stop', [id])
    await endSessionsAt(context, id)
    await recordManaged(context, 'terminal_stopped', [undefined])
    return { affected: 1 }
  }),

  handle(releaseTerminal, async ({ id }, context) => {
    const { tx, org_id } = context
    expectAction('release', (await locked(context, id)).status)
    await transition(tx, org_id, terminals, 'release', [id])
    await sql`update terminal_device set releases = releases + 1 where org_id = ${org_id} and terminal_id = ${id}`.execute(
      tx,
    )
    await recordManaged(context, 'terminal_released', [undefined])
    return { affected: 1 }
  }),

  handle(dropTerminal, async ({ id }, context) => {
    const { tx, org_id } = context
    await locked(context, id)
    // By password one may go on: the device is one like any other again.
    await sql`update session set terminal_id = null where org_id = ${org_id} and terminal_id = ${id} and not by_pin`.execute(
      tx,
    )
    await sql`delete from terminal where org_id = ${org_id} and id = ${id}`.execute(tx)
    await recordManaged(context, 'terminal_dropped', [undefined])
    return { affected: 1 }
  }),
]
