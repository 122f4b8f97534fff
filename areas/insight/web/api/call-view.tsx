import { pagesOfTokens } from '@qitao/access/model/session/api-token.rules.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { text } from '@qitao/core/text.ts'
import { type Tried, tryCall } from '@qitao/platform/web/call/client.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { pageAt } from '@qitao/site/model/pages.ts'
import { Button, Input, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import { curlOf, type Described, exampleOf, fieldRows, type Schema } from '../../model/api/described-calls.ts'
import { Code } from './code.tsx'

const { badParameter, fieldRequired, loginNeeded, noPermission, dataLocked, tooManyCalls } = generalErrors
const { recordNotFound, versionConflict, statusNotAllowed } = generalErrors

/** One call: who may, what it takes and answers, and a try. */
export function CallView({ call, token }: { call: Described; token: string }) {
  const say = useSay()
  const language = useLanguage()
  const pages = typeof call.grantedBy === 'string' ? [] : call.grantedBy
  const byToken = call.forTokens || pages.some(path => pagesOfTokens.some(one => one.path === path))
  const names = pages.map(path => {
    const title = pageAt(path)?.title
    return title ? say(title) : path
  })
  return (
    <article>
      <h2>{say(call.title)}</h2>
      <p>
        <code>
          {call.method} {call.path}
        </code>{' '}
        <Tag color={call.writes ? 'orange' : 'blue'}>
          {say(call.writes ? text('会改变数据', 'Changes data') : text('只读', 'Reads only'))}
        </Tag>
        {call.grantedBy === 'public' ? null : (
          <Tag>
            {say(
              byToken ? text('API令牌可用', 'Open to API tokens') : text('仅限登录用户', 'For people, not for tokens'),
            )}
          </Tag>
        )}
      </p>
      <p>
        {call.grantedBy === 'public'
          ? say(text('无需登录。', 'Needs no sign-in.'))
          : call.grantedBy === 'signed_in'
            ? say(text('登录即可。', 'For whoever is signed in.'))
            : say(text('需要其中一个页面的权限：', 'Needs the right to one of these pages: ')) +
              names.join(say(text('、', ', ')))}
        {call.writes ? say(text(' 角色还须允许该操作。', ' The role must allow the action, too.')) : null}
      </p>
      <h3>{say(text('输入', 'Input'))}</h3>
      <Fields of={call.input} none={say(text('没有字段', 'No fields'))} />
      <h3>{say(text('返回（data）', 'Answer (data)'))}</h3>
      {call.output ? (
        <Fields of={call.output} none={say(text('没有字段', 'No fields'))} />
      ) : (
        <p>{say(text('一个文件；被拒绝时为 JSON。', 'A file; JSON when it is refused.'))}</p>
      )}
      <h3>{say(text('常见错误', 'Usual errors'))}</h3>
      <ul className="qt-api-errors">
        {[
          ...[badParameter, fieldRequired, loginNeeded, noPermission, recordNotFound, tooManyCalls],
          ...(call.writes ? [versionConflict, statusNotAllowed, dataLocked] : []),
        ].map(({ code, text: words }) => (
          <li key={code}>
            <code>{code}</code> {say(words)}
          </li>
        ))}
      </ul>
      {call.isJson ? <Try call={call} token={token} language={language} /> : null}
    </article>
  )
}

function Fields({ of, none }: { of: Schema; none: string }) {
  const say = useSay()
  const language = useLanguage()
  const rows = fieldRows(of, language)
  if (rows.length === 0) return <p className="qt-secondary">{none}</p>
  return (
    <div className="qt-api-scroll">
      <table className="qt-api-fields">
        <thead>
          <tr>
            <th scope="col">{say(text('字段', 'Field'))}</th>
            <th scope="col">{say(text('名称', 'Title'))}</th>
            <th scope="col">{say(text('类型', 'Type'))}</th>
            <th scope="col">{say(text('单位、限制、取值', 'Unit, limits, values'))}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, depth, required, title, type, more }, at) => (
            <tr key={at}>
              <td style={{ paddingInlineStart: 8 + depth * 18 }}>
                <code>{name}</code>
                {required ? <strong title={say(text('必填', 'Required'))}> *</strong> : null}
              </td>
              <td>{title}</td>
              <td>
                <code>{type}</code>
              </td>
              <td>{more}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Try({ call, token, language }: { call: Described; token: string; language: 'zh' | 'en' }) {
  const say = useSay()
  const [body, setBody] = useState(() => JSON.stringify(exampleOf(call.input) ?? {}, null, 2))
  const [busy, setBusy] = useState(false)
  const [tried, setTried] = useState<Tried | 'none'>()
  const isGet = call.method === 'GET'
  const send = async () => {
    setBusy(true)
    const answer = await tryCall({ path: call.path, method: call.method, body, token }).catch(() => 'none' as const)
    setTried(answer)
    setBusy(false)
  }
  const button = (
    <Button type="primary" loading={busy} {...(call.writes ? {} : { onClick: () => void send() })}>
      {say(text('发送', 'Send'))}
    </Button>
  )
  return (
    <section>
      <h3>{say(text('试一试', 'Try it'))}</h3>
      {isGet ? null : (
        <Input.TextArea
          className="qt-api-body"
          aria-label={say(text('输入（JSON）', 'Input (JSON)'))}
          spellCheck={false}
          autoSize={{ minRows: 3, maxRows: 20 }}
          value={body}
          onChange={event => setBody(event.target.value)}
        />
      )}
      <p>
        {call.writes ? (
          <Popconfirm
            title={say(text('这会真实改变数据', 'This changes real data'))}
            okText={say(text('发送', 'Send'))}
            cancelText={say(text('取消', 'Cancel'))}
            onConfirm={() => void send()}
          >
            {button}
          </Popconfirm>
        ) : (
          button
        )}
      </p>
      <output>
        {tried === 'none' ? (
          <p>{say(text('没有应答，请检查网络', 'No answer came: check the network'))}</p>
        ) : tried ? (
          <>
            <p className="qt-secondary">
              HTTP {tried.status} · {tried.took_ms} ms
            </p>
            <Code of={readable(tried.body)} />
          </>
        ) : null}
      </output>
      <h3>curl</h3>
      <Code of={curlOf(call, window.location.origin, compact(body), language)} />
    </section>
  )
}
const parsed = (words: string): unknown => {
  try {
    return JSON.parse(words)
  } catch {
    return undefined
  }
}
const readable = (words: string): string => {
  const value = parsed(words)
  return value === undefined ? words.slice(0, mostShown) : JSON.stringify(value, null, 2).slice(0, mostShown)
}
const mostShown = 100_000
const compact = (words: string): string => {
  const value = parsed(words)
  return value === undefined ? words : JSON.stringify(value)
}
