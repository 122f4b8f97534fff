import { generalErrors } from '@qitao/core/general.errors.ts'
import type { Area } from '@qitao/platform/server/area.ts'
import { qualityErrors } from '../model/quality.errors.ts'
import { qualityKnown } from '../model/quality.known.ts'
import { methodHandlers } from './scheme/method.handlers.ts'
import { schemeHandlers } from './scheme/scheme.handlers.ts'
import { taskHandlers } from './task/task.handlers.ts'

export { holdForInspection } from './task/hold-for-inspection.ts'

export const qualityArea: Area = {
  name: 'quality',
  known: qualityKnown,
  handlers: [...methodHandlers, ...schemeHandlers, ...taskHandlers],
  constraints: {
    qc_method_org_id_code_key: qualityErrors.schemeExists,
    qc_scheme_org_id_code_version_key: qualityErrors.schemeExists,
    qc_scheme_in_force: qualityErrors.schemeExists,
    qc_task_org_id_no_key: generalErrors.duplicateCode,
  },
}
