import { type Text, text } from '@qitao/core/text.ts'
import { ThrottleButton } from '@qitao/platform/web/call/throttle-button.tsx'
import type { Save } from '@qitao/platform/web/call/use-command.ts'
import { FormFailure, useFormSave } from '@qitao/platform/web/form/use-form-save.ts'
import { RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing, type Run } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { Checkbox, Form, Select, Tag } from 'antd'
import type { ReactNode } from 'react'
import { type Link, MadeLink } from '../session/made-link.tsx'
import '../access.css'

/** A link as the lists of links answer it. */
export interface SharedLink {
  readonly id: string
  readonly created_by_name: string | null
  readonly expire_time: number
  readonly editable: boolean
  readonly revoked: boolean
  readonly opened_count: number
}
export interface LinkWish {
  expire_days: number
  /** Absent: every link of it is to be answered. */
  editable?: boolean
}
interface ShareLinksProps<L extends SharedLink, V extends LinkWish> {
  title: Text
  /** What people call the shared object. */
  name: string
  days: readonly number[]
  blank: V
  /** Further choices of a new link. */
  choices?: ReactNode
  make: Save<V>
  made: Link | undefined
  links: readonly L[] | undefined
  /** What else a link lets see. */
  more?: (link: L) => string
  /** What its reader answered. */
  answer?: (link: L) => ReactNode
  withdraw: (link: L) => Run
  onClose: () => void
}
/** Links by which people without an account read something, or answer it; each can be withdrawn. */
export function ShareLinksDrawer<L extends SharedLink, V extends LinkWish>({
  title,
  name,
  days,
  blank,
  choices,
  make,
  made,
  links,
  more,
  answer,
  withdraw,
  onClose,
}: ShareLinksProps<L, V>) {
  const say = useSay()
  const [form] = Form.useForm<V>()
  const { save, failure, pending } = useFormSave<V>(form, undefined)
  const now = Math.floor(Date.now() / 1000)
  return (
    <DetailDrawer open title={title} onClose={onClose}>
      <FormFailure value={failure}>
        <Form form={form} layout="vertical" initialValues={blank}>
          <Form.Item name="expire_days" label={say(text('有效期', 'Valid for'))}>
            <Select
              options={days.map(value => ({ value, label: say(text('{value} 天', '{value} days'), { value }) }))}
            />
          </Form.Item>
          {blank.editable === undefined ? null : (
            <Form.Item name="editable" valuePropName="checked" noStyle={choices !== undefined}>
              <Checkbox>{say(text('允许对方确认或拒绝', 'The reader may confirm or refuse'))}</Checkbox>
            </Form.Item>
          )}
          {choices}
          <ThrottleButton type="primary" loading={pending} run={needing(make.command.call, () => save(make))}>
            {say(text('生成链接', 'Make a link'))}
          </ThrottleButton>
        </Form>
      </FormFailure>
      {made ? <MadeLink link={made} picture={text('链接二维码', 'QR code of the link')} /> : null}
      <h3>{say(text('已生成的链接', 'Links so far'))}</h3>
      {links?.length === 0 ? <p className="qt-secondary">{say(text('无', 'None'))}</p> : null}
      <ul className="qt-link-list">
        {links?.map(link => {
          const over = link.revoked
            ? text('已撤销', 'Withdrawn')
            : link.expire_time <= now
              ? text('已过期', 'Expired')
              : undefined
          return (
            <li key={link.id}>
              <div>
                <span>
                  {say(link.editable ? text('可答复', 'May answer') : text('只读', 'Read only'))}
                  {more?.(link)}
                  {over ? (
                    <>
                      {' '}
                      <Tag>{say(over)}</Tag>
                    </>
                  ) : null}
                </span>
                <span className="qt-secondary">
                  {link.created_by_name} · {say(text('有效至 ', 'until '))}
                  <Instant at={link.expire_time} />
                  {' · '}
                  {say(text('打开 {count} 次', 'opened {count} times'), { count: link.opened_count })}
                </span>
                {answer?.(link)}
              </div>
              {over ? null : (
                <RowActs
                  inline={1}
                  acts={[
                    {
                      title: text('撤销', 'Withdraw'),
                      danger: true,
                      run: withdraw(link),
                      ask: { title: text('撤销这个链接？', 'Withdraw this link?'), objects: [name] },
                    },
                  ]}
                />
              )}
            </li>
          )
        })}
      </ul>
    </DetailDrawer>
  )
}

/** Who answered a link, and what. */
export function LinkAnswer({
  of: { accepted, name, remark },
  more = '',
}: {
  of: { readonly accepted: boolean; readonly name: string; readonly remark: string | null }
  more?: string
}) {
  const say = useSay()
  return (
    <p className="qt-share-answer">
      <strong>
        {say(accepted ? text('{name} 已确认', '{name} confirmed') : text('{name} 已拒绝', '{name} refused'), { name })}
      </strong>
      {remark ? say(text('：{remark}', ': {remark}'), { remark }) : ''}
      {more}
    </p>
  )
}
