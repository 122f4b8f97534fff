import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { machineRateCalls, machineRateList } from '../../model/price/machine-rate.calls.ts'
import { machineRate } from '../../model/price/machine-rate.record.ts'
import { useRateActs } from './rate-acts.tsx'

/** What an hour of each machine costs, and from when on. */
export function MachineRatesTab() {
  const dates = useOrgDate()
  const acts = useRateActs(machineRateList, [machineRateCalls.list])
  return (
    <>
      <PlainPage
        record={machineRate}
        calls={machineRateCalls}
        columns={[
          { name: 'device_id', width: 220, render: row => `${row.machine_no} ${row.device_name}` },
          { name: 'hourly_rate', sort: false, width: 130 },
          { name: 'valid_from', width: 120 },
          { name: 'valid_to', sort: false, width: 120 },
          { name: 'validity', sort: false, width: 100 },
          { name: 'remark', sort: false },
        ]}
        filters={['keyword']}
        name={row => `${row.machine_no} ${row.device_name}`}
        mayChange={pages.unitPrices}
        blank={{ valid_from: dates.startOfDay(dates.today()) }}
        rowActions={acts.rowActions}
        bulkActions={acts.bulkActions}
      />
      {acts.frames}
    </>
  )
}
