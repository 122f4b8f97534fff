import { text } from '@qitao/core/text.ts'
import type { KeptIn } from '@qitao/platform/server/secrets.ts'
import { secretPlace } from './session/oidc.ts'
import { mfaPlace } from './session/second-factor.ts'

export const authenticators: KeptIn = {
  ...{ title: text('验证器', 'Authenticators'), table: 'user_mfa', column: 'secret', key: 'user_id' },
  placeOf: mfaPlace,
}
export const accessSecrets: readonly KeptIn[] = [
  authenticators,
  {
    ...{ title: text('单点登录', 'Sign-in providers'), table: 'oidc_secret', column: 'sealed', key: 'provider_id' },
    placeOf: secretPlace,
    isAlwaysSealed: true,
  },
]
