import { housekeeping, olderThan } from '@qitao/platform/server/jobs/housekeeping.ts'
import { sealsOld } from '@qitao/platform/server/secrets.ts'
import { authenticators } from './access.secrets.ts'

/** Days after the end of each: what is over opens nothing any more. Failed tries and codes count for an hour at most. */
export const accessHousekeeping = housekeeping('access', {
  session: olderThan('session', 'expire_time', 1),
  sign_in_failure: olderThan('sign_in_failure', 'failed_at', 1),
  asking: olderThan('asking', 'asked_at', 1),
  verify_code: olderThan('verify_code', 'expire_time', 1),
  passkey_challenge: olderThan('passkey_challenge', 'expire_time', 1),
  oidc_attempt: olderThan('oidc_attempt', 'expire_time', 1),
  security_event: olderThan('security_event', 'created_time', 365),
  api_token: olderThan('api_token', 'expire_time', 365),
  invitation: olderThan('invitation', 'expire_time', 30),
  user_mfa_open: sealsOld(authenticators),
})
