import { text } from '@qitao/core/text.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Form, Input } from 'antd'
import { findCompanyCode } from '../../model/session/session.calls.ts'

interface FindCompanyProps {
  open: boolean
  onClose: () => void
  onFound: (company_code: string) => void
}
/** The company code by the full name of the company. */
export function FindCompanyDialog({ open, onClose, onFound }: FindCompanyProps) {
  const say = useSay()
  const find = useCommand(findCompanyCode, { success: null, done: ({ company_code }) => onFound(company_code) })
  const required = say(text('必填项不能为空', 'A required field is empty'))
  return (
    <DialogForm<{ org_name: string }>
      open={open}
      title={text('查找公司编码', 'Find the company code')}
      values={{ org_name: '' }}
      save={saveWith(find, ({ org_name }: { org_name: string }) => ({ org_name }), text('查找', 'Find'))}
      onClose={onClose}
    >
      <Form.Item
        name="org_name"
        label={say(text('公司全称', 'Full company name'))}
        rules={[{ required: true, whitespace: true, message: required }]}
      >
        <Input autoFocus maxLength={100} />
      </Form.Item>
    </DialogForm>
  )
}
