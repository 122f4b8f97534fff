import { UserSwitchOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { signOut } from '@qitao/platform/web/session/session.ts'
import { signOff } from '@qitao/platform/web/shell/sign-off.ts'
import { Button } from 'antd'
import { userInfo } from '../../model/session/session.calls.ts'
import { useIdle } from './idle.ts'

/** At a shared terminal: signs off for the next one, by a press or when nobody is there any more. */
export default function NextPerson() {
  const say = useSay()
  const { terminal } = useCall(userInfo, {}).data ?? {}
  // Nobody is there to be asked.
  useIdle(terminal?.idle_minutes, signOut)
  if (!terminal) return null
  return (
    <Button
      type="primary"
      icon={<UserSwitchOutlined aria-hidden />}
      {...(terminal.name === null ? {} : { title: terminal.name })}
      onClick={() => void signOff()}
    >
      {say(text('换人', 'Next person'))}
    </Button>
  )
}
