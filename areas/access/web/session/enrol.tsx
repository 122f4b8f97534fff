import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Segmented } from 'antd'
import { useState } from 'react'
import { AddPasskey } from './add-passkey.tsx'
import { EnrolMfa } from './enrol-mfa.tsx'
import { usePasskeys } from './passkey-button.tsx'

/** One second factor or the other; a passkey where the browser has it. */
export function Enrol({ onDone }: { onDone: () => void }) {
  const say = useSay()
  const canUsePasskey = usePasskeys()
  const [way, setWay] = useState<'authenticator' | 'passkey'>('authenticator')
  return (
    <>
      {canUsePasskey ? (
        <Segmented
          block
          className="qt-login-way"
          value={way}
          onChange={setWay}
          options={[
            { value: 'authenticator', label: say(text('验证器App', 'Authenticator app')) },
            { value: 'passkey', label: say(text('通行密钥', 'Passkey')) },
          ]}
        />
      ) : null}
      {canUsePasskey && way === 'passkey' ? <AddPasskey onDone={onDone} /> : <EnrolMfa onDone={onDone} />}
    </>
  )
}
