import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { accessErrors } from '../access.errors.ts'

export const shortestPin = 6
export const longestPin = 12
export const pinTitle = text('PIN码', 'PIN')
export const pinLength = text(
  `PIN码为${shortestPin}到${longestPin}位数字`,
  `A PIN has ${shortestPin} to ${longestPin} digits`,
)
export const pinRule = text(
  `${pinLength.zh}；不能是重复、连续的数字，也不能是账号、工号、手机号的一部分`,
  `${pinLength.en}: not one digit or pair over and over, no run such as 123456, and no part of your account, employee number or phone`,
)

interface Owner {
  readonly account: string
  readonly job_number: string | null
  readonly phone: string | null
}
const runs = ['01234567890123456789', '98765432109876543210']
/** One to three digits over and over, with or without a part of them at the end. */
const isRepeated = (pin: string): boolean =>
  [1, 2, 3].some(length => pin === pin.slice(0, length).repeat(pin.length).slice(0, pin.length))
/** Pairs and triples such as 112233 and 111222. */
const isDoubled = (pin: string): boolean =>
  [2, 3].some(length => {
    const groups = pin.match(new RegExp(`.{${length}}`, 'g')) ?? []
    const isOfOne = groups.join('').length === pin.length && groups.every(group => new Set(group).size === 1)
    return isOfOne && runs.some(run => run.includes(groups.map(group => group[0]).join('')))
  })
/** What others know of the member. */
const isKnown = (pin: string, { account, job_number, phone }: Owner): boolean =>
  [account, job_number, phone].some(
    known => known !== null && (known.includes(pin) || (known.length >= 4 && pin.includes(known))),
  )

/** 5284 for a PIN that others try first. */
export function checkPin(pin: string, owner: Owner): void {
  const isDigits = new RegExp(`^[0-9]{${shortestPin},${longestPin}}$`).test(pin)
  const isObvious = isRepeated(pin) || isDoubled(pin) || runs.some(run => run.includes(pin)) || isKnown(pin, owner)
  if (!isDigits || isObvious) refuse(accessErrors.pinWeak, { field: 'pin', field_title: pinTitle, detail: pinRule })
}
