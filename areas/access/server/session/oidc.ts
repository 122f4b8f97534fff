import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { rows, type Tx } from '@qitao/platform/server/database/database.ts'
import type { PostFault } from '@qitao/platform/server/outward/post.ts'
import { FetchFault, publicFetch } from '@qitao/platform/server/outward/public-fetch.ts'
import { unseal } from '@qitao/platform/server/secrets.ts'
import { sql } from 'kysely'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import { accessErrors } from '../../model/access.errors.ts'

/** The company's provider as it is used; the secret in clear. */
export interface Provider {
  readonly org_id: string
  readonly id: string
  readonly name: string
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string | undefined
  readonly account_claim: string
  readonly mail_domains: readonly string[]
  readonly creates_members: boolean
  readonly role_ids: readonly string[]
  readonly proves_factor: boolean
  readonly is_required: boolean
  readonly keeper_id: string | null
  readonly enabled: boolean
  /** The secret was sealed by a key that is lost. */
  readonly is_secret_lost: boolean
}
export const secretPlace = (org_id: string): string => `oidc ${org_id}`
export const opened = (org_id: string, sealed: string | null): string | undefined =>
  sealed === null ? undefined : unseal(sealed, secretPlace(org_id))

export async function loadProvider(tx: Tx, org_id: string): Promise<Provider | undefined> {
  const [found] = await rows(
    tx,
    sql<
      Omit<Provider, 'client_secret' | 'is_secret_lost'> & { sealed: string | null }
    >`select p.org_id, p.id, p.name, p.issuer, p.client_id, p.account_claim,
        p.mail_domains, p.creates_members, p.role_ids, p.proves_factor, p.is_required, p.keeper_id, p.enabled, s.sealed
      from oidc_provider p left join oidc_secret s on s.org_id = p.org_id and s.provider_id = p.id where p.org_id = ${org_id}`,
  )
  if (!found) return undefined
  const { sealed, ...provider } = found
  const client_secret = opened(org_id, sealed)
  return { ...provider, client_secret, is_secret_lost: sealed !== null && client_secret === undefined }
}

/** Tests have a provider on their own machine; whoever runs an installation may trust the own network. */
const allowsLoopback = (): boolean => process.env.WEB_HOOK_LOOPBACK === '1'
const allowsInner = (): boolean => process.env.OIDC_INNER === '1'
const timeoutSeconds = 10

export function expectIssuer(issuer: string): URL {
  const url = URL.canParse(issuer) ? new URL(issuer) : undefined
  const isFit = url && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  const isSecure = url?.protocol === 'https:' || (allowsLoopback() && url?.hostname === '127.0.0.1')
  if (!url || !isFit || !isSecure)
    refuse(generalErrors.badParameter, {
      field: 'issuer',
      detail: text(
        '应为 https:// 开头的地址，不带查询串',
        'It must be an address that begins with https://, without a query',
      ),
    })
  return url
}

/** The provider as it describes itself. Throws 5279 with the reason. */
export async function discovered({
  issuer,
  client_id,
  client_secret,
}: Pick<Provider, 'issuer' | 'client_id' | 'client_secret'>): Promise<Configuration> {
  const ask = publicFetch({ allowsLoopback: allowsLoopback(), allowsInner: allowsInner() })
  const url = expectIssuer(issuer)
  try {
    return await discovery(url, client_id, client_secret, undefined, {
      [customFetch]: (address, options) => ask(address, { ...options, body: options.body }),
      timeout: timeoutSeconds,
      // Signatures are looked at though the token comes over TLS from the provider itself.
      execute: [enableNonRepudiationChecks, ...(url.protocol === 'http:' ? [allowInsecureRequests] : [])],
    })
  } catch (problem) {
    return refuse(accessErrors.oidcUnfit, { detail: reasonOf(problem) })
  }
}

export interface Begun {
  readonly state: string
  readonly nonce: string
  readonly verifier: string
  readonly redirect_uri: string
}
export async function addressAt(
  config: Configuration,
  { state, nonce, verifier, redirect_uri }: Begun,
): Promise<string> {
  const url = buildAuthorizationUrl(config, {
    ...{ redirect_uri, state, nonce, scope: 'openid profile email', response_type: 'code' },
    ...{ code_challenge: await calculatePKCECodeChallenge(verifier), code_challenge_method: 'S256' },
  })
  return url.href
}

/** The claims of who came back with this answer; undefined when anything of it does not hold. */
export async function claimsOf(
  config: Configuration,
  { state, nonce, verifier, redirect_uri }: Begun,
  answer: string,
): Promise<{ readonly sub: string; readonly [name: string]: unknown } | undefined> {
  const back = new URL(redirect_uri)
  back.search = answer
  try {
    const tokens = await authorizationCodeGrant(config, back, {
      ...{ pkceCodeVerifier: verifier, expectedState: state, expectedNonce: nonce, idTokenExpected: true },
    })
    return tokens.claims()
  } catch {
    return undefined
  }
}

const faults: Readonly<Record<PostFault, Text>> = {
  address: text('地址不可用', 'The address cannot be used'),
  inner: text('地址指向内部网络', 'The address leads into a private network'),
  unknown_host: text('找不到主机', 'The host is not known'),
  timeout: text('超时未应答', 'No answer in time'),
  connection: text('连接失败', 'No connection'),
  certificate: text('证书无效', 'The certificate is not valid'),
}
const noProvider = text(
  '该地址没有 OpenID Connect 说明，请核对签发方',
  'There is no description of OpenID Connect at the address: check the issuer',
)
/** The library wraps what it was thrown. */
function reasonOf(problem: unknown): Text {
  for (let one = problem; one instanceof Error; one = one.cause) if (one instanceof FetchFault) return faults[one.fault]
  return noProvider
}
