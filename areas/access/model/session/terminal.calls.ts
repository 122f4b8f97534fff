import { affected, alterInput, command, query } from '@qitao/core/call.ts'
import {
  choiceField,
  id,
  instantField,
  integerField,
  optional,
  plainString,
  readOnly,
  textField,
} from '@qitao/core/field.ts'
import { listInput, listOutput } from '@qitao/core/page.ts'
import { type RowOf, record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { z } from 'zod'
import { passwordInput } from '../member/user.record.ts'
import { pinInput } from './pin.calls.ts'
import { login } from './session.calls.ts'
import { idleMinutes } from './terminal.rules.ts'
import { terminalStatus } from './terminal.status.ts'

/** Ours: tablets and phones of the floor that people share; each has a secret of its own in a cookie. */
const base = '/mep_server/biz/terminal/'
export const terminal = record('terminal', text('共享终端', 'Shared terminal'), {
  name: textField('名称', 'Name', 100),
  place: optional(textField('位置', 'Where it stands', 100)),
  idle_minutes: integerField('无操作退出（分钟）', 'Signs off after (minutes)', {
    min: idleMinutes.least,
    max: idleMinutes.most,
  }),
  status: readOnly(choiceField('状态', 'Status', terminalStatus)),
  seen_time: readOnly(instantField('最近在线', 'Last seen')),
})
const more = z.object({
  /** The device that asks. */
  is_current: z.boolean(),
  agent: z.string(),
  seen_address: z.string(),
  /** What it had not sent when it was seen last. */
  waiting: z.int(),
  /** Who is signed in there now. */
  people: z.array(z.string()),
})
export type TerminalRow = RowOf<typeof terminal> & z.output<typeof more>

export const listTerminals = query(`${base}query_terminal_list`, {
  title: text('共享终端', 'Shared terminals'),
  grantedBy: [pages.roles],
  input: listInput({}),
  output: listOutput(terminal.row.and(more)),
  records: [terminal],
})
/** The device that calls becomes the terminal. */
export const addTerminal = command(`${base}add_terminal`, {
  title: text('登记本机为共享终端', 'Make this device a shared terminal'),
  grantedBy: [pages.roles],
  answersSecret: true,
  input: terminal.input.extend({ password: passwordInput.optional() }),
  output: z.object({ id }),
  records: [terminal],
})
export const alterTerminal = command(`${base}alter_terminal`, {
  title: text('修改共享终端', 'Alter a shared terminal'),
  grantedBy: [pages.roles],
  input: alterInput(terminal),
  output: affected,
  records: [terminal],
})
/** Lost, or not to be trusted: whoever is signed in there is out, and nobody signs in there any more. */
export const stopTerminal = command(`${base}stop_terminal`, {
  title: text('停用共享终端', 'Stop a shared terminal'),
  grantedBy: [pages.roles],
  input: z.strictObject({ id }),
  output: affected,
  records: [terminal],
})
export const releaseTerminal = command(`${base}release_terminal`, {
  title: text('恢复共享终端', 'Release a shared terminal'),
  grantedBy: [pages.roles],
  input: z.strictObject({ id }),
  output: affected,
  records: [terminal],
})
/** The device is one like any other again. */
export const dropTerminal = command(`${base}drop_terminal`, {
  title: text('删除共享终端', 'Remove a shared terminal'),
  grantedBy: [pages.roles],
  input: z.strictObject({ id }),
  output: affected,
  records: [terminal],
})

/** What the device that asks is; `waiting`: what it has not sent. */
export const queryTerminal = query(`${base}query_terminal`, {
  title: text('本机是否共享终端', 'Whether this device is a shared terminal'),
  grantedBy: 'public',
  input: z.strictObject({ waiting: z.int().min(0).max(100_000).optional() }),
  output: z.object({
    state: z.enum(['none', 'ready', 'stopped']),
    /** Absent when it is none; likewise the rest. */
    id: id.optional(),
    name: z.string().optional(),
    company_code: z.string().optional(),
    company_name: z.string().optional(),
    idle_minutes: z.int().optional(),
    releases: z.int().optional(),
    /** Who last worked here; nobody while it is stopped. */
    people: z.array(z.object({ account: z.string(), name: z.string() })),
  }),
})
export const signInByPin = command(`${base}login_by_pin`, {
  title: text('PIN码登录', 'Sign in by PIN'),
  grantedBy: 'public',
  answersSecret: true,
  /** Account, employee number (as a badge says), phone or email. */
  input: z.strictObject({ account: plainString(100).min(1), pin: pinInput }),
  output: login.output,
})
