import { minuteSeconds } from '@qitao/core/time.ts'

export const attemptSeconds = 10 * minuteSeconds
export const mostAttemptsPerAddress = 300
/** Where the provider sends the browser back to. */
export const oidcPath = '/oidc'

interface Claims {
  readonly [name: string]: unknown
}
export interface Known {
  readonly account: string
  readonly email: string | undefined
  readonly name: string
}
export type Unfit = 'no_account' | 'mail_not_verified' | 'other_domain'

const filled = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' && value.length <= mostLength ? value.trim() : undefined
const mostLength = 100

/**
 * Who the provider says it is. A mail address counts only when the provider has verified it: with many, anybody may write any
 * address into the own profile.
 */
export function knownBy(
  claims: Claims,
  { account_claim, mail_domains }: { readonly account_claim: string; readonly mail_domains: readonly string[] },
): Known | Unfit {
  const isVerified = claims.email_verified === true || claims.email_verified === 'true'
  const given = filled(claims.email)?.toLowerCase()
  const email = isVerified ? given : undefined
  if (account_claim === 'email' && given !== undefined && !isVerified) return 'mail_not_verified'
  const account = account_claim === 'email' ? email : filled(claims[account_claim])
  if (account === undefined) return 'no_account'
  if (mail_domains.length > 0) {
    if (given !== undefined && !isVerified) return 'mail_not_verified'
    if (email === undefined || !mail_domains.includes(email.split('@').at(-1) ?? '')) return 'other_domain'
  }
  return { account, email, name: filled(claims.name) ?? account }
}

/** A member whom the provider may mean, by account or by mail address; `is_exact`: by account, in the very same letters. */
export interface Named {
  readonly is_exact: boolean
  readonly by_account: boolean
}
/**
 * Whom the provider means: accounts that differ in case alone are different members, so the same letters come first, and
 * other case counts only for one; a mail address only where no account is like it. Undefined: nobody, or it cannot be told who.
 */
export function meant<T extends Named>(named: readonly T[]): T | undefined {
  const exact = named.find(({ is_exact }) => is_exact)
  if (exact) return exact
  const byAccount = named.filter(({ by_account }) => by_account)
  const left = byAccount.length > 0 ? byAccount : named
  return left.length === 1 ? left[0] : undefined
}

/** Whether the password, or a passkey, of a member signs in: the provider is the only way for all but one. */
export const keepsOwnWay = (
  provider: { readonly is_required: boolean; readonly enabled: boolean; readonly keeper_id: string | null } | undefined,
  user_id: string,
): boolean => !provider?.enabled || !provider.is_required || provider.keeper_id === user_id
