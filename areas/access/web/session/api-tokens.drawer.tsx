import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, Button, Checkbox, Form, Input, Select, Tag, Typography } from 'antd'
import { useState } from 'react'
import { addApiToken, listApiTokens, revokeApiToken } from '../../model/session/api-token.calls.ts'
import { longestTokenDays, pagesOfTokens } from '../../model/session/api-token.rules.ts'
import { given, OwnPassword } from './own-password.tsx'

interface Entered {
  name: string
  page_paths: string[]
  writes: boolean
  expire_days: string
  password: string
}
const blank: Entered = { name: '', page_paths: [], writes: false, expire_days: '90', password: '' }

/** By what one's own programs call: made, shown once, revoked. */
export default function ApiTokensDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const { may } = useSession()
  const [form] = Form.useForm<Entered>()
  const [made, setMade] = useState<string>()
  const tokens = useCall(listApiTokens, open ? {} : null)
  const add = useCommand(addApiToken, {
    refreshes: [listApiTokens],
    success: null,
    done: ({ token }) => {
      setMade(token)
      form.resetFields()
    },
  })
  const revoke = useCommand(revokeApiToken, { refreshes: [listApiTokens], success: text('已吊销', 'Revoked') })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  if (!open) return null
  const submit = () =>
    save(
      saveWith(add, ({ expire_days, password, ...entered }: Entered) => ({
        ...{ ...entered, ...given(password), expire_days: Number(expire_days) },
      })),
    )
  const own = pagesOfTokens.filter(may)
  const filled = [{ required: true, message: say(text('必填项不能为空', 'A required field is empty')) }]
  const daysWrong = say(text('请输入1到{most}之间的整数', 'Enter a whole number from 1 to {most}'), {
    most: longestTokenDays,
  })
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <DetailDrawer open title={text('API令牌', 'API tokens')} onClose={close}>
      <p className="qt-secondary">
        {say(
          text(
            '供自己的程序调用接口：只能打开所选页面，不超过本人权限。请求头 Authorization 中带令牌。',
            'For your own programs: a token opens the chosen pages, never more than you may. Send the token in the Authorization header.',
          ),
        )}{' '}
        <a href="/api" target="_blank" rel="noreferrer">
          {say(text('接口说明', 'About the API'))}
        </a>
      </p>
      {made ? (
        <Alert
          type="success"
          showIcon
          title={say(text('令牌只显示这一次，请立即复制保存', 'The token is shown only now: copy it'))}
          description={
            <Typography.Text copyable code>
              {made}
            </Typography.Text>
          }
        />
      ) : null}
      <FormFailure value={failure}>
        <Form form={form} layout="vertical" initialValues={blank}>
          <Form.Item name="name" label={say(text('名称', 'Name'))} rules={filled}>
            <Input maxLength={100} />
          </Form.Item>
          <Form.Item name="page_paths" label={say(text('页面', 'Pages'))} rules={filled}>
            <Select
              mode="multiple"
              // Tab leaves the field, and takes no page along.
              defaultActiveFirstOption={false}
              showSearch={{ optionFilterProp: 'label' }}
              options={own.map(({ path, title }) => ({ value: path, label: say(title) }))}
            />
          </Form.Item>
          <Form.Item name="writes" valuePropName="checked">
            <Checkbox>{say(text('也可执行操作（默认只读）', 'May act, too (else it only reads)'))}</Checkbox>
          </Form.Item>
          <Form.Item
            name="expire_days"
            label={say(text('有效天数', 'Valid for days'))}
            required
            rules={[
              {
                validator: async (_, value: string | null) => {
                  const days = Number(value)
                  if (!Number.isInteger(days) || days < 1 || days > longestTokenDays) throw new Error(daysWrong)
                },
              },
            ]}
          >
            <NumberInput decimals={0} />
          </Form.Item>
          <OwnPassword label={say(text('登录密码', 'Your password'))} />
          <Button type="primary" loading={pending} onClick={() => void submit()}>
            {say(text('生成令牌', 'Make a token'))}
          </Button>
        </Form>
      </FormFailure>
      <h3>{say(text('我的令牌', 'My tokens'))}</h3>
      {tokens.error && !tokens.data ? <ErrorState failure={tokens.error} retry={tokens.refetch} /> : null}
      {tokens.isPending ? <RowsSkeleton /> : null}
      {tokens.data?.result.length === 0 ? <p className="qt-secondary">{say(text('无', 'None'))}</p> : null}
      <ul className="qt-link-list">
        {tokens.data?.result.map(one => (
          <li key={one.id}>
            <div>
              <strong>
                {one.name} <Tag>{say(one.writes ? text('可操作', 'Reads and acts') : text('只读', 'Reads only'))}</Tag>
                {one.is_over ? <Tag color="error">{say(text('已过期', 'Expired'))}</Tag> : null}
              </strong>
              <span className="qt-secondary">
                {pagesOfTokens
                  .filter(({ path }) => one.page_paths.includes(path))
                  .map(({ title }) => say(title))
                  .join(say(text('、', ', ')))}
              </span>
              <span className="qt-secondary">
                {say(text('有效至 ', 'until '))}
                <Instant at={one.expire_time} />{' '}
                {one.used_time === null ? say(text('未使用过', 'never used')) : say(text('最近使用 ', 'last used '))}
                {one.used_time === null ? null : <Instant at={one.used_time} />}
              </span>
            </div>
            <RowActs
              inline={1}
              acts={[
                {
                  ...remove([one.name], revoke.with({ id: one.id })),
                  title: text('吊销', 'Revoke'),
                  ask: { title: text('吊销这个令牌？', 'Revoke this token?'), objects: [one.name], danger: true },
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </DetailDrawer>
  )
}
