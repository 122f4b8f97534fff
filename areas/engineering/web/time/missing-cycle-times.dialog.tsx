import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { FormSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { Button, Modal } from 'antd'
import { listMissingCycleTimes } from '../../model/time/cycle-time.calls.ts'
import type { CycleTimeForm } from './cycle-time.form.ts'
import '../engineering.css'

/** Processes of routings and released manufacturing BoMs without a cycle time for their product. */
export function MissingCycleTimes({
  onFill,
  onClose,
}: {
  onFill: (given: Partial<CycleTimeForm>) => void
  onClose: () => void
}) {
  const say = useSay()
  const missing = useCall(listMissingCycleTimes, {})
  return (
    <Modal
      open
      width={720}
      footer={null}
      onCancel={onClose}
      destroyOnHidden
      title={say(text('缺失工时', 'Missing cycle times'))}
    >
      {missing.error ? (
        <ErrorState failure={missing.error} retry={missing.refetch} />
      ) : !missing.data ? (
        <FormSkeleton />
      ) : missing.data.total === 0 ? (
        <EmptyState text={text('没有缺失的工时', 'None is missing')} />
      ) : (
        <>
          <p className="qt-secondary">
            {say(
              text(
                '以下 {total} 项未维护工时，相关工单无法排产。',
                '{total} have no cycle time; work orders with them cannot be scheduled.',
              ),
              { total: missing.data.total },
            )}
          </p>
          <div className="qt-tree-box qt-dialog-list">
            <table className="qt-plain-table">
              <tbody>
                {missing.data.result.map(row => (
                  <tr key={row.id}>
                    <td>
                      {row.material_code} {row.material_name}
                    </td>
                    <td>
                      {row.process_code} {row.process_name}
                    </td>
                    <td>
                      <Button
                        type="link"
                        size="small"
                        onClick={() =>
                          onFill({
                            material_id: row.material_id,
                            material_name: row.material_name,
                            process_id: row.process_id,
                            process_name: row.process_name,
                          })
                        }
                      >
                        {say(text('补充工时', 'Fill in'))}
                      </Button>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Modal>
  )
}
