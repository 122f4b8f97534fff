import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { RowActs } from '@qitao/platform/web/list/act-button.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Alert, Tag } from 'antd'
import { useState } from 'react'
import { dropPasskey, listPasskeys, passkey, renamePasskey } from '../../model/session/passkey.calls.ts'
import { AddPasskey } from './add-passkey.tsx'
import { given, OwnPassword } from './own-password.tsx'
import { barHere } from './passkey.ts'
import '../access.css'

/** The own passkeys: added, seen, removed. */
export default function PasskeysDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const say = useSay()
  const passkeys = useCall(listPasskeys, open ? {} : null)
  const [dropping, setDropping] = useState<{ id: string; name: string }>()
  const [renaming, setRenaming] = useState<{ id: string; name: string }>()
  const rename = useCommand(renamePasskey, { refreshes: [listPasskeys] })
  const drop = useCommand(dropPasskey, {
    refreshes: [listPasskeys],
    success: text('通行密钥已删除', 'The passkey was removed'),
  })
  if (!open) return null
  const { data } = passkeys
  const bar = data && barHere(data.origin)
  return (
    <DetailDrawer open title={text('通行密钥', 'Passkeys')} onClose={onClose}>
      <p className="qt-secondary">
        {say(
          text(
            '用手机、电脑或安全密钥的指纹、面容或PIN登录，不用输入账号、密码和验证码。',
            'Sign in with the finger, face or PIN of a phone, a computer or a security key: no account, password or code to type.',
          ),
        )}
      </p>
      {passkeys.error && !data ? <ErrorState failure={passkeys.error} retry={passkeys.refetch} /> : null}
      {passkeys.isPending ? <RowsSkeleton /> : null}
      {bar ? <NotHere {...bar} /> : null}
      {data && !bar ? <AddPasskey /> : null}
      {data ? <h3>{say(text('我的通行密钥', 'My passkeys'))}</h3> : null}
      {data?.result.length === 0 ? <p className="qt-secondary">{say(text('还没有', 'None yet'))}</p> : null}
      <ul className="qt-link-list">
        {data?.result.map(one => (
          <li key={one.id}>
            <div>
              <strong>
                {one.name} {one.is_synced ? <Tag color="success">{say(text('云端同步', 'Synced'))}</Tag> : null}
                {one.rp_id === location.hostname ? null : (
                  <Tag color="warning">{say(text('仅用于 {name}', 'For {name} only'), { name: one.rp_id })}</Tag>
                )}
              </strong>
              <span className="qt-secondary">
                {say(text('添加于 ', 'added '))}
                <Instant at={one.created_time} />
              </span>
              <span className="qt-secondary">
                {one.used_time === null ? say(text('未使用过', 'never used')) : say(text('最近使用 ', 'last used '))}
                {one.used_time === null ? null : <Instant at={one.used_time} />}
              </span>
            </div>
            <RowActs
              inline={2}
              acts={[
                {
                  title: text('重命名', 'Rename'),
                  run: needing(renamePasskey, () => setRenaming({ id: one.id, name: one.name })),
                },
                {
                  title: text('删除', 'Remove'),
                  danger: true,
                  run: needing(dropPasskey, () => setDropping({ id: one.id, name: one.name })),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <DialogForm<{ name: string }>
        open={renaming !== undefined}
        title={text('重命名通行密钥', 'Rename the passkey')}
        values={{ name: renaming?.name ?? '' }}
        save={saveWith(rename, ({ name }: { name: string }) => ({ id: renaming?.id ?? '', name }))}
        onClose={() => setRenaming(undefined)}
      >
        <Field of={passkey} name="name" autoFocus />
      </DialogForm>
      <DialogForm<{ password: string }>
        open={dropping !== undefined}
        title={{ zh: `删除通行密钥：${dropping?.name ?? ''}`, en: `Remove the passkey ${dropping?.name ?? ''}` }}
        values={{ password: '' }}
        save={saveWith(
          drop,
          ({ password }: { password: string }) => ({ id: dropping?.id ?? '', ...given(password) }),
          text('删除', 'Remove'),
        )}
        onClose={() => setDropping(undefined)}
      >
        <p className="qt-secondary">
          {say(
            text(
              '删除后不能再用它登录；设备上的那一份请在设备的密码管理中删除。',
              'It will not sign you in any more. Remove what the device keeps of it in the password settings of the device.',
            ),
          )}
        </p>
        <OwnPassword label={say(text('登录密码', 'Your password'))} autoFocus />
      </DialogForm>
    </DetailDrawer>
  )
}

/** Where passkeys work instead, as far as anybody knows. */
function NotHere({ why, open }: { why: Text; open?: string }) {
  const say = useSay()
  return (
    <Alert
      type="info"
      showIcon
      title={say(text('在这个地址不能使用通行密钥', 'Passkeys do not work at this address'))}
      description={
        <>
          {say(why)}
          {open ? (
            <div>
              <a href={open}>{say(text('打开 {address}', 'Open {address}'), { address: open })}</a>
            </div>
          ) : null}
        </>
      }
    />
  )
}
