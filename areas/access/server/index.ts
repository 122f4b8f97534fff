import type { Area } from '@qitao/platform/server/area.ts'
import { accessErrors } from '../model/access.errors.ts'
import { changeLogHandlers } from './change-log.handlers.ts'
import { jobHandlers } from './job.handlers.ts'
import { organizationHandlers } from './organization.handlers.ts'
import { roleHandlers } from './role.handlers.ts'
import { serialNumberHandlers } from './serial-number.handlers.ts'
import { sessionHandlers } from './session.handlers.ts'
import { signInHandlers } from './sign-in.handlers.ts'
import { userHandlers } from './user.handlers.ts'
import { userConfigHandlers } from './user-config.handlers.ts'

export { createCompany, ensureDemoCompany } from './company.ts'
export { hashPassword } from './password.ts'
export { authenticator, endSessions, openSession, sessionsAlive } from './session.ts'
export { loadSettings } from './settings.ts'

export const accessArea: Area = {
  name: 'access',
  handlers: [
    ...signInHandlers,
    ...sessionHandlers,
    ...userConfigHandlers,
    ...organizationHandlers,
    ...roleHandlers,
    ...userHandlers,
    ...jobHandlers,
    ...serialNumberHandlers,
    ...changeLogHandlers,
  ],
  lookups: { user: { table: 'app_user', words: ['account', 'name'] } },
  constraints: {
    app_user_account: accessErrors.accountExists,
    role_org_id_role_name_key: accessErrors.roleNameExists,
    org_name_key: accessErrors.companyExists,
  },
}
