import type { Area } from '@qitao/platform/server/area.ts'
import { accessErrors } from '../model/access.errors.ts'
import { accessKnown } from '../model/access.known.ts'
import { accessHousekeeping } from './access.housekeeping.ts'
import { membershipHandlers } from './company/membership.handlers.ts'
import { organizationHandlers } from './company/organization.handlers.ts'
import { packageHandlers } from './company/package.handlers.ts'
import { accessRequestHandlers } from './member/access-request.handlers.ts'
import { roleHandlers } from './member/role.handlers.ts'
import { userHandlers } from './member/user.handlers.ts'
import { userConfigHandlers } from './member/user-config.handlers.ts'
import { noticeHandlers } from './notice/notice.handlers.ts'
import { changeLogHandlers } from './record/change-log.handlers.ts'
import { customFieldHandlers } from './record/custom-field.handlers.ts'
import { serialNumberHandlers } from './record/serial-number.handlers.ts'
import { apiTokenHandlers } from './session/api-token.handlers.ts'
import { memberTokenHandlers } from './session/member-token.handlers.ts'
import { mfaHandlers } from './session/mfa.handlers.ts'
import { oidcHandlers } from './session/oidc.handlers.ts'
import { passkeyHandlers } from './session/passkey.handlers.ts'
import { pinHandlers } from './session/pin.handlers.ts'
import { securityEventHandlers } from './session/security-event.handlers.ts'
import { sessionHandlers } from './session/session.handlers.ts'
import { signInHandlers } from './session/sign-in.handlers.ts'
import { signUpHandlers } from './session/sign-up.handlers.ts'
import { terminalHandlers } from './session/terminal.handlers.ts'

export { accessSecrets } from './access.secrets.ts'
export { approvalArea } from './approval/approval.handlers.ts'
export {
  type ApprovalDocument,
  digestsNow,
  hasFlows,
  startApprovals,
  waitsFor,
  wasAsked,
  wouldWait,
} from './approval/approval.ts'
export { createCompany, ensureDemoCompany } from './company/company.ts'
export { companyLogo } from './company/organization.handlers.ts'
export { loadSettings } from './company/settings.ts'
export { jobArea } from './job/job.handlers.ts'
export { insertReadyRoles, readyRolesFor } from './member/role.handlers.ts'
export {
  adminIds,
  type NewNotice,
  noteCases,
  noticeChannel,
  notify,
  notifyEach,
  shows,
  withdrawNotices,
} from './notice/notice.ts'
export { type AttachmentGuard, attachmentArea } from './record/attachment.handlers.ts'
export {
  attachmentsBy,
  attachmentsOf,
  claimAttachments,
  dropAttachments,
  dropAttachmentsOf,
  handOnAttachments,
} from './record/attachment.queries.ts'
export { customFieldsFor, customFieldsInUse, customSettler, settledCustom } from './record/custom-field.queries.ts'
export { addressTries, companyTries } from './session/guesses.ts'
export { linkTo } from './session/link-address.ts'
export { hashPassword } from './session/password.ts'
export { recordManaged } from './session/security-event.ts'
export {
  authenticator,
  endAllSessions,
  endSessions,
  membersBy,
  membersHolding,
  membersWhoMay,
  openSession,
  sessionsAlive,
} from './session/session.ts'
export {
  answerShareLink,
  knownShareLink,
  newShareLink,
  objectOfShareLink,
  openAnswersOf,
  openShareLink,
  recordShareView,
  revokeShareLinks,
  revokeShareLinksOf,
  type ShareLink,
  settleAnswers,
  shareLinksOf,
} from './session/share-link.ts'

export const accessArea: Area = {
  name: 'access',
  known: accessKnown,
  handlers: [
    ...signInHandlers,
    ...signUpHandlers,
    ...membershipHandlers,
    ...packageHandlers,
    ...noticeHandlers,
    ...sessionHandlers,
    ...mfaHandlers,
    ...passkeyHandlers,
    ...oidcHandlers,
    ...pinHandlers,
    ...terminalHandlers,
    ...apiTokenHandlers,
    ...memberTokenHandlers,
    ...securityEventHandlers,
    ...userConfigHandlers,
    ...organizationHandlers,
    ...roleHandlers,
    ...userHandlers,
    ...accessRequestHandlers,
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
    terminal_org_id_name_key: accessErrors.terminalNameExists,
  },
}
