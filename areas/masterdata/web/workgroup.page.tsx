import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { workgroupExchange } from '../model/masterdata.exchange.ts'
import { workgroupCalls } from '../model/resource/workgroup.calls.ts'
import { workgroup } from '../model/resource/workgroup.record.ts'
import { Names } from './names.tsx'
import { SkillList } from './skill-list.tsx'
import { SkillMatrix } from './skill-matrix.tsx'

/** Who works together; and what each can do, one by one or all at a look. */
export default function WorkgroupPage() {
  const say = useSay()
  const [view, setView] = usePageMemory<'groups' | 'skills' | 'matrix'>('view', 'groups')
  if (view === 'skills') return <SkillList onMatrix={() => setView('matrix')} />
  if (view === 'matrix') return <SkillMatrix onList={() => setView('skills')} onGroups={() => setView('groups')} />
  return (
    <PlainPage
      record={workgroup}
      calls={workgroupCalls}
      columns={[
        'code',
        'name',
        { name: 'leader_id', width: 120 },
        { name: 'member_ids', width: 260, render: row => <Names of={row.member_names} /> },
        { name: 'machine_no_list', width: 220, render: row => <Names of={row.machine_no_list} /> },
        { name: 'calendar_id', width: 140 },
        'status',
        { name: 'remark', hidden: true },
      ]}
      filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
      name={row => `${row.code} ${row.name}`}
      mayChange={pages.workgroups}
      blank={{ status: enabledStatus.codes.enabled, member_ids: [] }}
      toolbar={list => (
        <>
          <ExchangeButtons
            list={list}
            exports={workgroupCalls.export}
            imports={workgroupExchange}
            refreshes={[workgroupCalls.list, workgroupCalls.detail]}
          />
          <Button onClick={() => setView('matrix')}>{say(text('技能', 'Skills'))}</Button>
        </>
      )}
    />
  )
}
