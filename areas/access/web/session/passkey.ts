import type { In, Out } from '@qitao/core/call.ts'
import { type Text, text } from '@qitao/core/text.ts'
import {
  browserSupportsWebAuthn,
  browserSupportsWebAuthnAutofill,
  startAuthentication,
  startRegistration,
} from '@simplewebauthn/browser'
import type {
  beginPasskey,
  beginPasskeySignIn,
  confirmPasskey,
  signInByPasskey,
} from '../../model/session/passkey.calls.ts'
import { passkeyBar } from '../../model/session/passkey.rules.ts'

/** Why this browser uses no passkey at this address; `served`: where the server takes them. */
export const barHere = (served: string | null): ReturnType<typeof passkeyBar> =>
  passkeyBar({ shown: location.origin, served, isSupported: browserSupportsWebAuthn() })

/** What the person or the browser has said instead of giving an answer. */
export class PasskeyRefused extends Error {
  readonly words: Text
  constructor(words: Text) {
    super(words.en)
    this.words = words
  }
}
const given = text('未使用通行密钥：已取消或已超时', 'No passkey was used: cancelled, or it took too long')
const words: Readonly<Record<string, Text>> = {
  NotAllowedError: given,
  AbortError: given,
  InvalidStateError: text('这台设备或密钥上已有您的通行密钥', 'This device or key holds a passkey of yours already'),
  ConstraintError: text(
    '这台设备或密钥不能验证本人：请先为它设置指纹、面容或PIN',
    'This device or key cannot tell who you are: set up a finger, a face or a PIN for it first',
  ),
  NotSupportedError: text('这台设备或密钥不支持通行密钥', 'This device or key knows no passkeys'),
}
const unknown = text('浏览器未能使用通行密钥，请重试', 'The browser could not use a passkey: try again')
/** The browser tells what happened by the name of its error. */
async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (problem) {
    throw new PasskeyRefused((problem instanceof Error && words[problem.name]) || unknown)
  }
}

export async function makePasskey(
  optionsJSON: Out<typeof beginPasskey>,
): Promise<In<typeof confirmPasskey>['credential']> {
  const { id, response } = await asked(() => startRegistration({ optionsJSON }))
  return {
    id,
    client_data: response.clientDataJSON,
    attestation: response.attestationObject,
    transports: response.transports ?? [],
  }
}
type Shown = In<typeof signInByPasskey>['credential']
export const showPasskey = (optionsJSON: Out<typeof beginPasskeySignIn>): Promise<Shown> =>
  asked(async () => shownOf(await startAuthentication({ optionsJSON })))

/** The browser offers passkeys among the accounts that it fills in. */
export const canAutofill = (): Promise<boolean> => browserSupportsWebAuthnAutofill()
/** Waits until somebody takes one there; undefined: nobody has, as another way was taken or the page was left. */
export const awaitAutofill = (optionsJSON: Out<typeof beginPasskeySignIn>): Promise<Shown | undefined> =>
  startAuthentication({ optionsJSON, useBrowserAutofill: true }).then(shownOf, () => undefined)

function shownOf({ id, response }: Awaited<ReturnType<typeof startAuthentication>>): Shown {
  return {
    id,
    client_data: response.clientDataJSON,
    authenticator_data: response.authenticatorData,
    signature: response.signature,
    user_handle: response.userHandle ?? '',
  }
}
