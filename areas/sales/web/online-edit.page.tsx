import { text } from '@qitao/core/text.ts'
import { minuteOf, startOfDay } from '@qitao/core/time.ts'
import { isFileLink, SharedFile } from '@qitao/engineering/web/document/shared-file.tsx'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { PublicFrame } from '@qitao/platform/web/frame/public-frame.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Alert, Button, DatePicker, Form, Input } from 'antd'
import type { Dayjs } from 'dayjs'
import { useSearchParams } from 'react-router'
import { answerOrderLink, queryOrderLink } from '../model/share.calls.ts'
import { AnswerText, type Shared, SharedOrder, WithSharedOrder } from './shared-order.tsx'

/** What somebody shares to be answered: an order with wishes to its lines, or a drawing or document to read and confirm. */
export default function OnlineEditPage() {
  const [search] = useSearchParams()
  if (isFileLink(search.get('of'))) {
    return (
      <PublicFrame wide about={text('共享文件', 'Shared file')}>
        <SharedFile share_key={search.get('share_key') ?? ''} />
      </PublicFrame>
    )
  }
  return (
    <WithSharedOrder about={text('订单确认', 'Confirm an order')}>
      {(shared, share_key) => <Answer shared={shared} share_key={share_key} />}
    </WithSharedOrder>
  )
}

interface Entered {
  name: string
  remark?: string
  wishes?: Record<string, { wished_date?: Dayjs | null; remark?: string }>
}

function Answer({ shared, share_key }: { shared: Shared; share_key: string }) {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const answer = useCommand(answerOrderLink, {
    refreshes: [queryOrderLink],
    success: text('已提交', 'Sent'),
  })
  const open = shared.editable && shared.answer_time === null
  const submit = async (accepted: boolean) => {
    const { name, remark, wishes = {} } = await form.validateFields()
    const lines = Object.entries(wishes).flatMap(([line_id, wish]) => {
      const day = wish.wished_date?.format('YYYY-MM-DD')
      const words = wish.remark?.trim()
      if (!day && !words) return []
      return [
        {
          line_id,
          ...(day ? { wished_date: startOfDay(day, shared.time_zone) } : {}),
          ...(words ? { remark: words } : {}),
        },
      ]
    })
    const said = { share_key, accepted, name: name.trim(), remark: remark?.trim() || null, lines }
    const sent = await answer.attempt({ ...said, digest: shared.digest })
    // The order is another one by now, or over: its reader sees how it is before saying so again.
    if (!sent.ok) await refresh(queryOrderLink)
  }
  const required = say(text('必填项不能为空', 'A required field is empty'))
  const wish = (line_id: string) =>
    open ? (
      <div className="qt-shared-wish">
        <Form.Item name={['wishes', line_id, 'wished_date']} label={say(text('希望交期', 'Wished date'))}>
          <DatePicker />
        </Form.Item>
        <Form.Item name={['wishes', line_id, 'remark']} label={say(text('意见', 'Remark'))}>
          <Input maxLength={255} />
        </Form.Item>
      </div>
    ) : null
  return (
    <Form form={form} layout="vertical">
      {shared.answer && shared.answer_time !== null ? (
        <Alert
          type={shared.answer.accepted ? 'success' : 'warning'}
          showIcon
          title={<AnswerText answer={shared.answer} />}
          description={say(text('提交于 {time}，内容不可再修改。', 'Sent at {time}; it cannot be changed any more.'), {
            time: minuteOf(shared.answer_time, shared.time_zone),
          })}
        />
      ) : null}
      {shared.editable ? null : (
        <Alert type="info" showIcon title={say(text('此链接只能阅读。', 'This link is for reading only.'))} />
      )}
      <SharedOrder shared={shared} lineMore={wish} />
      {open ? (
        <>
          <Form.Item
            name="name"
            label={say(text('您的姓名', 'Your name'))}
            rules={[{ required: true, whitespace: true, message: required }]}
          >
            <Input maxLength={50} autoComplete="name" />
          </Form.Item>
          <Form.Item name="remark" label={say(text('备注', 'Remark'))}>
            <Input.TextArea maxLength={255} showCount rows={3} />
          </Form.Item>
          <div className="qt-shared-acts">
            <Button type="primary" loading={answer.pending} onClick={() => void submit(true).catch(() => {})}>
              {say(text('确认订单', 'Confirm the order'))}
            </Button>
            <Button danger loading={answer.pending} onClick={() => void submit(false).catch(() => {})}>
              {say(text('拒绝', 'Refuse'))}
            </Button>
          </div>
        </>
      ) : null}
    </Form>
  )
}
