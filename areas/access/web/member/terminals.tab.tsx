import { TabletOutlined } from '@ant-design/icons'
import { say as inLanguage, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { FormDrawer } from '@qitao/platform/web/form/form-drawer.tsx'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { signOff } from '@qitao/platform/web/shell/sign-off.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Alert, Tag } from 'antd'
import { useState } from 'react'
import { accessErrors } from '../../model/access.errors.ts'
import { deviceOf } from '../../model/session/session.rules.ts'
import { querySignInInfo } from '../../model/session/sign-up.calls.ts'
import {
  addTerminal,
  alterTerminal,
  dropTerminal,
  listTerminals,
  queryTerminal,
  releaseTerminal,
  stopTerminal,
  type TerminalRow,
  terminal,
} from '../../model/session/terminal.calls.ts'
import { idleMinutes, isOneAlready, registersElsewhere } from '../../model/session/terminal.rules.ts'
import { type TerminalStatusCode, terminalStatus } from '../../model/session/terminal.status.ts'
import { given, OwnPassword } from '../session/own-password.tsx'

interface Entered {
  name: string
  place: string | null
  idle_minutes: number
  password: string
}
const blank: Entered = { name: '', place: null, idle_minutes: idleMinutes.usual, password: '' }
const refreshes = [listTerminals, queryTerminal]

/** Tablets and phones that people share: where they are, who is signed in, and what is done with one that is lost. */
export function TerminalsTab() {
  const say = useSay()
  const [shown, setShown] = useState<{ row: TerminalRow | undefined }>()
  const stop = useCommand(stopTerminal, { refreshes, success: text('已停用', 'Stopped') })
  const release = useCommand(releaseTerminal, { refreshes, success: text('已恢复使用', 'Released') })
  const drop = useCommand(dropTerminal, { refreshes })
  const { data: info } = useCall(querySignInInfo, {})
  const address = registersElsewhere(location.origin, info?.passkey_origin)
  const here = accessErrors.terminalOverHttp.text
  const notHere = address ? text(inLanguage(here, 'zh', { address }), inLanguage(here, 'en', { address })) : undefined
  const acts = (row: TerminalRow): Act[] => [
    { title: text('编辑', 'Edit'), run: needing(alterTerminal, () => setShown({ row })) },
    row.status === terminalStatus.codes.stopped
      ? act(terminalStatus, 'release', row.status, release.with({ id: row.id }), {
          ask: {
            title: text('恢复使用此终端？', 'Release this terminal?'),
            objects: [row.name],
            detail: text(
              '请先确认设备在公司手中。成员又可在此用PIN码登录；停用前未发送的操作由本人查看后发送或放弃。',
              'Make sure that the company holds the device. Members sign in there again; what was not sent before is looked at by its owner, who sends it or gives it up.',
            ),
          },
        })
      : act(terminalStatus, 'stop', row.status as TerminalStatusCode, stop.with({ id: row.id }), {
          danger: true,
          ask: {
            title: text('停用此终端？', 'Stop this terminal?'),
            objects: [row.name],
            detail: row.is_current ? stopsOwn(row) : waitingThere(row),
            danger: true,
          },
        }),
    remove([row.name], drop.with({ id: row.id })),
  ]
  return (
    <div className="qt-terminals">
      {address && notHere ? (
        <Alert
          type="warning"
          showIcon
          title={say(notHere)}
          action={
            <a href={`${address}${pages.roles.path}?tab=terminals`}>{say(text('从那里打开', 'Open it there'))}</a>
          }
        />
      ) : null}
      <ListPage
        call={listTerminals}
        record={terminal}
        columns={[
          {
            name: 'name',
            width: 200,
            opens: row => setShown({ row }),
            render: row => (
              <>
                {row.name} {row.is_current ? <Tag>{say(text('本机', 'This one'))}</Tag> : null}
              </>
            ),
          },
          { name: 'place', width: 130 },
          'status',
          {
            name: 'seen_time',
            width: 150,
            render: row => (
              <span title={`${deviceOf(row.agent) || row.agent} · ${row.seen_address}`}>
                <Instant at={row.seen_time ?? 0} />
              </span>
            ),
          },
          {
            name: 'people',
            title: text('正在使用', 'Signed in'),
            width: 160,
            sort: false,
            render: row => row.people.join(say(text('、', ', '))) || <span className="qt-none">—</span>,
          },
          {
            name: 'waiting',
            title: text('未发送', 'Not sent'),
            width: 100,
            sort: false,
            render: row => (row.waiting > 0 ? <strong>{row.waiting}</strong> : <span className="qt-none">—</span>),
          },
          { name: 'idle_minutes', width: 150 },
          { name: 'created_time', hidden: true },
        ]}
        filters={[{ name: 'keyword', title: text('搜索名称、位置…', 'Search by name, place…') }]}
        rowActions={acts}
        toolbar={({ rows }) => (
          <ActButton
            primary
            act={{
              title: text('登记本机', 'Register this device'),
              icon: <TabletOutlined aria-hidden />,
              whyNot: notHere ?? (rows.some(row => row.is_current) ? isOneAlready : undefined),
              run: needing(addTerminal, () => setShown({ row: undefined })),
            }}
          />
        )}
      />
      <TerminalDrawer
        key={shown?.row?.id}
        open={shown !== undefined}
        row={shown?.row}
        onClose={() => setShown(undefined)}
      />
    </div>
  )
}
const waitingThere = ({ waiting }: TerminalRow) =>
  waiting > 0
    ? text(
        `立即锁定，在此登录的人全部退出，任何人不能再登录。最近在线时还有 ${waiting} 项操作未发送，恢复使用后由本人发送。`,
        `It is locked at once: whoever is signed in there is out, and nobody signs in any more. When it was seen last ${waiting} actions were not sent; their owners can send them once it is released.`,
      )
    : text(
        '立即锁定，在此登录的人全部退出，任何人不能再登录。离线期间所做、尚未发送的操作会留在设备上，恢复使用后由本人发送。',
        'It is locked at once: whoever is signed in there is out, and nobody signs in any more. What was done there without a connection stays on it; its owners can send it once it is released.',
      )

const stopsOwn = (row: TerminalRow) => {
  const { zh, en } = waitingThere(row)
  return {
    zh: `这就是您正在使用的设备：停用后您立即退出，也不能再在本机登录；只能在其他设备上恢复使用。${zh}`,
    en: `This is the device that you sit at: you are signed out at once and cannot sign in here any more; it is released from another device only. ${en}`,
  }
}

/** `row` undefined: the device in front of one becomes a terminal. */
function TerminalDrawer({ open, row, onClose }: { open: boolean; row: TerminalRow | undefined; onClose: () => void }) {
  const say = useSay()
  const add = useCommand(addTerminal, {
    refreshes,
    success: text(
      '已登记，您已退出登录；本机现在用PIN码登录',
      'Registered, and you are signed out: one signs in here by PIN now',
    ),
    done: () => void signOff(),
  })
  const alter = useCommand(alterTerminal, { refreshes })
  const values = ({ name, place, idle_minutes }: Entered) => ({ name, place, idle_minutes })
  const save = row
    ? saveWith(alter, (entered: Entered) => ({ id: row.id, row_version: row.row_version, ...values(entered) }))
    : saveWith(add, ({ password, ...entered }: Entered) => ({
        ...values({ ...entered, password }),
        ...given(password),
      }))
  return (
    <FormDrawer<Entered>
      open={open}
      title={
        row
          ? { zh: `共享终端 ${row.name}`, en: `Shared terminal ${row.name}` }
          : text('登记本机为共享终端', 'Make this device a shared terminal')
      }
      values={
        row ? { ...blank, ...row, name: row.name ?? '', idle_minutes: row.idle_minutes ?? idleMinutes.usual } : blank
      }
      save={save}
      onClose={onClose}
      reload={onClose}
      history={row && { of: terminal, id: row.id, table: 'terminal' }}
    >
      {row ? null : (
        <p className="qt-secondary">
          {say(
            text(
              '请在要共享的平板或手机上操作。保存后您即退出登录；此后成员可在本机用PIN码登录，只做现场工作。用密码登录的也一样，无人操作时自动退出。',
              'Do this on the tablet or phone that is to be shared. Saving signs you out; from then on members sign in on it by PIN, for the work of the floor. Who signs in by password is signed off, too, when nobody touches it.',
            ),
          )}
        </p>
      )}
      <Field of={terminal} name="name" autoFocus />
      <Field of={terminal} name="place" />
      <Field of={terminal} name="idle_minutes" />
      {row ? null : <OwnPassword label={say(text('登录密码', 'Your password'))} />}
    </FormDrawer>
  )
}
