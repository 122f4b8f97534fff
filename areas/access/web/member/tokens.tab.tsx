import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { type Act, act } from '@qitao/platform/web/list/act.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { allPages } from '@qitao/site/model/pages.ts'
import { strongerThanOwn } from '../../model/member/user.rules.ts'
import {
  apiToken,
  listApiTokens,
  listMemberApiTokens,
  type MemberTokenRow,
  revokeMemberApiTokens,
} from '../../model/session/api-token.calls.ts'
import { apiTokenStatus } from '../../model/session/api-token.status.ts'

const { valid } = apiTokenStatus.codes

/** By what programs of all members call: who made it, what it opens, when it was used last, and its end. */
export function TokensTab() {
  const say = useSay()
  const revoke = useCommand(revokeMemberApiTokens, {
    refreshes: [listMemberApiTokens, listApiTokens],
    success: text('已吊销', 'Revoked'),
  })
  const revocation = (rows: readonly MemberTokenRow[]): Act => {
    const objects = rows.map(({ name, user_name }) => `${name} (${user_name})`)
    const ended = rows.find(({ status }) => !apiTokenStatus.can('revoke', status ?? valid))
    return act(apiTokenStatus, 'revoke', ended?.status ?? valid, revoke.with({ ids: rows.map(({ id }) => id) }), {
      danger: true,
      ...(rows.every(({ is_manageable }) => is_manageable) ? {} : { whyNot: strongerThanOwn }),
      ask: {
        title: text('吊销这些令牌？', 'Revoke these tokens?'),
        objects,
        detail: text(
          '使用它们的程序立即无法再调用；会通知所有者。',
          'Programs that use them can call no more at once; the owners are told.',
        ),
        danger: true,
      },
    })
  }
  return (
    <ListPage
      call={listMemberApiTokens}
      record={apiToken}
      columns={[
        { name: 'name', width: 160 },
        { name: 'user_id', width: 120, render: row => row.user_name },
        'status',
        { name: 'writes', width: 90, sort: false },
        {
          name: 'page_paths',
          title: text('页面', 'Pages'),
          width: 240,
          sort: false,
          render: row => {
            const words = allPages
              .filter(({ path }) => row.page_paths.includes(path))
              .map(({ title }) => say(title))
              .join(say(text('、', ', ')))
            return <span title={words}>{words}</span>
          },
        },
        {
          name: 'used_time',
          render: row =>
            row.used_time ? (
              <Instant at={row.used_time} />
            ) : (
              <span className="qt-secondary">{say(text('未使用过', 'never used'))}</span>
            ),
        },
        'expire_time',
        { name: 'created_time', title: text('生成时间', 'Made') },
      ]}
      filters={[
        { name: 'keyword', title: text('搜索名称、成员…', 'Search by name, member…') },
        { name: 'statuses', of: 'status', many: true },
        'user_id',
      ]}
      rowActions={row => [revocation([row])]}
      bulkActions={rows => [revocation(rows)]}
    />
  )
}
