import { affected, command, nothing, query } from '@qitao/core/call.ts'
import { id, instant, plainString, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { z } from 'zod'
import { ownPassword } from '../member/user.record.ts'
import { login } from './session.calls.ts'

/**
 * Ours: a member signs in by a passkey (WebAuthn) of a phone, a computer or a key, which proves both that he holds it and who
 * he is. What the browser made is sent as it came, in base64url.
 */
const base = '/mep_server/biz/user/'
export const passkey = record('passkey', text('通行密钥', 'Passkey'), { name: textField('名称', 'Name', 100) })
const bytes = (most: number) =>
  plainString(most)
    .min(1)
    .regex(/^[\w-]+$/)
const credentialId = bytes(1400)
const client_data = bytes(4000)

export const listPasskeys = query(`${base}query_passkey_list`, {
  title: text('我的通行密钥', 'My passkeys'),
  grantedBy: 'signed_in',
  input: nothing,
  output: z.object({
    result: z.array(
      z.object({
        id,
        name: z.string(),
        /** Name of the address for which it was made, and under which it works. */
        rp_id: z.string(),
        /** The maker's service keeps it for all devices of its owner. */
        is_synced: z.boolean(),
        created_time: instant,
        used_time: instant.nullable(),
      }),
    ),
    /** Address under which the server takes passkeys; null: it knows none. */
    origin: z.string().nullable(),
  }),
})
const described = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()) })
export const beginPasskey = command(`${base}begin_passkey`, {
  title: text('添加通行密钥', 'Add a passkey'),
  grantedBy: 'signed_in',
  beforeSecondFactor: true,
  answersSecret: true,
  input: z.strictObject({ password: ownPassword }),
  /** What the browser asks the authenticator for. */
  output: z.object({
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    challenge: z.string(),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    excludeCredentials: z.array(described),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.literal(true),
      userVerification: z.literal('required'),
    }),
    attestation: z.literal('none'),
  }),
})
export const confirmPasskey = command(`${base}confirm_passkey`, {
  title: text('保存通行密钥', 'Keep a passkey'),
  grantedBy: 'signed_in',
  beforeSecondFactor: true,
  input: z.strictObject({
    name: passkey.fields.name.schema,
    credential: z.strictObject({
      id: credentialId,
      client_data,
      attestation: bytes(12_000),
      transports: z.array(plainString(20)).max(10),
    }),
  }),
  output: z.object({ id }),
  records: [passkey],
})
/** What it is called takes no proof: it opens nothing. */
export const renamePasskey = command(`${base}rename_passkey`, {
  title: text('重命名通行密钥', 'Rename a passkey'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id, name: passkey.fields.name.schema }),
  output: affected,
  records: [passkey],
})
export const dropPasskey = command(`${base}drop_passkey`, {
  title: text('删除通行密钥', 'Remove a passkey'),
  grantedBy: 'signed_in',
  input: z.strictObject({ id, password: ownPassword }),
  output: affected,
})

export const beginPasskeySignIn = command(`${base}begin_passkey_login`, {
  title: text('通行密钥登录：开始', 'Sign in by passkey: begin'),
  grantedBy: 'public',
  input: nothing,
  output: z.object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.literal('required'),
  }),
})
export const signInByPasskey = command(`${base}passkey_login`, {
  title: text('通行密钥登录', 'Sign in by passkey'),
  grantedBy: 'public',
  input: z.strictObject({
    credential: z.strictObject({
      id: credentialId,
      client_data,
      authenticator_data: bytes(4000),
      signature: bytes(4000),
      /** Whose it is, as the authenticator keeps it. */
      user_handle: bytes(100),
    }),
    device_key: login.input.shape.device_key,
  }),
  output: login.output,
})
