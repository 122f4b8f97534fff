import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { skillExchange } from '../model/masterdata.exchange.ts'
import { skillCalls } from '../model/resource/skill.calls.ts'
import { skill } from '../model/resource/skill.record.ts'

/** Who can do what, one by one. */
export function SkillList({ onMatrix }: { onMatrix: () => void }) {
  const say = useSay()
  return (
    <PlainPage
      record={skill}
      calls={skillCalls}
      columns={[
        { name: 'user_id', sort: false, width: 180 },
        { name: 'process_id', sort: false, width: 200 },
        'level',
        'valid_to',
        { name: 'certificate', sort: false },
        { name: 'remark', sort: false },
      ]}
      filters={[{ name: 'keyword', title: text('证书、备注…', 'Certificate, remark…') }]}
      name={row => `${row.user_name} · ${row.process_name}`}
      mayChange={pages.workgroups}
      blank={{ level: 1 }}
      toolbar={list => (
        <>
          <ExchangeButtons
            list={list}
            exports={skillCalls.export}
            imports={skillExchange}
            refreshes={[skillCalls.list, skillCalls.detail]}
          />
          <Button onClick={onMatrix}>{say(text('技能矩阵', 'Matrix'))}</Button>
        </>
      )}
    />
  )
}
