import { daySeconds, hourSeconds } from '@qitao/core/time.ts'

/**
 * How long a session lasts: so long without use (a weekend does not end it), so long from the sign-in or a renewal, and at most
 * so long, however often it is renewed or the company is switched.
 */
export const sessionSeconds = { idle: 3 * daySeconds, renewed: 7 * daySeconds, absolute: 30 * daySeconds } as const
/** How long an administrator looks on as a member before asking anew. */
export const viewSeconds = hourSeconds
/** Open at one time for one member; the one that was used longest ago ends for a further one. */
export const mostSessions = 100

const browsers = [
  ['MicroMessenger', 'WeChat'],
  ['DingTalk', 'DingTalk'],
  ['Edg', 'Edge'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const
const systems = [
  ['iPad', 'iPad'],
  ['iPhone', 'iPhone'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const
/** Browser and system as people call them, from what the browser says of itself; empty when it says nothing known. */
export function deviceOf(agent: string | null): string {
  const named = (names: readonly (readonly [string, string])[]) => names.find(([part]) => agent?.includes(part))?.[1]
  return [named(browsers), named(systems)].filter(Boolean).join(' · ')
}
