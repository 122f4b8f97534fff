import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import type { In, Out } from '@qitao/core/call.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import type {
  beginPasskey,
  beginPasskeySignIn,
  confirmPasskey,
  signInByPasskey,
} from '../model/session/passkey.calls.ts'

/** An authenticator in software, and the browser before it: what a phone does when its owner puts a finger on it. */
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest()

/** What is wrong with an answer, for those that must be refused. */
export interface Spoiled {
  readonly origin?: string
  readonly rp_id?: string
  readonly type?: string
  readonly challenge?: string
  /** The owner was not asked for finger or PIN. */
  readonly isUnverified?: boolean
  readonly counter?: number
  readonly format?: string
}
const flags = { present: 0x01, verified: 0x04, credential: 0x40 }

export class Authenticator {
  readonly id = base64url(randomBytes(32))
  private readonly keys: { publicKey: KeyObject; privateKey: KeyObject }
  private counter = 0
  private user_handle = ''
  private readonly origin: string

  constructor(origin = 'http://localhost') {
    this.origin = origin
    this.keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  }

  make(asked: Out<typeof beginPasskey>, spoiled: Spoiled = {}): In<typeof confirmPasskey>['credential'] {
    this.user_handle = asked.user.id
    const { x, y } = this.keys.publicKey.export({ format: 'jwk' })
    const coordinate = (written: string | undefined) => new Uint8Array(Buffer.from(written!, 'base64url'))
    // COSE (RFC 9052): an elliptic curve key for ES256 on P-256.
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, coordinate(x)],
        [-3, coordinate(y)],
      ]),
    )
    const id = Buffer.from(this.id, 'base64url')
    const length = Buffer.alloc(2)
    length.writeUInt16BE(id.length)
    const data = Buffer.concat([
      this.data(spoiled.rp_id ?? asked.rp.id, flags.credential, spoiled),
      Buffer.alloc(16),
      length,
      id,
      key,
    ])
    const attestation = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', spoiled.format ?? 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(data)],
      ]) as never,
    )
    return {
      id: this.id,
      client_data: this.clientData('webauthn.create', asked.challenge, spoiled),
      attestation: base64url(attestation),
      transports: ['internal'],
    }
  }

  show(
    asked: Out<typeof beginPasskeySignIn>,
    spoiled: Spoiled & { user_handle?: string } = {},
  ): In<typeof signInByPasskey>['credential'] {
    const data = this.data(spoiled.rp_id ?? asked.rpId, 0, spoiled)
    const client_data = this.clientData('webauthn.get', asked.challenge, spoiled)
    const signed = Buffer.concat([data, sha256(Buffer.from(client_data, 'base64url'))])
    return {
      id: this.id,
      client_data,
      authenticator_data: base64url(data),
      signature: base64url(sign('sha256', signed, this.keys.privateKey)),
      user_handle: spoiled.user_handle ?? this.user_handle,
    }
  }

  private data(rp_id: string, more: number, { isUnverified, counter = ++this.counter }: Spoiled): Buffer {
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    const flag = flags.present | (isUnverified ? 0 : flags.verified) | more
    return Buffer.concat([sha256(rp_id), Buffer.from([flag]), count])
  }
  private clientData(type: string, challenge: string, spoiled: Spoiled): string {
    const origin = spoiled.origin ?? this.origin
    return base64url(
      JSON.stringify({
        type: spoiled.type ?? type,
        challenge: spoiled.challenge ?? challenge,
        origin,
        crossOrigin: false,
      }),
    )
  }
}
