import { text } from '@qitao/core/text.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { newOf } from '@qitao/platform/web/form/new-of.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { Alert, Checkbox, Form, Modal, Typography } from 'antd'
import { useState } from 'react'
import {
  addWebHook,
  alterWebHook,
  dropWebHooks,
  listWebHookDeliveries,
  listWebHooks,
  renewWebHookSecret,
  setWebHookStatus,
  testWebHook,
  type WebHookRow,
  webHook,
} from '../../model/hook/web-hook.calls.ts'
import { deliveryFault, webHookStatus } from '../../model/hook/web-hook.status.ts'
import { type HookKind, hookKinds, hookKindTitle } from '../../model/hook/web-hook-events.ts'
import { DeliveriesDrawer } from './deliveries.drawer.tsx'
import './web-hooks.css'

interface Entered {
  name: string
  address: string
  kinds: HookKind[]
}
const blank: Entered = { name: '', address: '', kinds: [] }
const refreshes = [listWebHooks, listWebHookDeliveries]

/** Other systems that are told what happens: where, of what, and what came of it. */
export default function WebHooksPage() {
  const say = useSay()
  const { user } = useSession()
  const [edited, setEdited] = useState<WebHookRow>()
  const [open, setOpen] = useState(false)
  const [watched, setWatched] = useState<WebHookRow>()
  const [secret, setSecret] = useState<string>()
  const add = useCommand(addWebHook, { refreshes, success: null, done: made => setSecret(made.secret) })
  const alter = useCommand(alterWebHook, { refreshes })
  const status = useCommand(setWebHookStatus, { refreshes })
  const renew = useCommand(renewWebHookSecret, { success: null, done: made => setSecret(made.secret) })
  const drop = useCommand(dropWebHooks, { refreshes })
  const test = useCommand(testWebHook, {
    refreshes,
    repeatable: true,
    success: ({ delivered, answer_code, fault, took_ms }) =>
      delivered
        ? text(`已送达：${answer_code}，${took_ms}毫秒`, `Delivered: ${answer_code} in ${took_ms} milliseconds`)
        : fault
          ? text(`未送达：${deliveryFault.stateOf(fault).zh}`, `Not delivered: ${deliveryFault.stateOf(fault).en}`)
          : text(`未送达：应答码${answer_code}`, `Not delivered: answer code ${answer_code}`),
  })
  const show = (row?: WebHookRow) => {
    setEdited(row)
    setOpen(true)
  }
  const leave = () => {
    setWatched(undefined)
    void refresh(listWebHooks)
  }
  const whyNot = user.is_admin ? undefined : text('仅管理员可以操作', 'Administrators only')
  const deletion = (rows: readonly WebHookRow[]): Act =>
    remove(
      rows.map(({ name }) => name),
      drop.with({ ids: rows.map(({ id }) => id) }),
      { whyNot },
    )
  const acts = (row: WebHookRow): Act[] => {
    const isOn = row.status === webHookStatus.codes.on
    return [
      { title: text('推送记录', 'Deliveries'), run: needing(listWebHookDeliveries, () => setWatched(row)) },
      { title: text('测试', 'Test'), run: test.with({ id: row.id }), whyNot },
      { title: text('编辑', 'Edit'), run: needing(alterWebHook, () => show(row)), whyNot },
      act(
        webHookStatus,
        isOn ? 'turn_off' : 'turn_on',
        row.status,
        status.with({ id: row.id, is_on: !isOn }),
        whyNot ? { whyNot } : {},
      ),
      {
        title: text('更换密钥', 'Renew the secret'),
        run: renew.with({ id: row.id }),
        whyNot,
        ask: {
          title: text('更换签名密钥？', 'Renew the secret?'),
          objects: [row.name],
          detail: text(
            '旧密钥立即失效，接收方需换用新密钥。',
            'The old one ends at once; the receiver needs the new one.',
          ),
          danger: true,
        },
      },
      deletion([row]),
    ]
  }
  return (
    <>
      <ListPage
        call={listWebHooks}
        record={webHook}
        columns={[
          { name: 'name', width: 130, opens: row => setWatched(row) },
          { name: 'address', width: 220, sort: false, render: row => <span title={row.address}>{row.address}</span> },
          {
            name: 'kinds',
            width: 200,
            sort: false,
            render: row => {
              const words = row.kinds.map(kind => say(hookKindTitle(kind))).join(say(text('、', ', ')))
              return <span title={words}>{words}</span>
            },
          },
          'status',
          { name: 'last_tried_time', sort: false },
          { name: 'waiting_count', width: 90, sort: false },
          { name: 'aside_count', width: 90, sort: false },
          { name: 'failing_since', sort: false },
          { name: 'owner_name', width: 100, sort: false },
        ]}
        filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
        rowActions={acts}
        toolbar={() => (
          <>
            <a href="/api" target="_blank" rel="noreferrer">
              {say(text('接口说明', 'About the API'))}
            </a>
            <NewButton run={needing(addWebHook, () => show())} />
          </>
        )}
      />
      <FormDrawer<Entered>
        open={open}
        title={edited ? text(`事件推送 ${edited.name}`, `Web hook ${edited.name}`) : newOf(webHook)}
        values={edited ? { name: edited.name, address: edited.address, kinds: [...edited.kinds] } : blank}
        save={
          edited
            ? saveWith(alter, ({ name, address, kinds }: Entered) => ({
                ...{ id: edited.id, row_version: edited.row_version },
                ...{ name, address, kinds },
              }))
            : saveWith(add, ({ name, address, kinds }: Entered) => ({ name, address, kinds }))
        }
        reload={async () => {
          await refresh(listWebHooks)
          setOpen(false)
        }}
        onClose={() => setOpen(false)}
        history={edited && { of: webHook, id: edited.id }}
      >
        <Field of={webHook} name="name" autoFocus />
        <Field of={webHook} name="address" />
        <p className="qt-secondary">
          {say(
            text(
              '以 https:// 开头的公网地址。发生所选事件时，系统向该地址发送带签名的 JSON；送不到时一天内按渐长的间隔重试。',
              'A public address that begins with https://. When a chosen event happens, signed JSON is posted there; what is not taken is tried again for a day, after growing waits.',
            ),
          )}
        </p>
        <Form.Item
          name="kinds"
          label={say(webHook.fields.kinds.title)}
          rules={[{ required: true, message: say(text('必填项不能为空', 'A required field is empty')) }]}
        >
          <KindsInput />
        </Form.Item>
      </FormDrawer>
      {watched ? <DeliveriesDrawer hook={watched} onClose={leave} /> : null}
      {secret ? <SecretDialog secret={secret} onClose={() => setSecret(undefined)} /> : null}
    </>
  )
}

