import { text } from '@qitao/core/text.ts'
import { countPools } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { useMemo, useState } from 'react'
import { autoSchedule } from '../model/schedule.calls.ts'
import { planCalls } from './hand/use-plan.ts'
import { AutoScheduleDialog } from './plan/auto-schedule.dialog.tsx'
import { ScheduleJob, useScheduleJob } from './plan/schedule-job.tsx'
import { useScopes, whyNoSchedule } from './plan/schedule-scopes.ts'
import './scheduling.css'

/** Schedules from the material plan: the orders that are chosen there, or all that are in the plan. */
export default function ScheduleTool({ chosen }: { chosen: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const job = useScheduleJob()
  const scopes = useScopes(
    useMemo(() => new Set(chosen), [chosen]),
    undefined,
  )
  return (
    <>
      <ActButton
        act={{
          title: text('自动排程', 'Schedule'),
          whyNot: whyNoSchedule(scopes, job.running),
          run: needing(autoSchedule, () => setOpen(true)),
        }}
      />
      {job.job_id ? (
        <div className="qt-tool-strip">
          <ScheduleJob
            jobId={job.job_id}
            onEnd={() => {
              job.ended()
              void refresh(...planCalls, countPools)
            }}
            onClose={job.close}
          />
        </div>
      ) : null}
      <AutoScheduleDialog
        open={open && !job.running}
        onClose={() => setOpen(false)}
        onStarted={job.start}
        scopes={scopes}
      />
    </>
  )
}
