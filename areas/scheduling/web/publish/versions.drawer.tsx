import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { Pager } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import type { Run } from '@qitao/platform/web/session/rights.ts'
import { DetailDrawer } from '@qitao/platform/web/show/drawer.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { useState } from 'react'
import { listPlanVersions, type PlanVersionRow, restorePlanVersion } from '../../model/publish/plan-version.calls.ts'
import { planVersionStatus } from '../../model/task.status.ts'
import { hoursText } from '../chart/summary-strip.tsx'
import { planCalls } from '../hand/use-plan.ts'
import { gapText } from '../plan/running-schedule.tsx'

const pageSize = 20

/** What the plan was, how good it was, and the way back. */
export function VersionsDrawer({ open, onClose }: { open: boolean; onClose: () => void }) {
  const [page, setPage] = useState(1)
  const versions = useCall(listPlanVersions, open ? { page, page_size: pageSize } : null)
  const restore = useCommand(restorePlanVersion, { refreshes: planCalls, done: onClose })
  return (
    <DetailDrawer open={open} title={text('计划版本', 'Plan versions')} onClose={onClose}>
      {versions.error ? (
        <ErrorState failure={versions.error} retry={versions.refetch} />
      ) : !versions.data ? (
        <PageSkeleton />
      ) : versions.data.result.length === 0 ? (
        <EmptyState
          text={text(
            '还没有版本。每次自动排程和发布都会留下一个。',
            'No versions yet. Each automatic schedule and each publishing leaves one.',
          )}
        />
      ) : (
        <>
          <ol className="qt-plan-versions">
            {versions.data.result.map(version => (
              <Version key={version.id} version={version} onRestore={restore.with({ id: version.id })} />
            ))}
          </ol>
          {versions.data.total > pageSize && (
            <Pager fixed page={page} size={pageSize} total={versions.data.total} onChange={setPage} />
          )}
        </>
      )}
    </DetailDrawer>
  )
}

function Version({ version, onRestore }: { version: PlanVersionRow; onRestore: Run }) {
  const say = useSay()
  const { version_no, status, reason, summary, mo_count, task_count, created_time, created_by_name } = version
  return (
    <li>
      <header>
        <strong className="qt-number">{say(text('版本 {n}', 'Version {n}'), { n: version_no })}</strong>
        <StatusTag of={planVersionStatus.stateOf(status)} />
        <span className="qt-secondary">{versionReason(reason, say)}</span>
      </header>
      <p className="qt-secondary">
        <Instant at={created_time} /> {created_by_name}
      </p>
      <p>
        {say(
          text(
            '{mos}单 {tasks}个任务；延期{late}单（{tardiness}）；换型{setup}；未排{left}单',
            '{mos} orders, {tasks} tasks; {late} late ({tardiness}); set-up {setup}; {left} not placed',
          ),
          {
            mos: mo_count,
            tasks: task_count,
            late: summary.late_orders,
            tardiness: hoursText(summary.tardiness_hours, say),
            setup: hoursText(summary.setup_hours, say),
            left: summary.unplanned_orders,
          },
        )}
        {summary.gap === undefined
          ? null
          : say(text('；距下限{gap}', '; gap to the bound {gap}'), { gap: gapText(summary.gap, say) })}
      </p>
      {status === planVersionStatus.codes.in_force ? null : (
        <ActButton
          size="small"
          act={{
            title: text('恢复此版本', 'Restore'),
            ask: {
              title: text('恢复到版本？', 'Restore this version?'),
              objects: [String(version_no)],
              detail: text(
                '未发布、未锁定的工单回到该版本的位置；不在该版本中的取消排产。已发布和已锁定的不变。',
                'Orders that are not published or locked go back to where they were; those it does not hold come off the plan. Published and locked ones stay.',
              ),
              danger: true,
              ok: text('恢复', 'Restore'),
              cancel: text('取消', 'Cancel'),
            },
            run: onRestore,
          }}
        />
      )}
    </li>
  )
}
const reasons: Readonly<Record<string, ReturnType<typeof text>>> = {
  schedule_delivery: text('自动排程：按交期', 'Automatic, by due dates'),
  schedule_changeover: text('自动排程：少换型', 'Automatic, fewest change-overs'),
  schedule_load: text('自动排程：早完工', 'Automatic, finish early'),
  publish: text('发布计划', 'Published'),
  simulation: text('模拟版本 {n} 转为计划', 'Simulation {n} made the plan'),
  before_remedy: text('采用补救措施之前', 'Before a remedy'),
  remedy_other_machine: text('补救：改换设备', 'Remedy: another machine'),
  remedy_priority: text('补救：插单提前', 'Remedy: goes first'),
  restore: text('恢复版本 {n}', 'Version {n} restored'),
}
/** A version keeps its reason as a key, with a number behind a colon where it names another version. */
function versionReason(reason: string, say: ReturnType<typeof useSay>): string {
  const [key = '', n] = reason.split(':')
  const words = reasons[key]
  return words ? say(words, { n }) : reason
}
