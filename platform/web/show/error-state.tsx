import { CloseCircleOutlined, LockOutlined } from '@ant-design/icons'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { type CallFailure, failureText, isFailure } from '../call/failures.ts'
import { ThrottleButton } from '../call/throttle-button.tsx'
import { useLanguage, useSay } from '../session/language.ts'

/** A part of a page that could not be loaded: what happened, the code for whoever is asked, and another try. */
export function ErrorState({ failure, retry }: { failure: CallFailure; retry?: () => unknown }) {
  const say = useSay()
  const language = useLanguage()
  const denied = isFailure(failure, generalErrors.noPermission)
  return (
    <div className="qt-state" role="alert">
      {denied ? <LockOutlined className="qt-state-icon" /> : <CloseCircleOutlined className="qt-state-icon" />}
      <p>{failureText(failure, language)}</p>
      {denied ? (
        <p className="qt-secondary">
          {say(
            text(
              '请联系公司管理员在「权限管理」中授权',
              'Ask an administrator of your company to grant it in Access control',
            ),
          )}
        </p>
      ) : null}
      {failure.code ? <p className="qt-secondary qt-number">{`${say(text('代码', 'Code'))} ${failure.code}`}</p> : null}
      {retry && !denied ? (
        <div className="qt-state-next">
          <ThrottleButton run={retry}>{say(text('重试', 'Try again'))}</ThrottleButton>
        </div>
      ) : null}
    </div>
  )
}
