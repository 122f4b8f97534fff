import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from '../access.errors.ts'

export const shortestPassword = 8
export const longestPassword = 64
export const passwordRule = text(
  `密码为${shortestPassword}到${longestPassword}个字符，至少包含一个字母和一个数字`,
  `A password has ${shortestPassword} to ${longestPassword} characters with a letter and a digit`,
)

/** 5263 unless the password has 8 to 64 characters with a letter and a digit. */
export function checkPassword(password: string, field = 'new_password'): void {
  const length = [...password].length
  const strong = /\p{L}/u.test(password) && /\p{Nd}/u.test(password)
  if (length < shortestPassword || length > longestPassword || !strong)
    refuse(accessErrors.passwordWeak, { field, field_title: text('密码', 'Password'), detail: passwordRule })
}
