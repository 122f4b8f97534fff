import type { Out } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { queryMfa } from '../../model/session/mfa.calls.ts'
import { beginPasskey, confirmPasskey, listPasskeys } from '../../model/session/passkey.calls.ts'
import { listOwnSessions } from '../../model/session/session.calls.ts'
import { deviceOf } from '../../model/session/session.rules.ts'
import { given, OwnPassword } from './own-password.tsx'
import { makePasskey, PasskeyRefused } from './passkey.ts'

interface Entered {
  name: string
  password: string
}

/** Adds a passkey: a name to know it by, the password, then what the browser asks. */
export function AddPasskey({ onDone }: { onDone?: () => void }) {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const [asking, setAsking] = useState(false)
  const confirm = useCommand(confirmPasskey, {
    refreshes: [listPasskeys, listOwnSessions, queryMfa],
    success: text('通行密钥已添加', 'The passkey was added'),
  })
  const make = async (wanted: Out<typeof beginPasskey>) => {
    setAsking(true)
    try {
      const credential = await makePasskey(wanted)
      const { ok } = await confirm.attempt({ name: form.getFieldValue('name'), credential })
      if (!ok) return
      form.resetFields()
      onDone?.()
    } catch (problem) {
      if (!(problem instanceof PasskeyRefused)) throw problem
      toast.warning(problem.words)
    } finally {
      setAsking(false)
    }
  }
  const begin = useCommand(beginPasskey, { repeatable: true, success: null, done: wanted => void make(wanted) })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  const submit = () => void save(saveWith(begin, ({ password }: Entered) => given(password)))
  const filled = [
    { required: true, whitespace: true, message: say(text('必填项不能为空', 'A required field is empty')) },
  ]
  return (
    <FormFailure value={failure}>
      <Form
        form={form}
        // Its fields are told from those of a dialog above it.
        name="passkey"
        layout="vertical"
        requiredMark={false}
        initialValues={{ name: deviceOf(navigator.userAgent), password: '' }}
        onFinish={submit}
      >
        <Form.Item
          name="name"
          label={say(text('名称', 'Name'))}
          rules={filled}
          extra={say(text('以便日后认出它，如「我的手机」', 'To know it by later, such as “My phone”'))}
        >
          <Input maxLength={100} />
        </Form.Item>
        <OwnPassword label={say(text('登录密码', 'Your password'))} />
        <ThrottleButton
          type="primary"
          loading={pending || asking || confirm.pending}
          run={needing(beginPasskey, submit)}
        >
          {say(text('添加通行密钥', 'Add a passkey'))}
        </ThrottleButton>
        <button type="submit" hidden tabIndex={-1} aria-hidden="true" />
      </Form>
    </FormFailure>
  )
}
