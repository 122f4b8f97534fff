import { KeyOutlined } from '@ant-design/icons'
import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Button } from 'antd'
import { useState } from 'react'
import { beginPasskeySignIn, signInByPasskey } from '../../model/session/passkey.calls.ts'
import { querySignInInfo } from '../../model/session/sign-up.calls.ts'
import { deviceKey } from './device-key.ts'
import { barHere, PasskeyRefused, showPasskey } from './passkey.ts'

/** Signs in by passkey, which knows account and company; not shown where the browser has none to offer. */
export function PasskeyButton({ onDone }: { onDone: (answer: Out<typeof signInByPasskey>) => Promise<void> }) {
  const say = useSay()
  const canUse = usePasskeys()
  const [pending, setPending] = useState(false)
  const begin = useCommand(beginPasskeySignIn, { repeatable: true, success: null })
  const signIn = useCommand(signInByPasskey, { repeatable: true, success: null })
  if (!canUse) return null
  const enter = async () => {
    const begun = await begin.attempt({})
    if (!begun.ok) return
    const shown = await signIn.attempt({ credential: await showPasskey(begun.output), device_key: deviceKey() })
    if (shown.ok) await onDone(shown.output)
  }
  const press = async () => {
    setPending(true)
    try {
      await enter()
    } catch (problem) {
      if (!(problem instanceof PasskeyRefused)) throw problem
      toast.warning(problem.words)
    } finally {
      setPending(false)
    }
  }
  return (
    <Button
      size="large"
      block
      className="qt-login-passkey"
      icon={<KeyOutlined aria-hidden />}
      loading={pending}
      onClick={() => void press()}
    >
      {say(text('用通行密钥登录', 'Sign in by passkey'))}
    </Button>
  )
}

/** Whether passkeys work at the address that is open. */
export function usePasskeys(): boolean {
  const { data } = useCall(querySignInInfo, {})
  return data !== undefined && barHere(data.passkey_origin) === undefined
}
