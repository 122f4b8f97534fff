import { type Text, text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { Button, Modal } from 'antd'
import { checkRouting, type routingProblems } from '../../model/routing/routing.calls.ts'
import type { RoutingRow } from '../../model/routing/routing.record.ts'

type Problem = (typeof routingProblems)[number]
const words: Record<Problem, Text & { page: { path: string }; open: Text }> = {
  no_equipment: {
    ...text('没有可用设备', 'No machine can do it'),
    page: pages.devices,
    open: text('维护设备', 'Machines'),
  },
  no_cycle_time: {
    ...text('未维护工时', 'No cycle time'),
    page: pages.cycleTimes,
    open: text('维护工时', 'Cycle times'),
  },
  process_disabled: {
    ...text('工序已停用', 'The process is disabled'),
    page: pages.processes,
    open: text('查看工序', 'Processes'),
  },
}

/** What would keep the steps of a routing from being scheduled, each with the page that mends it. */
export function RoutingCheckDialog({ routing, onClose }: { routing: RoutingRow; onClose: () => void }) {
  const say = useSay()
  const check = useCall(checkRouting, { id: routing.id })
  return (
    <Modal
      open
      title={`${say(text('检查', 'Check'))} ${routing.code}`}
      footer={null}
      onCancel={onClose}
      width={640}
      destroyOnHidden
    >
      {check.error ? (
        <ErrorState failure={check.error} retry={check.refetch} />
      ) : !check.data ? (
        <FormSkeleton />
      ) : check.data.problems.length === 0 ? (
        <EmptyState text={text('没有问题，各工序都可以排产', 'Nothing is missing: every step can be scheduled')} />
      ) : (
        <table className="qt-plain-table">
          <thead>
            <tr>
              <th>{say(text('顺序', 'Sequence'))}</th>
              <th>{say(text('工序', 'Process'))}</th>
              <th>{say(text('问题', 'Problem'))}</th>
              <th />
            </tr>
          </thead>
          <tbody>
            {check.data.problems.map(({ sequence, process_id, process_code, process_name, problem }) => (
              <tr key={`${sequence} ${problem}`}>
                <td className="qt-number">{sequence}</td>
                <td>
                  {process_code} {process_name}
                </td>
                <td>
                  <StatusTag of={{ ...words[problem], colour: 'danger' }} />
                </td>
                <td>
                  <Button
                    type="link"
                    size="small"
                    onClick={() =>
                      openPage(
                        words[problem].page,
                        problem === 'process_disabled' ? { keyword: process_code } : { process_id },
                      )
                    }
                  >
                    {say(words[problem].open)}
                  </Button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
