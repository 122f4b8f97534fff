import { signInByPin } from '@qitao/access/model/session/terminal.calls.ts'
import { PinPad } from '@qitao/access/web/session/pin-pad.tsx'
import { text } from '@qitao/core/text.ts'
import { device, signIn, sync } from '@qitao/platform/web/offline/device.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useEffect, useState } from 'react'
import { SignIn } from './sign-in.tsx'
import { terminal } from './terminal.ts'

/** Sign-in: by PIN where the device is a shared terminal, else, or if wished, by password. */
export function Entrance({ onDone }: { onDone?: () => void }) {
  const say = useSay()
  const here = terminal.use()
  const { holder, others = [] } = device.use() ?? {}
  const [byPassword, setByPassword] = useState(false)
  // Whether it was stopped, and who worked here last.
  useEffect(() => void sync(), [])
  if (here?.state !== 'ready') return <SignIn {...(onDone && { onDone })} />
  const turn = (
    <button type="button" className="qt-m-button" onClick={() => setByPassword(!byPassword)}>
      {say(byPassword ? text('用PIN码登录', 'Sign in by PIN') : text('用密码登录', 'Sign in by password'))}
    </button>
  )
  if (byPassword)
    return (
      <>
        <SignIn {...(onDone && { onDone })} />
        <div className="qt-m-sign-in">{turn}</div>
      </>
    )
  const enter = async (account: string, pin: string) => {
    const failure = await signIn({ account, pin }, signInByPin)
    // Nobody sets up a second factor here: the terminal is it.
    if (failure === 'must_enrol') return undefined
    if (failure) void sync()
    else onDone?.()
    return failure
  }
  return (
    <div className="qt-m-entrance">
      <PinPad key={holder?.account} terminal={here} account={holder?.account} enter={enter}>
        {others.map(({ name, account, open }) => (
          <p key={account} className="qt-pin-note" role="status">
            {say(
              text(
                '{name} 还有 {open} 项操作在本机未发送，本人登录后发送',
                '{open} actions of {name} wait on this device; they are sent once that person signs in',
              ),
              { name, open },
            )}
          </p>
        ))}
        {turn}
      </PinPad>
    </div>
  )
}
