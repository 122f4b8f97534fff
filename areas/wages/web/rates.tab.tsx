import { useRateActs } from '@qitao/masterdata/web'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useOrgDate } from '@qitao/platform/web/show/org-date.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { wageGradeCalls, wageRateCalls, wageRateList } from '../model/wage-rate.calls.ts'
import { wageGrade, wageRate } from '../model/wage-rate.record.ts'
import { groupSplit } from '../model/wages.status.ts'

/** What processes pay, and from when on. */
export function RatesTab() {
  const dates = useOrgDate()
  const acts = useRateActs(wageRateList, [wageRateCalls.list])
  return (
    <>
      <PlainPage
        record={wageRate}
        calls={wageRateCalls}
        columns={[
          { name: 'process_id', width: 160 },
          { name: 'material_id', sort: false, width: 200 },
          { name: 'grade', sort: false, width: 90 },
          { name: 'wage_type', sort: false, width: 100 },
          { name: 'rate', sort: false, width: 130 },
          { name: 'deduction', sort: false, width: 140 },
          { name: 'split', sort: false, width: 120 },
          { name: 'valid_from', width: 120 },
          { name: 'valid_to', sort: false, width: 120 },
          { name: 'remark', sort: false, hidden: true },
        ]}
        filters={['keyword']}
        name={row => [row.process_name, row.material_code, row.grade].filter(Boolean).join(' ')}
        mayChange={pages.wages}
        blank={{ split: groupSplit.codes.hours, deduction: '0', valid_from: dates.startOfDay(dates.today()) }}
        rowActions={acts.rowActions}
        bulkActions={acts.bulkActions}
      />
      {acts.frames}
    </>
  )
}

/** By which grade people are paid, and with which weight in a group. */
export function GradesTab() {
  const dates = useOrgDate()
  return (
    <PlainPage
      record={wageGrade}
      calls={wageGradeCalls}
      columns={[
        { name: 'user_id', width: 160 },
        { name: 'grade', sort: false, width: 120 },
        { name: 'coefficient', sort: false, width: 120 },
        { name: 'valid_from', width: 120 },
        { name: 'valid_to', sort: false, width: 120 },
        { name: 'remark', sort: false },
      ]}
      filters={['keyword']}
      name={row => row.user_name}
      mayChange={pages.wages}
      blank={{ coefficient: '1', valid_from: dates.startOfDay(dates.today()) }}
    />
  )
}
