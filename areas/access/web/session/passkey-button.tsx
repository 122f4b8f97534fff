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
  const signIn = useCommand(signInByPasskey, {
    repeatable: true,
    success: null,
    done: answer => {
      writeLocal(storageKeys.passkeyUsed, '1')
      onDone(answer)
    },
  })
  const { ask, asking } = useShown(credential => signIn.run({ credential, device_key: deviceKey() }))
  useAutofill(canUse, credential => void signIn.run({ credential, device_key: deviceKey() }))
  if (!canUse) return null
  return (
    <Button
      size="large"
      block
      className="qt-login-passkey"
      icon={<KeyOutlined aria-hidden />}
      loading={asking || signIn.pending}
      onClick={ask}
    >
      {say(text('用通行密钥登录', 'Sign in by passkey'))}
    </Button>
  )
}

/** The second step after the company's provider: a passkey of who was named by it. */
export function PasskeyStep({ pending, onShown }: { pending: boolean; onShown: (credential: Credential) => void }) {
  const say = useSay()
  const canUse = usePasskeys()
  const { ask, asking } = useShown(onShown)
  return (
    <>
      <p className="qt-login-told">
        {say(
          canUse
            ? text('公司要求两步验证，请出示您的通行密钥', 'Your company asks for two-step sign-in: show your passkey')
            : text(
                '公司要求两步验证，而这个地址不能使用通行密钥：请换用添加它的地址或设备，或请管理员重置两步验证',
                'Your company asks for two-step sign-in, and passkeys do not work here: use the address or device that it was added for, or ask an administrator to reset it',
              ),
        )}
      </p>
      {canUse ? (
        <Button
          type="primary"
          size="large"
          block
          icon={<KeyOutlined aria-hidden />}
          loading={asking || pending}
          onClick={ask}
        >
          {say(text('使用通行密钥', 'Use the passkey'))}
        </Button>
      ) : null}
    </>
  )
}

type Credential = In<typeof signInByPasskey>['credential']
/** Asks the browser for a passkey; `asking` while it asks for the finger. */
function useShown(onShown: (credential: Credential) => unknown): { ask: () => void; asking: boolean } {
  const [asking, setAsking] = useState(false)
  const show = async (wanted: Out<typeof beginPasskeySignIn>) => {
    setAsking(true)
    try {
      await onShown(await showPasskey(wanted))
    } catch (problem) {
      if (!(problem instanceof PasskeyRefused)) throw problem
      toast.warning(problem.words)
    } finally {
      setAsking(false)
    }
  }
  const begin = useCommand(beginPasskeySignIn, { repeatable: true, success: null, done: wanted => void show(wanted) })
  return { ask: () => void begin.run({}), asking: asking || begin.pending }
}

/**
 * Passkeys stand among the accounts that the browser offers for the field of the account. The challenge is asked for when somebody
 * goes to that field in a browser that has used a passkey here, not with each look at the page, and anew when it has grown old.
 */
function useAutofill(canUse: boolean, onShown: (credential: Credential) => void): void {
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
