import { codeField, dayField, instantField, optional, textField } from '@qitao/core/field.ts'
import { record } from '@qitao/core/record.ts'
import { text } from '@qitao/core/text.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { type AssignedRow, queryAssignedList } from '../model/assigned.calls.ts'

const assigned = record('assigned', text('待办事项', 'Matter'), {
  no: codeField('单号', 'No.'),
  kind: textField('类型', 'Kind'),
  summary: textField('内容', 'What'),
  since: instantField('开始', 'Since'),
  due: optional(dayField('截止', 'Due')),
})
const kinds = {
  task: { title: text('生产任务', 'Production task'), page: pages.productionReport },
  sales_order: { title: text('被驳回的销售订单', 'Refused sales order'), page: pages.editSalesOrder },
  purchase_order: { title: text('被驳回的采购订单', 'Refused purchase order'), page: pages.editPurchase },
} as const
const open = ({ kind, id, no }: AssignedRow) =>
  kind === 'task'
    ? openPage(pages.productionReport, { keyword: no })
    : openEdit(kinds[kind].page, kind === 'sales_order' ? { type: 'edit', no } : { id })

/** What waits for me besides approvals: dispatched tasks, and documents that came back. */
export function AssignedTab() {
  const say = useSay()
  const { may } = useSession()
  return (
    <ListPage
      call={queryAssignedList}
      record={assigned}
      columns={[
        {
          name: 'no',
          width: 170,
          sort: false,
          render: row => (may(kinds[row.kind].page) ? <Open of={row} /> : row.no),
        },
        { name: 'kind', width: 150, sort: false, render: row => say(kinds[row.kind].title) },
        { name: 'summary', width: 320, sort: false },
        { name: 'since', width: 150, sort: false },
        { name: 'due', width: 170, sort: false, render: row => (row.due === null ? null : <DueDate day={row.due} />) },
      ]}
      filters={['keyword']}
    />
  )
}
const Open = ({ of }: { of: AssignedRow }) => (
  <button type="button" className="qt-link" onClick={() => open(of)}>
    {of.no}
  </button>
)
