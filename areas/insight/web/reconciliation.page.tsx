import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { text } from '@qitao/core/text.ts'
import { JobProgress } from '@qitao/platform/web/call/job-progress.tsx'
import { refresh, useCall } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import { PageTabs } from '@qitao/platform/web/frame/page-tabs.tsx'
import { act } from '@qitao/platform/web/list/act.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Facts } from '@qitao/platform/web/show/facts.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Select } from 'antd'
import { useState } from 'react'
import {
  addReconciliation,
  correctDifferences,
  type DifferenceRow,
  queryDifferenceList,
  queryReconciliation,
} from '../model/reconciliation.calls.ts'
import { difference } from '../model/reconciliation.record.ts'
import { differenceStatus } from '../model/reconciliation.status.ts'
import './reconciliation.css'

const refreshes = [queryReconciliation, queryDifferenceList]

/** Figures that are kept twice, compared: what does not agree, where, and what to do about it. */
export default function ReconciliationPage() {
  return (
    <PageTabs
      tabs={[
        { key: 'differences', title: text('差异', 'Differences'), page: <Differences /> },
        { key: 'checks', title: text('核对项', 'Checks'), page: <Checks /> },
      ]}
    />
  )
}

function Differences() {
  const { user } = useSession()
  const [shown, setShown] = useState<DifferenceRow>()
  const [chosen, setChosen] = useState<readonly DifferenceRow[]>([])
  const correction = (rows: readonly DifferenceRow[]) =>
    act(
      differenceStatus,
      'correct',
      rows.find(row => row.status !== differenceStatus.codes.open)?.status ?? differenceStatus.codes.open,
      () => setChosen(rows),
      {
        ...whyNotNow(rows, user.is_admin),
      },
    )
  return (
    <>
      <ListPage
        call={queryDifferenceList}
        record={difference}
        columns={[
          { name: 'object_no', width: 200, opens: row => setShown(row) },
          { name: 'check_title', width: 220, sort: false },
          { name: 'subject', width: 120, sort: false },
          { name: 'expected', width: 120, sort: false },
          { name: 'found', width: 120, sort: false },
          { name: 'status', width: 96 },
          { name: 'found_time', width: 150 },
          { name: 'remedy', width: 320, sort: false },
        ]}
        filters={[
          'keyword',
          { name: 'statuses', of: 'status', many: true },
          {
            name: 'check_key',
            title: text('核对项', 'Check'),
            input: ({ value, onChange }) => <CheckChoice value={value as string | undefined} onChange={onChange} />,
          },
        ]}
        toolbar={() => <Run />}
        rowActions={row => [correction([row]), { title: text('详情', 'Details'), run: () => setShown(row) }]}
        bulkActions={rows => [correction(rows)]}
      />
      <DetailDrawer open={shown !== undefined} title={shown?.object_no ?? ''} onClose={() => setShown(undefined)}>
        {shown ? (
          <Facts
            of={difference}
            row={shown}
            names={[
              'check_title',
              'subject',
              'expected',
              'found',
              'status',
              'found_time',
              'remedy',
              'reason',
              'corrected_by_name',
              'corrected_time',
            ]}
          />
        ) : null}
      </DetailDrawer>
      {chosen.length > 0 ? <CorrectDialog rows={chosen} onClose={() => setChosen([])} /> : null}
    </>
  )
}

function whyNotNow(rows: readonly DifferenceRow[], is_admin: boolean) {
  if (!is_admin) return { whyNot: text('仅管理员可以操作', 'Administrators only') }
  if (new Set(rows.map(row => row.check_key)).size > 1)
    return { whyNot: text('一次只能更正同一核对项的差异', 'Differences of one check at a time') }
  const [first] = rows.filter(row => !row.correctable)
  return first ? { whyNot: text(first.remedy, first.remedy) } : {}
}

