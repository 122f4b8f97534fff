import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Instant, minuteSeconds } from '@qitao/core/time.ts'
import { rows, type Tx } from '@qitao/platform/server/database.ts'
import type { PublicContext } from '@qitao/platform/server/handle.ts'
import { sql } from 'kysely'
import { accessErrors } from '../model/access.errors.ts'
import { accountLimit, addressLimit, waitSeconds } from '../model/sign-in.rules.ts'

/** What was typed; failures are counted by it, so that unknown accounts wait like known ones. */
export interface Typed {
  readonly company_code: string
  readonly account: string
  readonly address: string
}

export async function checkAddress(tx: Tx, address: string, now: Instant): Promise<void> {
  const failed = await rows(
    tx,
    sql<{ failed_at: Instant }>`select failed_at from sign_in_failure where address = ${address}
      and failed_at > ${now - addressLimit.seconds} order by failed_at desc limit ${addressLimit.failures}`,
  )
  refuseFor(
    waitSeconds(
      failed.map(({ failed_at }) => failed_at),
      addressLimit,
      now,
    ),
  )
}

export function refuseFor(wait_seconds: number): void {
  if (wait_seconds > 0)
    refuse(accessErrors.signInTooOften, { minutes: Math.ceil(wait_seconds / minuteSeconds), wait_seconds })
}

export async function recordFailure(tx: Tx, { company_code, account, address }: Typed, now: Instant): Promise<void> {
  await sql`delete from sign_in_failure where failed_at < ${now - accountLimit.seconds}`.execute(tx)
  await sql`insert into sign_in_failure (company_code, account, address, failed_at)
    values (${company_code}, ${account}, ${address}, ${now})`.execute(tx)
}

/**
 * Looks something up for a stranger. A wrong guess counts as a failure of the address, so that names and keys cannot be tried
 * by the thousand. `work` only reads before it refuses.
 */
export async function addressTries<T>(
  { transaction, now, address }: Pick<PublicContext, 'transaction' | 'now' | 'address'>,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  const settled = await transaction(async tx => {
    await checkAddress(tx, address, now)
    try {
      return await work(tx)
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
      await recordFailure(tx, { company_code: '', account: '', address }, now)
      return problem
    }
  })
  if (settled instanceof Refusal) throw settled
  return settled
}
