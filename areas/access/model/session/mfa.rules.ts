import type { Settings } from '../company/settings.ts'

/** Whether the company asks the member for a second factor. */
export const isMfaRequired = (asked: Settings['mfa_required'], is_admin: boolean): boolean =>
  asked === 'all' || (asked === 'admins' && is_admin)
