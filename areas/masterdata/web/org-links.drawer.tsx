import { LinkOutlined } from '@ant-design/icons'
import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { pickerOf } from '@qitao/platform/web/form/pickers.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Form, Input } from 'antd'
import { useState } from 'react'
import { addOrgLink, dropOrgLink, listOrgLinks } from '../model/partner/org-link.calls.ts'
import type { OrgLinkRow } from '../model/partner/org-link.record.ts'
import { partnerKind } from '../model/partner/partner-kind.status.ts'

type Side = 'customer' | 'supplier'
interface Entered {
  partner_id: string
  linked_company_code: string
}
const { codes } = partnerKind

/** A button that opens which customers or suppliers are themselves companies here. */
export function OrgLinksButton({ side }: { side: Side }) {
  const say = useSay()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button icon={<LinkOutlined aria-hidden />} onClick={() => setOpen(true)}>
        {say(text('关联企业', 'Linked companies'))}
      </Button>
      {open ? <OrgLinksDrawer side={side} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

function OrgLinksDrawer({ side, onClose }: { side: Side; onClose: () => void }) {
  const say = useSay()
  const [form] = Form.useForm<Entered>()
  const [, setTimes] = useState(0)
  const found = useCall(listOrgLinks, { partner_kinds: [codes[side], codes.both], page_size: -1 })
  const refreshes = [listOrgLinks]
  const add = useCommand(addOrgLink, {
    refreshes,
    done: () => {
      form.resetFields()
      setTimes(times => times + 1)
    },
  })
  const drop = useCommand(dropOrgLink, { refreshes })
  const { save, failure, pending } = useFormSave<Entered>(form, undefined)
  const Partner = pickerOf(side)
  const links = (found.data?.result ?? []) as OrgLinkRow[]
  const needed = [
    { required: true, whitespace: true, message: say(text('必填项不能为空', 'A required field is empty')) },
  ]
  const title = side === 'customer' ? text('客户', 'Customer') : text('供应商', 'Supplier')
  return (
    <DetailDrawer open title={text('关联企业', 'Linked companies')} onClose={onClose}>
      <p className="qt-secondary">
        {say(
          text(
            '客户或供应商也在本平台时，在此登记对方的公司编码。双方数据仍互不可见。',
            'When a customer or supplier is on this platform too, its company code stands here. Neither sees the data of the other.',
          ),
        )}
      </p>
      <FormFailure value={failure}>
        <Form form={form} layout="vertical">
          <div className="qt-form-column">
            <Form.Item name="partner_id" label={say(title)} rules={needed}>
              <Partner />
            </Form.Item>
            <Form.Item
              name="linked_company_code"
              label={say(text('对方公司编码', 'Their company code'))}
              rules={needed}
            >
              <Input maxLength={50} />
            </Form.Item>
            <div>
              <Button
                type="primary"
                loading={pending}
                onClick={() =>
                  void save(saveWith(add, (entered: Entered) => ({ ...entered, partner_kind: codes[side] })))
                }
              >
                {say(text('关联', 'Link'))}
              </Button>
            </div>
          </div>
        </Form>
      </FormFailure>
      {found.error && !found.data ? (
        <ErrorState failure={found.error} retry={found.refetch} />
      ) : !found.data ? (
        <RowsSkeleton rows={3} />
      ) : links.length === 0 ? (
        <EmptyState text={text('还没有关联企业', 'No linked companies yet')} />
      ) : (
        <div className="qt-wide-table">
          <table className="qt-plain-table">
            <thead>
              <tr>
                <th>{say(title)}</th>
                <th>{say(text('对方公司', 'Their company'))}</th>
                <th>{say(text('操作', 'Actions'))}</th>
              </tr>
            </thead>
            <tbody>
              {links.map(link => (
                <tr key={link.id}>
                  <td>{`${link.partner_code} ${link.partner_name}`}</td>
                  <td>{`${link.linked_org_name ?? say(text('已停用', 'Closed'))} (${link.linked_company_code})`}</td>
                  <td>
                    <ActButton
                      size="small"
                      act={remove([link.partner_name], drop.with({ id: link.id }), {
                        title: text('解除', 'Remove'),
                      })}
                    />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </DetailDrawer>
  )
}
