import { text } from '@qitao/core/text.ts'
import { countPools } from '@qitao/manufacturing/model/material-plan.calls.ts'
import { ActButton } from '@qitao/platform/web/act-button.tsx'
import { needing } from '@qitao/platform/web/rights.ts'
import { refresh } from '@qitao/platform/web/use-call.ts'
import { useMemo, useState } from 'react'
import { autoSchedule } from '../model/schedule.calls.ts'
import { AutoScheduleDialog } from './auto-schedule.dialog.tsx'
import { ScheduleJob, useScheduleJob } from './schedule-job.tsx'
import { useScopes, whyNoSchedule } from './schedule-scopes.ts'
import { planCalls } from './use-plan.ts'
import './scheduling.css'

/** Schedules from the material plan: the orders that are chosen there, or all that are in the plan. */
export default function ScheduleTool({ chosen }: { chosen: readonly string[] }) {
  const [open, setOpen] = useState(false)
  const job = useScheduleJob()
  const scopes = useScopes(useMemo(() => new Set(chosen), [chosen]))
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
