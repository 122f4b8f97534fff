import { KeyOutlined } from '@ant-design/icons'
import type { In, Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { readLocal, storageKeys, writeLocal } from '@qitao/platform/web/session/storage.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { beginPasskeySignIn, signInByPasskey } from '../../model/session/passkey.calls.ts'
import { challengeSeconds } from '../../model/session/passkey.rules.ts'
import { querySignInInfo } from '../../model/session/sign-up.calls.ts'
import { deviceKey } from './device-key.ts'
import { awaitAutofill, barHere, canAutofill, PasskeyRefused, showPasskey } from './passkey.ts'

/** Signs in by passkey, which knows account and company; not shown where the browser has none to offer. */
export function PasskeyButton({ onDone }: { onDone: (answer: Out<typeof signInByPasskey>) => void }) {
  const say = useSay()
  const canUse = usePasskeys()
  /** The browser asks for the finger. */
  const [asking, setAsking] = useState(false)
  const signIn = useCommand(signInByPasskey, {
    repeatable: true,
    success: null,
    done: answer => {
      writeLocal(storageKeys.passkeyUsed, '1')
      onDone(answer)
    },
  })
  const show = async (wanted: Out<typeof beginPasskeySignIn>) => {
    setAsking(true)
    try {
      await signIn.run({ credential: await showPasskey(wanted), device_key: deviceKey() })
    } catch (problem) {
      if (!(problem instanceof PasskeyRefused)) throw problem
      toast.warning(problem.words)
    } finally {
      setAsking(false)
    }
  }
  const begin = useCommand(beginPasskeySignIn, { repeatable: true, success: null, done: wanted => void show(wanted) })
  useAutofill(canUse, credential => void signIn.run({ credential, device_key: deviceKey() }))
  if (!canUse) return null
  return (
    <Button
      size="large"
      block
      className="qt-login-passkey"
      icon={<KeyOutlined aria-hidden />}
      loading={begin.pending || asking || signIn.pending}
      onClick={() => void begin.run({})}
    >
      {say(text('用通行密钥登录', 'Sign in by passkey'))}
    </Button>
  )
}

/**
 * Passkeys stand among the accounts that the browser offers for the field of the account. The challenge is asked for when somebody
 * goes to that field in a browser that has used a passkey here, not with each look at the page, and anew when it has grown old.
 */
function useAutofill(canUse: boolean, onShown: (credential: In<typeof signInByPasskey>['credential']) => void): void {
  const shown = useRef(onShown)
  shown.current = onShown
  const askedAt = useRef(0)
  const begin = useCommand(beginPasskeySignIn, {
    repeatable: true,
    success: null,
    done: wanted =>
      void awaitAutofill(wanted).then(credential => {
        if (credential) shown.current(credential)
      }),
  })
  const run = useRef(begin.run)
  run.current = begin.run
  useEffect(() => {
    if (!canUse || readLocal(storageKeys.passkeyUsed) === undefined) return undefined
    const field = document.querySelector<HTMLInputElement>(accountField)
    const ask = () => {
      if (Date.now() - askedAt.current < staleMs) return
      askedAt.current = Date.now()
      void canAutofill().then(can => {
        if (can) void run.current({})
      })
    }
    field?.addEventListener('focus', ask)
    if (document.activeElement === field) ask()
    return () => field?.removeEventListener('focus', ask)
  }, [canUse])
}
const accountField = 'input[autocomplete~="webauthn"]'
const staleMs = (challengeSeconds - 30) * 1000

/** Whether passkeys work at the address that is open. */
export function usePasskeys(): boolean {
  const { data } = useCall(querySignInInfo, {})
  return data !== undefined && barHere(data.passkey_origin) === undefined
}
