import { text } from '@qitao/core/text.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { scrapReasonCalls } from '../../model/reason/scrap-reason.calls.ts'
import { scrapReason } from '../../model/reason/scrap-reason.record.ts'

const everyProcess = text('全部工序', 'All processes')

/** What operators pick from when pieces are bad. */
export default function ScrapReasonPage() {
  const say = useSay()
  return (
    <PlainPage
      record={scrapReason}
      calls={scrapReasonCalls}
      columns={[
        { name: 'group_name', width: 200 },
        { name: 'name', width: 260 },
        { name: 'process_id', sort: false, render: row => row.process_name ?? say(everyProcess) },
      ]}
      filters={['keyword']}
      name={row => `${row.group_name} ${row.name}`}
      mayChange={pages.scrapReasons}
    />
  )
}
