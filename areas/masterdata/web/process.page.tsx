import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { processExchange } from '../model/masterdata.exchange.ts'
import { chargeBy } from '../model/process/charge-by.status.ts'
import { processCalls } from '../model/process/process.calls.ts'
import { process } from '../model/process/process.record.ts'

const blank = {
  outsourced: false,
  qc_required: false,
  may_pause: true,
  wage_type: 1,
  charge_by: chargeBy.codes.product,
  skill_level: 0,
  status: enabledStatus.codes.enabled,
}

export default function ProcessPage() {
  return (
    <PlainPage
      record={process}
      calls={processCalls}
      columns={[
        'code',
        'name',
        { name: 'outsourced', sort: false },
        { name: 'may_pause', sort: false, width: 140 },
        { name: 'qc_required', sort: false, width: 110 },
        { name: 'wage_type', sort: false },
        { name: 'skill_level', sort: false, hidden: true },
        { name: 'charge_by', sort: false, hidden: true },
        'status',
        'remark',
      ]}
      filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
      name={row => `${row.code} ${row.name}`}
      mayChange={pages.processes}
      blank={blank}
      toolbar={list => (
        <ExchangeButtons
          list={list}
          exports={processCalls.export}
          imports={processExchange}
          refreshes={[processCalls.list, processCalls.detail]}
        />
      )}
    />
  )
}
