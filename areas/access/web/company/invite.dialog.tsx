import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { NumberInput } from '@qitao/platform/web/form/number-input.tsx'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Button, Form, Select } from 'antd'
import { useState } from 'react'
import { addInvitation, dropInvitations, listInvitations } from '../../model/company/membership.calls.ts'
import { RolePicker } from '../member/role.picker.tsx'
import { type Link, MadeLink } from '../session/made-link.tsx'

const hours = [
  { value: 1, label: text('1 小时', '1 hour') },
  { value: 24, label: text('1 天', '1 day') },
  { value: 168, label: text('7 天', '7 days') },
  { value: 720, label: text('30 天', '30 days') },
]
interface Entered {
  role_id: string | null
  expire_hours: number
  uses: string
}
const blank: Entered = { role_id: null, expire_hours: 24, uses: '1' }

/** Invitations by link or QR code: who opens one registers, or joins with the account of another company. */
export function InviteDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const [made, setMade] = useState<Link>()
  const open_ones = useCall(listInvitations, open ? {} : null)
  const add = useCommand(addInvitation, {
    refreshes: [listInvitations],
    success: null,
    done: ({ url, qrcode }) => setMade({ url, qrcode }),
  })
  const drop = useCommand(dropInvitations, { refreshes: [listInvitations], done: () => setMade(undefined) })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  const submit = () =>
    save(
      saveWith(add, ({ role_id, expire_hours, uses }: Entered) => ({
        ...(role_id ? { role_id } : {}),
        expire_hours,
        uses: Number(uses),
      })),
    )
  const close = () => {
    setMade(undefined)
    onClose()
  }
  return (
    <DetailDrawer open={open} title={text('邀请成员', 'Invite members')} onClose={close}>
      <FormFailure value={failure}>
        <Form form={form} layout="vertical" initialValues={blank}>
          <Form.Item name="role_id" label={say(text('加入后的角色', 'Role after joining'))}>
            <RolePicker />
          </Form.Item>
          <Form.Item name="expire_hours" label={say(text('有效期', 'Valid for'))}>
            <Select options={hours.map(({ value, label }) => ({ value, label: say(label) }))} />
          </Form.Item>
          <Form.Item
            name="uses"
            label={say(text('可用人数', 'People who may use it'))}
            rules={[
              {
                validator: async (_, value: string | null) => {
                  const people = Number(value)
                  if (!Number.isInteger(people) || people < 1 || people > 100)
                    throw new Error(say(text('请输入1到100之间的整数', 'Enter a whole number from 1 to 100')))
                },
              },
            ]}
          >
            <NumberInput decimals={0} />
          </Form.Item>
          <Button type="primary" loading={pending} onClick={() => void submit()}>
            {say(text('生成邀请', 'Make an invitation'))}
          </Button>
        </Form>
      </FormFailure>
      {made ? <MadeLink link={made} picture={text('邀请二维码', 'QR code of the invitation')} /> : null}
      <h3>{say(text('有效的邀请', 'Open invitations'))}</h3>
      {open_ones.data?.result.length === 0 ? <p className="qt-secondary">{say(text('无', 'None'))}</p> : null}
      <ul className="qt-link-list">
        {open_ones.data?.result.map(one => (
          <li key={one.id}>
            <div>
              <strong>{one.role_name ?? say(text('无角色', 'No role'))}</strong>
              <span className="qt-secondary">
                {say(text('剩余 {uses} 人 · {name} · 有效至 ', '{uses} people left · {name} · until '), {
                  uses: one.uses_left,
                  name: one.created_by_name ?? '',
                })}
                <Instant at={one.expire_time} />
              </span>
            </div>
            <RowActs
              inline={1}
              acts={[
                {
                  ...remove([one.role_name ?? ''], drop.with({ ids: [one.id] })),
                  title: text('撤销', 'Withdraw'),
                  ask: { title: text('撤销这个邀请？', 'Withdraw this invitation?'), objects: [] },
                },
              ]}
            />
          </li>
        ))}
      </ul>
    </DetailDrawer>
  )
}
