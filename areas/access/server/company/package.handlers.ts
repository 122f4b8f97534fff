import { say } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { appOf, liteApp } from '../../model/company/app.ts'
import { featureEnable } from '../../model/company/feature-enable.status.ts'
import { queryPackages } from '../../model/company/package.calls.ts'

const { on, off } = featureEnable.codes

export const packageHandlers: Handler[] = [
  handle(queryPackages, async (_, { tx, org_id, now, language }) => {
    const stored = await rows(
      tx,
      sql<{ app_code: string; expire_time: number | null }>`select app_code, expire_time from org_app
        where org_id = ${org_id} order by app_code`,
    )
    const result = stored.flatMap(({ app_code, expire_time }) => {
      const app = appOf(app_code)
      const enabled = expire_time === null || expire_time > now ? on : off
      return app ? [{ app_code, app_name: say(app.name, language), expire_time, enabled }] : []
    })
    return { result, is_lite: result.some(app => app.app_code === liteApp.app_code && app.enabled === on) }
  }),
]
