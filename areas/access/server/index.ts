import type { Area } from '@qitao/platform/server/area.ts'
import { accessErrors } from '../model/access.errors.ts'
import { accessHousekeeping } from './access.housekeeping.ts'
import { changeLogHandlers } from './change-log.handlers.ts'
import { customFieldHandlers } from './custom-field.handlers.ts'
import { membershipHandlers } from './membership.handlers.ts'
import { noticeHandlers } from './notice.handlers.ts'
import { organizationHandlers } from './organization.handlers.ts'
import { packageHandlers } from './package.handlers.ts'
import { roleHandlers } from './role.handlers.ts'
import { serialNumberHandlers } from './serial-number.handlers.ts'
import { sessionHandlers } from './session.handlers.ts'
import { signInHandlers } from './sign-in.handlers.ts'
import { signUpHandlers } from './sign-up.handlers.ts'
import { userHandlers } from './user.handlers.ts'
import { userConfigHandlers } from './user-config.handlers.ts'

export { approvalArea } from './approval.handlers.ts'
export { type ApprovalDocument, digestsNow, startApprovals, waitsFor } from './approval.ts'
export { type AttachmentGuard, attachmentArea } from './attachment.handlers.ts'
export {
  attachmentsBy,
  attachmentsOf,
  claimAttachments,
  dropAttachments,
  dropAttachmentsOf,
  handOnAttachments,
} from './attachment.queries.ts'
export { createCompany, ensureDemoCompany } from './company.ts'
export { customFieldsFor, customFieldsInUse, customSettler, settledCustom } from './custom-field.queries.ts'
export { addressTries, companyTries } from './guesses.ts'
export { jobArea } from './job.handlers.ts'
export { linkTo } from './link-address.ts'
export { adminIds, type NewNotice, notify } from './notice.ts'
export { hashPassword } from './password.ts'
export { authenticator, endSessions, membersHolding, membersWhoMay, openSession, sessionsAlive } from './session.ts'
export { loadSettings } from './settings.ts'
export {
  answerShareLink,
  makeShareLink,
  openShareLink,
  recordShareView,
  revokeShareLinks,
  type ShareLink,
  shareLinksOf,
} from './share-link.ts'

export const accessArea: Area = {
  name: 'access',
  handlers: [
    ...signInHandlers,
    ...signUpHandlers,
    ...membershipHandlers,
    ...packageHandlers,
    ...noticeHandlers,
    ...sessionHandlers,
    ...userConfigHandlers,
    ...organizationHandlers,
    ...roleHandlers,
    ...userHandlers,
    ...serialNumberHandlers,
    ...changeLogHandlers,
    ...customFieldHandlers,
  ],
  jobs: [accessHousekeeping],
  lookups: { user: { table: 'app_user', words: ['account', 'name'] } },
  constraints: {
    app_user_account: accessErrors.accountExists,
    role_org_id_role_name_key: accessErrors.roleNameExists,
    org_name_key: accessErrors.companyExists,
  },
}
