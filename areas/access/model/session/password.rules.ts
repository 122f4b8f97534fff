import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from '../access.errors.ts'

export const shortestPassword = 8
export const longestPassword = 64
export const passwordRule = text(
  `密码为${shortestPassword}到${longestPassword}个字符，至少包含一个字母和一个数字`,
  `A password has ${shortestPassword} to ${longestPassword} characters with a letter and a digit`,
)

/** What stands at the sign-in, and is tried first: a password is more than one of these with digits and signs around it. */
export const contextWords = [
  'qitao',
  '齐套',
  'admin',
  'administrator',
  '管理员',
  'password',
  '密码',
  'factory',
  '工厂',
  'mes',
  'erp',
]
const tooPlain = text(
  `密码不能只是${contextWords.slice(0, 4).join('、')}等词加数字`,
  `A password is more than a word such as ${contextWords[0]} or ${contextWords[2]} with digits`,
)
const isContextWord = (password: string): boolean =>
  contextWords.includes(password.toLowerCase().replace(/[^\p{L}]/gu, ''))

/** 5263 unless the password has 8 to 64 characters with a letter and a digit, and is no word of the product. */
export function checkPassword(password: string, field = 'new_password'): void {
  const length = [...password].length
  const strong = /\p{L}/u.test(password) && /\p{Nd}/u.test(password)
  if (length < shortestPassword || length > longestPassword || !strong)
    refuse(accessErrors.passwordWeak, { field, field_title: text('密码', 'Password'), detail: passwordRule })
  if (isContextWord(password))
    refuse(accessErrors.passwordWeak, { field, field_title: text('密码', 'Password'), detail: tooPlain })
}
