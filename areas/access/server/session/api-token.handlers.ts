import { randomBytes } from 'node:crypto'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { type Handler, handle, handleInSteps } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { accessErrors } from '../../model/access.errors.ts'
import { addApiToken, listApiTokens, revokeApiToken } from '../../model/session/api-token.calls.ts'
import { apiTokenStart, checkScope, mostApiTokens } from '../../model/session/api-token.rules.ts'
import { ownProof, proved, proves, wrongPassword } from './own-password.ts'
import { recordEvents } from './security-event.ts'
import { hashOf, tokenHolds } from './session.ts'

type Listed = z.output<typeof listApiTokens.output>['result'][number]
/** Those that are over fall out of the list, and later out of the books. */
const mostListed = 100

export const apiTokenHandlers: Handler[] = [
  handle(listApiTokens, async (_, { tx, org_id, member }) => ({
    result: await rows(
      tx,
      sql<Listed>`select t.id, t.name, t.page_paths, t.writes, t.created_time, t.expire_time, t.used_time,
          not (${tokenHolds}) as is_over
        from api_token t where t.org_id = ${org_id} and t.user_id = ${member.user_id} and t.revoked_time is null
        order by is_over, t.created_time desc, t.id desc limit ${mostListed}`,
    ),
  })),

  // A token outlives the session that made it: who finds a session open makes none without the password.
  handleInSteps(addApiToken, {
    async load({ page_paths, password }, context) {
      checkScope(page_paths, context.member.pages)
      return ownProof(context, password)
    },
    decide: proves,
    async save({ name, page_paths, writes, expire_days }, context, proof, isRight) {
      const { tx, org_id, member, now } = context
      if (!(await proved(context, proof, isRight))) return wrongPassword()
      await sql`select from app_user where org_id = ${org_id} and id = ${member.user_id} for no key update`.execute(tx)
      const [held] = await rows(
        tx,
        sql<{ count: number }>`select count(*)::int as count from api_token t
          where t.org_id = ${org_id} and t.user_id = ${member.user_id} and ${tokenHolds}`,
      )
      if (held!.count >= mostApiTokens) refuse(accessErrors.apiTokensTooMany, { limit: mostApiTokens })
      const id = newId()
      const token = apiTokenStart + randomBytes(32).toString('base64url')
      const expire_time = now + expire_days * daySeconds
      await sql`insert into api_token (org_id, id, user_id, name, token_hash, page_paths, writes, expire_time)
        values (${org_id}, ${id}, ${member.user_id}, ${name}, ${hashOf(token)}, ${[...new Set(page_paths)]}, ${writes}, ${expire_time})`.execute(
        tx,
      )
      await recordEvents(tx, context, [{ org_id, kind: 'api_token_made', user_id: member.user_id }])
      return { id, token, expire_time }
    },
  }),

  handle(revokeApiToken, async ({ id }, context) => {
    const { tx, org_id, member } = context
    const revoked = await sql`update api_token set revoked_time = epoch_now()
      where org_id = ${org_id} and user_id = ${member.user_id} and id = ${id} and revoked_time is null`.execute(tx)
    if (revoked.numAffectedRows !== 1n) refuse(generalErrors.recordNotFound)
    await recordEvents(tx, context, [{ org_id, kind: 'api_token_revoked', user_id: member.user_id }])
    return { affected: 1 }
  }),
]