/** The form says of its inputs that they are required, which a group of boxes may not. */
function KindsInput({ value = [], onChange }: { value?: readonly HookKind[]; onChange?: (value: HookKind[]) => void }) {
  const say = useSay()
  return (
    <Checkbox.Group<HookKind>
      className="qt-hook-kinds"
      aria-label={say(webHook.fields.kinds.title)}
      value={[...value]}
      options={hookKinds.map(kind => ({ value: kind, label: say(hookKindTitle(kind)) }))}
      {...(onChange ? { onChange } : {})}
    />
  )
}

/** Nobody is shown it a second time. */
function SecretDialog({ secret, onClose }: { secret: string; onClose: () => void }) {
  const say = useSay()
  return (
    <Modal
      open
      title={say(text('签名密钥', 'Secret'))}
      onCancel={onClose}
      onOk={onClose}
      okText={say(text('已保存', 'I have it'))}
      cancelButtonProps={{ hidden: true }}
      mask={{ closable: false }}
    >
      <Alert
        type="success"
        showIcon
        title={say(text('密钥只显示这一次，请立即复制保存', 'The secret is shown only now: copy it'))}
        description={
          <Typography.Text copyable code>
            {secret}
          </Typography.Text>
        }
      />
      <p className="qt-secondary">
        {say(
          text(
            '接收方用它核对每条消息：Qitao-Signature 应等于 v1= 加上对「Qitao-Timestamp.正文」算出的 HMAC-SHA256（十六进制）。',
            'The receiver checks each message by it: Qitao-Signature is v1= and the HMAC-SHA256 (hex) of “Qitao-Timestamp.body”.',
          ),
        )}
      </p>
    </Modal>
  )
}
