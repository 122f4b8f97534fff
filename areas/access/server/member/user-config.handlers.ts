import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { getUserConfig, listUserConfigs, setUserConfig } from '../../model/member/user-config.calls.ts'
import { checkConfigKey, checkUserConfig, mostUserConfigs } from '../../model/member/user-config.rules.ts'

export const userConfigHandlers: Handler[] = [
  handle(setUserConfig, async ({ config_key, config_value }, { tx, org_id, member }) => {
    checkUserConfig(config_key, config_value)
    await sql`insert into user_config (user_id, config_key, config_value) values (${member.user_id}, ${config_key}, ${config_value})
      on conflict (org_id, user_id, config_key) do update set config_value = excluded.config_value`.execute(tx)
    const [kept] = await rows(
      tx,
      sql<{
        count: number
      }>`select count(*) as count from user_config where org_id = ${org_id} and user_id = ${member.user_id}`,
    )
    if (kept && kept.count > mostUserConfigs)
      refuse(generalErrors.badParameter, {
        field: 'config_key',
        detail: text(`最多保存${mostUserConfigs}项个人设置`, `At most ${mostUserConfigs} user settings are kept`),
      })
    return { affected: 1 }
  }),

  handle(getUserConfig, async ({ config_key }, { tx, org_id, member }) => {
    checkConfigKey(config_key)
    const [found] = await rows(
      tx,
      sql<{ config_value: string }>`select config_value from user_config
        where org_id = ${org_id} and user_id = ${member.user_id} and config_key = ${config_key}`,
    )
    return { config_value: found?.config_value ?? null }
  }),

  handle(listUserConfigs, async (_, { tx, org_id, member }) => {
    const found = await rows(
      tx,
      sql<{ config_key: string; config_value: string }>`select config_key, config_value from user_config
        where org_id = ${org_id} and user_id = ${member.user_id} order by config_key`,
    )
    return { result: Object.fromEntries(found.map(one => [one.config_key, one.config_value])) }
  }),
]
