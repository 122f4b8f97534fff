import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Typography } from 'antd'

export interface Link {
  readonly url: string
  /** Address of a picture. */
  readonly qrcode: string
}
/** A link that has just been made: nobody is shown it a second time. */
export function MadeLink({ link, picture }: { link: Link; picture: Text }) {
  const say = useSay()
  return (
    <div className="qt-link-made" role="status">
      <img src={link.qrcode} width={180} height={180} alt={say(picture)} />
      <Typography.Text copyable={{ text: link.url }} code>
        {link.url}
      </Typography.Text>
      <p className="qt-secondary">
        {say(text('链接只显示这一次，请复制后发送。', 'The link is shown only now: copy it and send it.'))}
      </p>
    </div>
  )
}
