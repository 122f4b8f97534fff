import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'

export function NoRoom() {
  const say = useSay()
  return (
    <p className="qt-m-problem" role="alert">
      {say(
        text(
          '本机存不下：刚才的操作没有保存。请连接网络、发送后再试，或允许浏览器存储',
          'The device keeps no more: what you did last is not kept. Connect it, let it send and try again, or let the browser store data',
        ),
      )}
    </p>
  )
}
