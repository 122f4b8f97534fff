import { text } from '@qitao/core/text.ts'
import { Button } from 'antd'
import { useSay } from '../session/language.ts'
import { endView, session } from '../session/session.ts'

/** Stands above every page while an administrator looks on as a member. */
export function ViewBanner() {
  const say = useSay()
  const now = session.use()
  if (!now?.isViewed) return null
  return (
    <div className="qt-view-banner" role="status">
      <span>
        {say(text('正在以「{name}」的身份查看，只能读取', 'Looking as {name}: reading only'), { name: now.user.name })}
      </span>
      <Button size="small" onClick={() => void endView()}>
        {say(text('结束查看', 'End the view'))}
      </Button>
    </div>
  )
}
