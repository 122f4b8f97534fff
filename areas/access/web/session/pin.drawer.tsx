import { Refusal } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, Button, Form, Input } from 'antd'
import { accessErrors } from '../../model/access.errors.ts'
import { dropPin, queryPin, setPin } from '../../model/session/pin.calls.ts'
import { checkPin, longestPin, pinRule } from '../../model/session/pin.rules.ts'
import { userInfo } from '../../model/session/session.calls.ts'
import { given, OwnPassword } from './own-password.tsx'
import '../access.css'

interface Entered {
  pin: string
  again: string
  password: string
}
const blank: Entered = { pin: '', again: '', password: '' }
const refreshes = [queryPin]

/** The own PIN: by it one signs in at the shared terminals of the company. */
export default function PinDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const { user } = useCall(userInfo, {}).data ?? {}
  const [form] = Form.useForm<Entered>()
  const held = useCall(queryPin, open ? {} : null)
  const set = useCommand(setPin, {
    refreshes,
    success: text('PIN码已设置', 'The PIN is set'),
    done: () => form.resetFields(),
  })
  const drop = useCommand(dropPin, { refreshes, success: text('PIN码已删除', 'The PIN was removed') })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  if (!open) return null
  const { data } = held
  const isFit = (pin: string): boolean => {
    try {
      if (user) checkPin(pin, user)
      return true
    } catch (problem) {
      if (problem instanceof Refusal) return false
      throw problem
    }
  }
  const submit = () => save(saveWith(set, ({ pin, password }: Entered) => ({ pin, ...given(password) })))
  const filled = [{ required: true, message: say(text('必填项不能为空', 'A required field is empty')) }]
  const different = say(text('两次输入的PIN码不同', 'The two PINs differ'))
  const digits = (autoFocus: boolean) => (
    <Input.Password
      inputMode="numeric"
      // A password manager would keep it beside the password of the account.
      autoComplete="one-time-code"
      maxLength={longestPin}
      autoFocus={autoFocus}
    />
  )
  return (
    <DetailDrawer
      open
      title={text('PIN码', 'PIN')}
      onClose={onClose}
      actions={[
        {
          title: text('删除PIN码', 'Remove the PIN'),
          danger: true,
          run: drop.with({}),
          whyNot: data?.since == null ? text('还没有PIN码', 'There is none') : undefined,
          ask: {
            title: text('删除PIN码？', 'Remove the PIN?'),
            objects: [],
            detail: text('在共享终端只能用密码登录。', 'At shared terminals only the password signs you in then.'),
            danger: true,
          },
        },
      ]}
    >
      <p className="qt-secondary">
        {say(
          text(
            '在车间的共享终端上用账号（或工号）加PIN码登录，只能做现场的工作；在其他设备上无效。',
            'At the shared terminals of the floor you sign in by your account or employee number and the PIN, for the work that is done there. It opens nothing on other devices.',
          ),
        )}
      </p>
      {held.error && !data ? <ErrorState failure={held.error} retry={held.refetch} /> : null}
      {held.isPending ? <RowsSkeleton /> : null}
      {data?.is_locked ? (
        <Alert
          type="warning"
          showIcon
          title={say(
            text('PIN码多次输错，已锁定，请重新设置', 'Typed wrong too often, the PIN is locked: set a new one'),
          )}
        />
      ) : null}
      {data ? (
        <p>
          {data.since === null ? say(text('还没有PIN码', 'No PIN is set yet')) : say(text('设置于 ', 'Set '))}
          {data.since === null ? null : <Instant at={data.since} />}
        </p>
      ) : null}
      {data ? (
        <FormFailure value={failure}>
          <Form form={form} layout="vertical" initialValues={blank}>
            <Form.Item
              name="pin"
              label={say(text('新PIN码', 'New PIN'))}
              extra={say(pinRule)}
              validateFirst
              rules={[
                ...filled,
                {
                  validator: async (_, value: string) => {
                    if (value && !isFit(value)) throw new Error(say(accessErrors.pinWeak.text))
                  },
                },
              ]}
            >
              {digits(true)}
            </Form.Item>
            <Form.Item
              name="again"
              label={say(text('再输一次', 'Once more'))}
              dependencies={['pin']}
              rules={[
                ...filled,
                ({ getFieldValue }) => ({
                  validator: async (_, value: string) => {
                    if (value && value !== getFieldValue('pin')) throw new Error(different)
                  },
                }),
              ]}
            >
              {digits(false)}
            </Form.Item>
            <OwnPassword label={say(text('登录密码', 'Your password'))} />
            <Button type="primary" loading={pending} onClick={() => void submit()}>
              {say(data.since === null ? text('设置PIN码', 'Set the PIN') : text('更换PIN码', 'Change the PIN'))}
            </Button>
          </Form>
        </FormFailure>
      ) : null}
    </DetailDrawer>
  )
}
