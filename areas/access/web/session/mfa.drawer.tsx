import { text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, Input } from 'antd'
import { useState } from 'react'
import { dropMfa, queryMfa, renewRecoveryCodes } from '../../model/session/mfa.calls.ts'
import { EnrolMfa, RecoveryCodes } from './enrol-mfa.tsx'

/** The own second factor: set up, its recovery codes, turned off. */
export default function MfaDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const mfa = useCall(queryMfa, open ? {} : null)
  const [code, setCode] = useState('')
  const [enrolling, setEnrolling] = useState(false)
  const [codes, setCodes] = useState<readonly string[]>()
  const renew = useCommand(renewRecoveryCodes, {
    refreshes: [queryMfa],
    success: null,
    done: ({ recovery_codes }) => setCodes(recovery_codes),
  })
  const drop = useCommand(dropMfa, {
    refreshes: [queryMfa],
    success: text('两步验证已关闭', 'Two-step sign-in is off'),
    done: () => setCode(''),
  })
  if (!open) return null
  const close = () => {
    setEnrolling(false)
    setCodes(undefined)
    setCode('')
    onClose()
  }
  const noCode = code.trim() === '' ? text('请先输入验证码', 'Enter a code first') : undefined
  return (
    <DetailDrawer open title={text('两步验证', 'Two-step sign-in')} onClose={close}>
      {mfa.error && !mfa.data ? <ErrorState failure={mfa.error} retry={mfa.refetch} /> : null}
      {mfa.isPending ? <RowsSkeleton /> : null}
      {codes ? <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} /> : null}
      {mfa.data && !codes && (!mfa.data.is_on || enrolling) ? (
        <>
          <p className="qt-secondary">
            {say(
              text(
                '开启后，登录时除密码外还需输入手机验证器中的验证码。',
                'When on, signing in takes a code of the authenticator on your phone besides the password.',
              ),
            )}
          </p>
          {enrolling ? (
            <EnrolMfa onDone={() => setEnrolling(false)} />
          ) : (
            <ThrottleButton type="primary" run={() => setEnrolling(true)}>
              {say(text('设置', 'Set up'))}
            </ThrottleButton>
          )}
        </>
      ) : null}
      {mfa.data?.is_on && !codes && !enrolling ? (
        <div className="qt-mfa">
          <Alert
            type="success"
            showIcon
            title={say(text('已开启', 'On'))}
            description={
              <>
                {mfa.data.since === null ? null : <Instant at={mfa.data.since} />}{' '}
                {say(text('剩余恢复码 {count} 个', 'Recovery codes left: {count}'), {
                  count: mfa.data.recovery_codes_left,
                })}
              </>
            }
          />
          <label htmlFor="mfa-now">{say(text('验证码或恢复码', 'Code, or a recovery code'))}</label>
          <Input
            id="mfa-now"
            autoComplete="one-time-code"
            maxLength={20}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
          <ThrottleButton
            mode="api"
            whyNot={noCode}
            loading={renew.pending}
            run={needing(renewRecoveryCodes, () => renew.run({ verify_code: code }))}
          >
            {say(text('重新生成恢复码', 'Make new recovery codes'))}
          </ThrottleButton>
          <ThrottleButton
            mode="api"
            danger
            whyNot={
              mfa.data.is_required
                ? text('公司要求两步验证，不能关闭', 'The company asks for it: it cannot be turned off')
                : noCode
            }
            loading={drop.pending}
            run={needing(dropMfa, () => drop.run({ verify_code: code }))}
          >
            {say(text('关闭两步验证', 'Turn it off'))}
          </ThrottleButton>
        </div>
      ) : null}
    </DetailDrawer>
  )
}
