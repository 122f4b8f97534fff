import { text } from '@qitao/core/text.ts'
import { useDocument } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { Alert, Modal } from 'antd'
import { previewWages, recalculateWages } from '../model/wage-sheet.calls.ts'
import type { WagePeriodRow } from '../model/wage-sheet.record.ts'
import { sheetStatus } from '../model/wages.status.ts'
import { wageAnswers } from './refreshes.ts'
import './wages.css'

/** What a recalculation would change, for whom, and what pays nothing; nothing is stored before it is agreed to. */
export function PreviewDialog({ period, onClose }: { period: WagePeriodRow; onClose: () => void }) {
  const say = useSay()
  const preview = useDocument(previewWages, { period_id: period.id })
  const recalculate = useCommand(recalculateWages, { refreshes: wageAnswers, done: onClose })
  const { data } = preview
  const changes = (data?.changes ?? []).map(change => ({ ...change, id: change.user_id }))
  return (
    <Modal
      open
      width={760}
      title={say(text('重算 {no}', 'Recalculate {no}'), { no: period.no })}
      okText={say(text('保存计算结果', 'Save what was calculated'))}
      cancelText={say(text('取消', 'Cancel'))}
      confirmLoading={recalculate.pending}
      okButtonProps={{ disabled: !data }}
      onOk={() => void recalculate.run({ period_id: period.id })}
      onCancel={onClose}
    >
      {preview.error ? (
        <ErrorState failure={preview.error} retry={preview.refetch} />
      ) : data ? (
        <>
          <p>
            {say(text('合计', 'Total'))} <Quantity value={data.total_wage} decimals={2} />
            {say(text('，明细 {count} 条，{changed} 人有变化', ', {count} lines, {changed} people change'), {
              count: data.line_count,
              changed: changes.length,
            })}
          </p>
          {data.unapproved > 0 ? (
            <Alert
              className="qt-wage-note"
              type="info"
              showIcon
              title={say(
                text(
                  '期间内有{count}条报工未审核，暂不计酬',
                  '{count} reports of the period are not approved and pay nothing yet',
                ),
                { count: data.unapproved },
              )}
            />
          ) : null}
          {data.without_rate.length > 0 ? (
            <Alert
              className="qt-wage-note"
              type="warning"
              showIcon
              title={say(text('没有工资单价，不计酬', 'No rate, nothing is paid'))}
              description={
                <ul className="qt-wage-cases">
                  {data.without_rate.map(one => (
                    <li key={[one.process_name, one.material_code, one.grade].join(' ')}>
                      {[one.process_name, one.material_code, one.material_name, one.grade].filter(Boolean).join(' ')}
                      {say(text('：{count} 条', ': {count}'), { count: one.count })}
                    </li>
                  ))}
                  {data.without_rate_rest > 0 ? (
                    <li>
                      {say(text('另有 {count} 种情况', 'and {count} more cases'), { count: data.without_rate_rest })}
                    </li>
                  ) : null}
                </ul>
              }
            />
          ) : null}
          {changes.length > 0 ? (
            <DataTable
              rows={changes}
              columns={[
                { name: 'user_name', title: text('人员', 'Person'), width: 150, sort: false },
                {
                  name: 'status',
                  title: text('状态', 'Status'),
                  width: 110,
                  sort: false,
                  render: ({ status }) =>
                    status === null ? (
                      <span className="qt-secondary">{say(text('新增', 'New'))}</span>
                    ) : (
                      <StatusTag of={sheetStatus.stateOf(status)} />
                    ),
                },
                {
                  name: 'before',
                  title: text('原金额', 'Before'),
                  width: 130,
                  sort: false,
                  render: ({ before }) => <Quantity value={before} decimals={2} />,
                },
                {
                  name: 'after',
                  title: text('新金额', 'After'),
                  width: 130,
                  sort: false,
                  render: ({ after }) => <Quantity value={after} decimals={2} />,
                },
                {
                  name: 'difference',
                  title: text('差额', 'Difference'),
                  width: 130,
                  sort: false,
                  render: ({ difference }) => <Quantity value={difference} decimals={2} signed />,
                },
              ]}
            />
          ) : null}
        </>
      ) : (
        <RowsSkeleton />
      )}
    </Modal>
  )
}
