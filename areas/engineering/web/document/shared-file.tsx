import { FileView } from '@qitao/access/web/record/file-preview.tsx'
import { sizeText } from '@qitao/access/web/record/file-size.ts'
import { LinkAnswer } from '@qitao/access/web/record/share-links.drawer.tsx'
import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { minuteOf } from '@qitao/core/time.ts'
import { fetchFile } from '@qitao/platform/web/call/client.ts'
import { useDownload } from '@qitao/platform/web/call/download.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Button, Form, Input, Result } from 'antd'
import {
  answerOnlineEdit,
  downloadOnlineEdit,
  queryOnlineEdit,
  sharedKinds,
} from '../../model/document/file-share.calls.ts'
import { fileVersionStatus } from '../../model/document/file-version.status.ts'

/** Whether a shared link is about a file: what the address says it is of. */
export const isFileLink = (of: string | null): boolean => (sharedKinds as readonly (string | null)[]).includes(of)

/** The version of the link: its file to look at and to save, and to confirm where that is asked. */
export function SharedFile({ share_key }: { share_key: string }) {
  const say = useSay()
  const language = useLanguage()
  const found = useCall(queryOnlineEdit, share_key ? { share_key } : null)
  const download = useDownload(downloadOnlineEdit)
  if (!share_key || found.error) {
    return (
      <Result
        status="warning"
        title={found.error ? failureText(found.error, language) : say(text('链接不完整', 'The link is not complete'))}
        subTitle={say(text('请向发送链接的人索取新的链接。', 'Ask whoever sent the link for a new one.'))}
      />
    )
  }
  if (!found.data) return <PageSkeleton />
  const { document, company_name, sharer_name, expire_time, time_zone } = found.data
  return (
    <>
      <p className="qt-secondary">{company_name}</p>
      <h2>
        {document.no} {document.name} {document.version} <StatusTag of={fileVersionStatus.stateOf(document.status)} />
      </h2>
      {document.change_note ? <p>{document.change_note}</p> : null}
      <p className="qt-secondary">
        {document.file_name} · {sizeText(document.file_size)} ·{' '}
        {say(text('由{name}分享，有效至{time}', 'Shared by {name}, until {time}'), {
          name: sharer_name,
          time: minuteOf(expire_time, time_zone),
        })}
      </p>
      <FileView
        of={share_key}
        name={document.file_name}
        mime_type={document.mime_type}
        load={() => fetchFile(downloadOnlineEdit, { share_key })}
      />
      <p>
        <Button loading={download.pending} onClick={() => void download.run({ share_key })}>
          {say(text('下载', 'Download'))}
        </Button>
      </p>
      <Answer shared={found.data} share_key={share_key} />
    </>
  )
}

interface Entered {
  name: string
  remark?: string
}
function Answer({ shared, share_key }: { shared: Out<typeof queryOnlineEdit>; share_key: string }) {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const answer = useCommand(answerOnlineEdit, { refreshes: [queryOnlineEdit], success: text('已提交', 'Sent') })
  if (shared.answer && shared.answer_time !== null) {
    return (
      <Alert
        type={shared.answer.accepted ? 'success' : 'warning'}
        showIcon
        title={<LinkAnswer of={shared.answer} />}
        description={say(text('提交于 {time}，内容不可再修改。', 'Sent at {time}; it cannot be changed any more.'), {
          time: minuteOf(shared.answer_time, shared.time_zone),
        })}
      />
    )
  }
  if (!shared.editable) return null
  const submit = async (accepted: boolean) => {
    const { name, remark } = await form.validateFields()
    await answer.run({ share_key, accepted, name: name.trim(), remark: remark?.trim() || null })
  }
  return (
    <Form form={form} layout="vertical">
      <Form.Item
        name="name"
        label={say(text('您的姓名', 'Your name'))}
        rules={[
          { required: true, whitespace: true, message: say(text('必填项不能为空', 'A required field is empty')) },
        ]}
      >
        <Input maxLength={50} autoComplete="name" />
      </Form.Item>
      <Form.Item name="remark" label={say(text('备注', 'Remark'))}>
        <Input.TextArea maxLength={255} showCount rows={3} />
      </Form.Item>
      <div className="qt-foot">
        <Button type="primary" loading={answer.pending} onClick={() => void submit(true).catch(() => {})}>
          {say(text('确认', 'Confirm'))}
        </Button>
        <Button danger loading={answer.pending} onClick={() => void submit(false).catch(() => {})}>
          {say(text('拒绝', 'Refuse'))}
        </Button>
      </div>
    </Form>
  )
}
