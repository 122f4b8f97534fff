import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from '../../model/access.errors.ts'
import { checkPassword } from '../../model/session/password.rules.ts'

/** Half a megabyte: read when the first password is chosen. */
const readCommon = async (): Promise<ReadonlySet<string>> => {
  const { default: words } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } })
  return new Set(words)
}
let common: ReturnType<typeof readCommon> | undefined

/**
 * 5263 unless the password meets the rules and is none of the 49,000 that leaked most often: they are tried first. The list comes
 * with the product, and nothing is asked of anybody.
 */
export async function checkNewPassword(password: string, field = 'new_password'): Promise<void> {
  checkPassword(password, field)
  common ??= readCommon()
  if ((await common).has(password.toLowerCase()))
    refuse(accessErrors.passwordWeak, {
      field,
      field_title: text('密码', 'Password'),
      detail: text(
        '该密码在已泄露的常用密码中，请换一个',
        'It is among the passwords that leaked most often: choose another one',
      ),
    })
}
