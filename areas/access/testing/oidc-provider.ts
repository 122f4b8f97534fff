import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer, type IncomingMessage } from 'node:http'

/** A sign-in provider (OpenID Connect) on this machine, which can be made to lie. */
export interface OidcProvider {
  readonly issuer: string
  readonly client_id: string
  readonly client_secret: string
  /** What it says of whoever signs in from now on. */
  claims: Record<string, unknown>
  /** What it does wrong. */
  lies: { issuer?: string; audience?: string; nonce?: string; expired?: boolean; key?: 'other' }
  /** As a browser does it: signs in at the address and is sent back; what stands behind the address of the return. */
  visit(url: string): string
  close(): void
}
const base64 = (value: string | Buffer): string => Buffer.from(value).toString('base64url')
const keysOf = () => generateKeyPairSync('rsa', { modulusLength: 2048 })

export async function oidcProvider(): Promise<OidcProvider> {
  const own = keysOf()
  const other = keysOf()
  const codes = new Map<string, { nonce: string; challenge: string; redirect_uri: string; claims: object }>()
  const [client_id, client_secret] = ['qitao', randomBytes(20).toString('hex')]
  const signed = (claims: object, key: typeof own) => {
    const words = `${base64(JSON.stringify({ alg: 'RS256', kid: 'k1', typ: 'JWT' }))}.${base64(JSON.stringify(claims))}`
    return `${words}.${base64(createSign('RSA-SHA256').update(words).sign(key.privateKey))}`
  }
  const token = (body: URLSearchParams, authorization: string | undefined): [number, object] => {
    const basic = authorization?.startsWith('Basic ')
      ? Buffer.from(authorization.slice(6), 'base64').toString().split(':').map(decodeURIComponent)
      : [body.get('client_id'), body.get('client_secret')]
    const code = codes.get(body.get('code') ?? '')
    codes.delete(body.get('code') ?? '')
    const challenge = createHash('sha256')
      .update(body.get('code_verifier') ?? '')
      .digest('base64url')
    if (basic[0] !== client_id || basic[1] !== client_secret) return [401, { error: 'invalid_client' }]
    if (!code || code.challenge !== challenge || code.redirect_uri !== body.get('redirect_uri'))
      return [400, { error: 'invalid_grant' }]
    const now = Math.floor(Date.now() / 1000)
    const { lies } = provider
    const said = {
      ...{ iss: lies.issuer ?? provider.issuer, aud: lies.audience ?? client_id, nonce: lies.nonce ?? code.nonce },
      ...{ iat: now, exp: lies.expired ? now - 600 : now + 300 },
      ...code.claims,
    }
    const id_token = signed(said, lies.key === 'other' ? other : own)
    return [200, { access_token: randomBytes(8).toString('hex'), token_type: 'Bearer', expires_in: 300, id_token }]
  }
  const answer = async (request: IncomingMessage): Promise<[number, object]> => {
    const path = request.url?.split('?')[0]
    if (path === '/.well-known/openid-configuration')
      return [
        200,
        {
          ...{ issuer: provider.issuer, authorization_endpoint: `${provider.issuer}/authorize` },
          ...{ token_endpoint: `${provider.issuer}/token`, jwks_uri: `${provider.issuer}/keys` },
          ...{ response_types_supported: ['code'], subject_types_supported: ['public'] },
          ...{ id_token_signing_alg_values_supported: ['RS256'], code_challenge_methods_supported: ['S256'] },
        },
      ]
    if (path === '/keys')
      return [200, { keys: [{ ...own.publicKey.export({ format: 'jwk' }), kid: 'k1', alg: 'RS256', use: 'sig' }] }]
    if (path !== '/token') return [404, {}]
    let body = ''
    for await (const piece of request) body += piece
    return token(new URLSearchParams(body), request.headers.authorization)
  }
  const server = createServer((request, response) => {
    // A browser that comes is who the claims say, and goes back at once.
    const asked = new URL(request.url ?? '/', provider.issuer)
    if (asked.pathname === '/authorize') {
      const back = `${asked.searchParams.get('redirect_uri')}${provider.visit(asked.href)}`
      response.writeHead(302, { location: back }).end()
      return
    }
    void answer(request).then(([status, body]) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body)),
    )
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  const provider: OidcProvider = {
    ...{ issuer: `http://127.0.0.1:${port}`, client_id, client_secret, claims: {}, lies: {} },
    visit(url) {
      const asked = new URL(url).searchParams
      const code = randomBytes(16).toString('hex')
      codes.set(code, {
        nonce: asked.get('nonce') ?? '',
        challenge: asked.get('code_challenge') ?? '',
        redirect_uri: asked.get('redirect_uri') ?? '',
        claims: provider.claims,
      })
      return `?code=${code}&state=${encodeURIComponent(asked.get('state') ?? '')}`
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return provider
}
