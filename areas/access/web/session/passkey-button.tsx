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
export function PasskeyButton({ onDone }: { onDone: (answer: Out<typeof signInByPasskey>) => void }) {
  const say = useSay()
  const canUse = usePasskeys()
  /** The browser asks for the finger. */
  const [asking, setAsking] = useState(false)
  const signIn = useCommand(signInByPasskey, { repeatable: true, success: null, done: onDone })
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

/** Whether passkeys work at the address that is open. */
export function usePasskeys(): boolean {
  const { data } = useCall(querySignInInfo, {})
  return data !== undefined && barHere(data.passkey_origin) === undefined
}