function CorrectDialog({ rows, onClose }: { rows: readonly DifferenceRow[]; onClose: () => void }) {
  const say = useSay()
  const correct = useCommand(correctDifferences, { refreshes })
  return (
    <DialogForm<{ reason: string }>
      open
      title={text('更正差异', 'Put differences right')}
      values={{ reason: '' }}
      save={saveWith(correct, ({ reason }: { reason: string }) => ({ ids: rows.map(({ id }) => id), reason }))}
      onClose={onClose}
    >
      <ul className="qt-reconciliation-chosen">
        {rows.map(row => (
          <li key={row.id}>
            {row.object_no} {row.subject}: {row.found} → {row.expected}
          </li>
        ))}
      </ul>
      <Field of={difference} name="reason" autoFocus />
      <p className="qt-secondary">
        {say(
          text(
            '只更正由其他记录得出的数字；谁、何时、为何更正都会保留。',
            'Only figures that follow from other records are set. Who, when and why is kept.',
          ),
        )}
      </p>
    </DialogForm>
  )
}

function CheckChoice({ value, onChange }: { value: string | undefined; onChange: (value: unknown) => void }) {
  const say = useSay()
  const state = useCall(queryReconciliation, {})
  const title = say(text('核对项', 'Check'))
  return (
    <Select<unknown>
      allowClear
      showSearch={{ optionFilterProp: 'label' }}
      value={value}
      placeholder={title}
      aria-label={title}
      prefix={value === undefined ? null : <span className="qt-filter-name">{title}</span>}
      popupMatchSelectWidth={false}
      options={(state.data?.checks ?? []).map(({ key, title }) => ({ value: key, label: title }))}
      onChange={key => onChange(key ?? undefined)}
    />
  )
}

/** When it was last looked at, and a look now. */
function Run() {
  const say = useSay()
  const state = useCall(queryReconciliation, {})
  const start = useCommand(addReconciliation, { refreshes: [queryReconciliation], success: null })
  const { last_run, job_id, checks = [] } = state.data ?? {}
  const open = checks.reduce((sum, { open_count }) => sum + open_count, 0)
  if (job_id) {
    return (
      <JobProgress
        jobId={job_id}
        title={text('正在核对', 'Reconciling')}
        status={queryJobStatus}
        cancel={cancelJob}
        onDone={() => void refresh(...refreshes)}
      />
    )
  }
  return (
    <>
      {last_run ? (
        <span className="qt-secondary">
          {say(text('上次核对', 'Last looked at'))} <Instant at={last_run.started_time} />{' '}
          {last_run.started_by_name ?? say(text('每日自动', 'daily'))}
          {' · '}
          {say(text('{checks}项核对，{open}处差异', '{checks} checks, differences: {open}'), {
            checks: last_run.check_count,
            open,
          })}
        </span>
      ) : null}
      <ActButton primary act={{ title: text('开始核对', 'Reconcile'), run: start.with({}) }} />
    </>
  )
}

/** What is compared, and how it stands. */
function Checks() {
  const say = useSay()
  const state = useCall(queryReconciliation, {})
  if (state.error && !state.data) return <ErrorState failure={state.error} retry={state.refetch} />
  if (!state.data) return <PageSkeleton />
  const { checks, last_run } = state.data
  const word = (open: number) =>
    open > 0
      ? say({ zh: `${open}处差异`, en: open === 1 ? '1 difference' : `${open} differences` })
      : last_run
        ? say(text('一致', 'Agrees'))
        : '—'
  return (
    <div className="qt-page qt-reconciliation">
      <table className="qt-reconciliation-checks">
        <thead>
          <tr>
            <th scope="col">{say(text('核对项', 'Check'))}</th>
            <th scope="col">{say(text('结果', 'Result'))}</th>
            <th scope="col">{say(text('处理方法', 'Remedy'))}</th>
          </tr>
        </thead>
        <tbody>
          {checks.map(({ key, title, remedy, open_count }) => (
            <tr key={key}>
              <th scope="row">{title}</th>
              <td className={open_count > 0 ? 'qt-danger' : 'qt-secondary'}>{word(open_count)}</td>
              <td>{remedy}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
