import { CheckOutlined, DownOutlined, PlusOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { leaveAll, mayLeaveAll } from '@qitao/platform/web/shell/unsaved.ts'
import { Button, Dropdown, Form, Input } from 'antd'
import { useState } from 'react'
import { listOwnCompanies, updateUserCompany } from '../../model/company/membership.calls.ts'
import { CompanyLogo } from '../company/company-logo.tsx'
import { enter } from './entering.ts'

/** The company one works in; with several, the way to the others; and a new one. */
export default function CompanyChoice() {
  const say = useSay()
  const { org } = useSession()
  const [adding, setAdding] = useState(false)
  const own = useCall(listOwnCompanies, {})
  const change = useCommand(updateUserCompany, {
    success: null,
    done: ({ token, ...signedIn }) => {
      leaveAll()
      void enter(token, signedIn)
    },
  })
  const name = (
    <span className="qt-company-named">
      <CompanyLogo company_code={org.company_code} />
      <span className="qt-company" title={org.name}>
        {org.name}
      </span>
    </span>
  )
  // Whose phone or email is not proved belongs to this company alone.
  if (!own.data?.is_verified) return name
  const required = say(text('必填项不能为空', 'A required field is empty'))
  return (
    <span className="qt-company-named">
      <CompanyLogo company_code={org.company_code} />
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            ...own.data.result.map(one => ({
              key: one.company_code,
              label: `${one.name} (${one.company_code})`,
              icon: one.is_current ? <CheckOutlined aria-hidden /> : <span style={{ width: 14 }} />,
              disabled: one.is_current,
            })),
            { type: 'divider' },
            { key: '+', icon: <PlusOutlined aria-hidden />, label: say(text('新建公司', 'New company')) },
          ],
          onClick: ({ key }) =>
            void mayLeaveAll().then(may => {
              if (!may) return
              if (key === '+') setAdding(true)
              else void change.run({ company_code: key })
            }),
        }}
      >
        <Button
          type="text"
          className="qt-company-choice"
          loading={change.pending}
          icon={<DownOutlined aria-hidden />}
          iconPlacement="end"
          aria-label={say(text('切换公司，当前 {company}', 'Switch the company, now {company}'), { company: org.name })}
        >
          {org.name}
        </Button>
      </Dropdown>
      <DialogForm<{ company_name: string }>
        open={adding}
        title={text('新建公司', 'New company')}
        values={{ company_name: '' }}
        save={saveWith(
          change,
          ({ company_name }: { company_name: string }) => ({ company_name }),
          text('创建并进入', 'Create and go there'),
        )}
        onClose={() => setAdding(false)}
      >
        <Form.Item
          name="company_name"
          label={say(text('公司名称', 'Company name'))}
          rules={[{ required: true, whitespace: true, message: required }]}
        >
          <Input autoFocus maxLength={100} />
        </Form.Item>
      </DialogForm>
    </span>
  )
}
