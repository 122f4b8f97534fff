import { text } from '@qitao/core/text.ts'
import { isOfSession, loadDescription } from '@qitao/platform/web/call/client.ts'
import { knownErrors } from '@qitao/platform/web/call/failures.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { savePreference } from '@qitao/platform/web/session/session.ts'
import { Alert, Button, Input } from 'antd'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router'
import { type Described, describedCalls, foundCalls, groupedCalls } from '../../model/api/described-calls.ts'
import { ApiGuide } from './api-guide.tsx'
import { CallView } from './call-view.tsx'
import './api.css'

/** Every call of the product as `/openapi.json` declares it: how to begin, its fields in both languages, its errors, and a try. */
export default function ApiPage() {
  const say = useSay()
  const language = useLanguage()
  const [token, setToken] = useState('')
  const [calls, setCalls] = useState<readonly Described[]>()
  const [failed, setFailed] = useState(false)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useSearchParams()
  const shown = search.get('call')
  const asked = useDeferredValue(typed)
  useEffect(() => {
    let isOver = false
    setFailed(false)
    loadDescription(token).then(
      given => isOver || setCalls(describedCalls(given)),
      () => isOver || setFailed(true),
    )
    return () => {
      isOver = true
    }
  }, [token])
  const groups = useMemo(() => groupedCalls(calls ?? []), [calls])
  const found = useMemo(() => foundCalls(groups, asked), [groups, asked])
  const chosen = calls?.find(({ path, method }) => `${method} ${path}` === shown)
  const open = (to: string | undefined) => {
    setSearch(to === undefined ? {} : { call: to })
    document.querySelector('.qt-api-main')?.scrollTo(0, 0)
  }
  return (
    <div className="qt-api">
      <header className="qt-api-head">
        <h1>{say(text('齐套开放接口', 'Qitao API'))}</h1>
        <Input.Password
          className="qt-api-token"
          autoComplete="off"
          aria-label={say(text('API令牌', 'API token'))}
          placeholder={say(
            isOfSession()
              ? text('使用当前登录，或粘贴API令牌', 'Your session, or paste an API token')
              : text('粘贴API令牌', 'Paste an API token'),
          )}
          onChange={event => setToken(event.target.value.trim())}
        />
        <a href="/openapi.json">
          <code>openapi.json</code>
        </a>
        {isOfSession() ? (
          <Button type="link" size="small" onClick={() => go('/')}>
            {say(text('回到产品', 'Back to the product'))}
          </Button>
        ) : null}
        <Button
          type="text"
          size="small"
          lang={language === 'zh' ? 'en' : 'zh-CN'}
          onClick={() => void savePreference('language', language === 'zh' ? 'en' : 'zh')}
        >
          {language === 'zh' ? 'English' : '中文'}
        </Button>
      </header>
      <nav className="qt-api-list" aria-label={say(text('接口', 'Calls'))}>
        <Input
          allowClear
          value={typed}
          aria-label={say(text('搜索接口', 'Search calls'))}
          placeholder={say(text('搜索名称、地址或字段', 'Name, address or field'))}
          onChange={event => setTyped(event.target.value)}
        />
        <button type="button" aria-current={shown === null ? 'page' : undefined} onClick={() => open(undefined)}>
          {say(text('从这里开始', 'Begin here'))}
        </button>
        <button type="button" aria-current={shown === 'errors' ? 'page' : undefined} onClick={() => open('errors')}>
          {say(text('错误码', 'Errors'))}
        </button>
        {calls === undefined && !failed ? <p className="qt-secondary">{say(text('加载中…', 'Loading…'))}</p> : null}
        {asked !== '' && found.length === 0 ? (
          <p className="qt-secondary">{say(text('没有找到，请换个词', 'Nothing found: try another word'))}</p>
        ) : null}
        {found.map(group => (
          <details key={group.key} open={asked !== '' || group.calls.includes(chosen as Described)}>
            <summary>
              {say(group.title)} <small>{group.calls.length}</small>
            </summary>
            {group.calls.map(one => {
              const key = `${one.method} ${one.path}`
              return (
                <button
                  key={key}
                  type="button"
                  aria-current={key === shown ? 'page' : undefined}
                  onClick={() => open(key)}
                >
                  {say(one.title)}
                </button>
              )
            })}
          </details>
        ))}
      </nav>
      <main className="qt-api-main">
        {failed ? (
          <Alert
            type="error"
            showIcon
            title={say(
              text(
                '不能读取接口说明：请检查令牌或重新登录',
                'The description cannot be read: check the token, or sign in again',
              ),
            )}
          />
        ) : null}
        {shown === 'errors' ? (
          <Errors />
        ) : chosen ? (
          <CallView key={shown} call={chosen} token={token} />
        ) : shown !== null && calls !== undefined ? (
          <Alert
            type="warning"
            showIcon
            title={say(text('该接口不存在，或您无权调用', 'There is no such call, or you may not make it'))}
          />
        ) : (
          <ApiGuide />
        )}
      </main>
    </div>
  )
}

function Errors() {
  const say = useSay()
  const [typed, setTyped] = useState('')
  const all = knownErrors().filter(({ code, text: { zh, en } }) =>
    `${code} ${zh} ${en}`.toLowerCase().includes(typed.toLowerCase()),
  )
  return (
    <>
      <h2>{say(text('错误码', 'Errors'))}</h2>
      <p>
        {say(
          text(
            'code 为 200 即成功；5056、5326 是部分完成的警告；其余均为拒绝，什么也没有改变。data 中的 field、row（从1起）指出要改的地方。',
            'Code 200 is success; 5056 and 5326 warn of what was done in part; every other one is a refusal, which changed nothing. data.field and data.row (from 1) say what to mend.',
          ),
        )}
      </p>
      <Input
        allowClear
        aria-label={say(text('搜索错误码', 'Search errors'))}
        placeholder={say(text('错误码或文字', 'Code or words'))}
        onChange={event => setTyped(event.target.value)}
      />
      <table className="qt-api-fields">
        <thead>
          <tr>
            <th scope="col">{say(text('错误码', 'Code'))}</th>
            <th scope="col" lang="zh-CN">
              中文
            </th>
            <th scope="col" lang="en">
              English
            </th>
          </tr>
        </thead>
        <tbody>
          {all.map(({ code, text: { zh, en } }) => (
            <tr key={code}>
              <td>
                <code>{code}</code>
              </td>
              <td lang="zh-CN">{zh}</td>
              <td lang="en">{en}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  )
}
