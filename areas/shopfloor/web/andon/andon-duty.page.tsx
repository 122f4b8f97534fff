import { text } from '@qitao/core/text.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { andonCause } from '../../model/andon/andon.status.ts'
import { andonDutyCalls } from '../../model/andon/andon-duty.calls.ts'
import { andonDuty } from '../../model/andon/andon-duty.record.ts'

const everyGroup = text('全部班组', 'All groups')

/** Whom a call for help reaches at once, and who is called when nobody comes. */
export default function AndonDutyPage() {
  const say = useSay()
  return (
    <PlainPage
      record={andonDuty}
      calls={andonDutyCalls}
      columns={[
        { name: 'cause', width: 140 },
        { name: 'workgroup_id', sort: false, width: 180, render: row => row.workgroup_name ?? say(everyGroup) },
        { name: 'owner_id', sort: false, width: 160 },
        { name: 'manager_id', sort: false, width: 160 },
        { name: 'remark', sort: false },
      ]}
      filters={[]}
      name={row => [say(andonCause.stateOf(row.cause)), row.workgroup_name].filter(Boolean).join(' ')}
      mayChange={pages.andonDuty}
    />
  )
}
