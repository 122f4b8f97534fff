import { jobStatus } from '@qitao/core/job.status.ts'
import { slowStatementSeconds } from '@qitao/platform/server/database/database.ts'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { databaseFacts, diskRoom, programFacts, workFacts } from '@qitao/platform/server/observe/installation.ts'
import { queryInstallation } from '../../model/installation/installation.calls.ts'

export const installationHandlers: Handler[] = [
  handle(queryInstallation, async (_, { tx }) => {
    const work = await workFacts(tx, jobStatus.codes.failed)
    const { postgres, migrations, last_migration, tables, waiting, ...database } = await databaseFacts(tx)
    return {
      ...work,
      ...{ database, tables, waiting },
      program: { ...programFacts(), postgres, migrations, last_migration },
      disk: await diskRoom(process.env.DATA_DIR ?? '.'),
      slow_seconds: slowStatementSeconds,
    }
  }),
]
