import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Pagination } from 'antd'
import { useState } from 'react'
import type { listMyWageLines, listWageLines } from '../model/wage-sheet.calls.ts'
import { type WageSheetRow, wageLine, wageSheet } from '../model/wage-sheet.record.ts'
import { WorkHours } from './work-time.tsx'

const pageSize = 20

/** A sheet, with every report and supplement that it is made of. */
export function SheetDrawer({
  row,
  call,
  actions,
  onClose,
}: {
  row: WageSheetRow
  call: typeof listWageLines | typeof listMyWageLines
  actions?: readonly Act[]
  onClose: () => void
}) {
  const say = useSay()
  const [page, setPage] = useState(1)
  const lines = useCall(call, { sheet_id: row.id, page, page_size: pageSize })
  const total = lines.data?.total ?? 0
  return (
    <DetailDrawer
      open
      wide
      title={`${row.user_name} · ${row.period_no}`}
      onClose={onClose}
      {...(actions ? { actions } : {})}
    >
      <Facts
        of={wageSheet}
        row={row}
        names={[
          ...(['status', 'total_wage', 'piece_wage', 'hour_wage', 'supplement_wage', 'deduction_wage'] as const),
          ...(['correction_wage', 'objection', 'answer'] as const),
        ]}
      />
      {lines.error ? (
        <ErrorState failure={lines.error} retry={lines.refetch} />
      ) : (
        <DataTable
          rows={lines.data?.result ?? []}
          record={wageLine}
          loading={lines.isFetching}
          columns={[
            { name: 'work_time', width: 140, sort: false },
            { name: 'kind', width: 110, sort: false },
            { name: 'amount', width: 110, sort: false },
            { name: 'quantity', width: 100, sort: false },
            {
              name: 'work_seconds',
              width: 90,
              sort: false,
              render: ({ work_seconds }) => <WorkHours seconds={work_seconds} />,
            },
            { name: 'rate', width: 90, sort: false },
            { name: 'source_no', width: 160, sort: false },
            { name: 'mo_no', width: 150, sort: false },
            { name: 'process_name', width: 110, sort: false },
            {
              name: 'material_name',
              width: 180,
              sort: false,
              render: ({ material_code, material_name }) =>
                [material_code, material_name].filter(Boolean).join(' ') || '—',
            },
          ]}
          empty={<EmptyState text={text('没有明细', 'No lines')} />}
          footer={
            total > pageSize ? (
              <Pagination
                aria-label={say(text('分页', 'Pages'))}
                current={page}
                pageSize={pageSize}
                total={total}
                showSizeChanger={false}
                onChange={setPage}
              />
            ) : null
          }
        />
      )}
    </DetailDrawer>
  )
}
