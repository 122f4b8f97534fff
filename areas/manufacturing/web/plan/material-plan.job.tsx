import { CloseOutlined } from '@ant-design/icons'
import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { JobProgress, type JobRecord, jobStates } from '@qitao/platform/web/call/job-progress.tsx'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { useCallback, useState } from 'react'
import { moStatus } from '../../model/mo/mo.status.ts'
import type { ReplenishmentPreview } from '../../model/replenish/replenishment-preview.ts'
import { planCalls } from './plan-calls.ts'

export interface PlanJob {
  readonly id: string
  readonly kind: 'kitting' | 'replenishment'
  readonly running: boolean
  /** Of a replenishment: what for, and what the planner has seen of it. */
  readonly agreed?: { readonly mo_ids: readonly string[]; readonly before: ReplenishmentPreview }
}
/** What the jobs answer (material-plan.jobs.ts). */
interface Outcome {
  readonly mo_count: number
  readonly complete_count?: number
  readonly short_count?: number
  readonly request_count?: number
  readonly changed?: ReplenishmentPreview
}
const titles: Readonly<Record<PlanJob['kind'], Text>> = {
  kitting: text('齐套检查', 'Kitting check'),
  replenishment: text('自动补料', 'Replenishment'),
}

/** A running check or replenishment, and afterwards what it came to. */
export function PlanJobStrip({
  job,
  onEnd,
  onShow,
  onClose,
}: {
  job: PlanJob
  /** With what it would be now, when it was not made as it has changed. */
  onEnd: (changed?: ReplenishmentPreview) => void
  /** Shows the orders that were checked. */
  onShow: () => void
  onClose: () => void
}) {
  const say = useSay()
  const [ended, setEnded] = useState<JobRecord>()
  const onDone = useCallback(
    (record: JobRecord) => {
      setEnded(record)
      onEnd(record.status === jobStates.done ? (record.result as Outcome).changed : undefined)
      return refresh(...planCalls)
    },
    [onEnd],
  )
  return (
    <div className="qt-material-job">
      <JobProgress
        key={job.id}
        jobId={job.id}
        title={titles[job.kind]}
        status={queryJobStatus}
        cancel={cancelJob}
        onDone={onDone}
      />
      {ended?.status === jobStates.done ? <Told kind={job.kind} of={ended.result as Outcome} onShow={onShow} /> : null}
      {ended ? (
        <Button
          type="text"
          icon={<CloseOutlined aria-hidden />}
          aria-label={say(text('关闭', 'Close'))}
          onClick={onClose}
        />
      ) : null}
    </div>
  )
}

function Told({ kind, of, onShow }: { kind: PlanJob['kind']; of: Outcome; onShow: () => void }) {
  const say = useSay()
  const { may } = useSession()
  if (kind === 'kitting') {
    const { mo_count: all, complete_count: complete = 0, short_count: short = 0 } = of
    const coming = all - complete - short
    return (
      <>
        <strong>
          {say(
            coming > 0
              ? text(
                  '检查{all}个工单：齐套{complete}，缺料{short}，在途或在制{coming}',
                  '{all} checked: {complete} kitted, {short} short, {coming} on order or being made',
                )
              : text('检查{all}个工单：齐套{complete}，缺料{short}', '{all} checked: {complete} kitted, {short} short'),
            { all, complete, short, coming },
          )}
        </strong>
        <Button type="link" onClick={onShow}>
          {say(text('查看预齐套池', 'Show the pre-kitting pool'))}
        </Button>
      </>
    )
  }
  if (of.changed) return <strong>{say(text('有变化，没有生成', 'Changed meanwhile: nothing was made'))}</strong>
  const requests = of.request_count ?? 0
  return (
    <>
      <strong>
        {say(
          text('生成子工单{mos}个、采购申请{requests}条', '{mos} child orders and {requests} purchase requests made'),
          {
            mos: of.mo_count,
            requests,
          },
        )}
      </strong>
      {of.mo_count > 0 && may(pages.manufacturingOrders) ? (
        <Button
          type="link"
          onClick={() =>
            openPage(pages.manufacturingOrders, { statuses: [moStatus.codes.todo], order_by: '-created_time' })
          }
        >
          {say(text('查看工单', 'Show the work orders'))}
        </Button>
      ) : null}
      {requests > 0 && may(pages.purchase) ? (
        <Button type="link" onClick={() => openPage(pages.purchase, { tab: 'requests' })}>
          {say(text('查看采购申请', 'Show the requests'))}
        </Button>
      ) : null}
    </>
  )
}
