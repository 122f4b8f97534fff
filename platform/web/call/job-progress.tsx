import type { Call } from '@qitao/core/call.ts'
import { jobStatus } from '@qitao/core/job.status.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import { Progress } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { z } from 'zod'
import { ActButton } from '../list/act-button.tsx'
import { useLanguage, useSay, written } from '../session/language.ts'
import { useLive } from './live.ts'
import { useCall } from './use-call.ts'
import { useCommand } from './use-command.ts'

/** States of a background job, as the platform stores them. */
export const jobStates = jobStatus.codes
export interface JobRecord {
  readonly id: string
  readonly status: number
  /** 0 to 100 */
  readonly progress: number
  readonly message: string | Text | null
  readonly result: unknown
  readonly error_code: number | null
}
/** The live channel tells progress at once; this asks when it is silent. */
const askEvery = 2_000

interface JobProgressProps {
  jobId: string
  title: Text
  status: Call<z.ZodType, z.ZodType<{ record: JobRecord }>>
  cancel?: Call
  /** Once, when it is done, failed or cancelled. */
  onDone?: (job: JobRecord) => unknown
}
const hasEnded = (status: number): boolean => status >= jobStates.done

/** A background job as it goes: what it does, how far it is, and a way to stop it. */
export function JobProgress({ jobId, title, status, cancel, onDone }: JobProgressProps) {
  const say = useSay()
  const language = useLanguage()
  const [told, setTold] = useState<Partial<JobRecord>>()
  const [ended, setEnded] = useState(false)
  const job = useCall(status, { job_id: jobId } as never, { refetchEvery: ended ? false : askEvery })
  useLive('job', ({ data }) => {
    const news = data as Partial<JobRecord> & { job_id?: string }
    if (news.job_id !== jobId) return
    setTold(news)
    // The result does not travel on the live channel.
    if (hasEnded(news.status ?? jobStates.queued)) void job.refetch()
  })
  const record = job.data?.record
  const announced = useRef(false)
  useEffect(() => {
    if (!record || announced.current || !hasEnded(record.status)) return
    announced.current = true
    setEnded(true)
    void onDone?.(record)
  }, [record, onDone])

  const now = record && hasEnded(record.status) ? record : { ...record, ...told }
  const percent = Math.max(record?.progress ?? 0, told?.progress ?? 0)
  return (
    <section className="qt-job" aria-label={say(title)}>
      <header>
        <strong>{say(title)}</strong>
        {cancel && !ended ? <CancelButton call={cancel} jobId={jobId} title={title} /> : null}
      </header>
      <Progress aria-label={say(title)} percent={percent} size="small" status={progressStatus(now.status)} />
      <p className="qt-secondary" aria-live="polite">
        {now.message ? written(now.message, language) : stateText(now.status, language)}
      </p>
    </section>
  )
}
function CancelButton({ call, jobId, title }: { call: Call; jobId: string; title: Text }) {
  const command = useCommand(call, { success: text('正在取消', 'Cancelling') })
  const [until, setUntil] = useState<AbortSignal>()
  useEffect(() => {
    const shown = new AbortController()
    setUntil(shown.signal)
    return () => shown.abort()
  }, [])
  return (
    <ActButton
      size="small"
      act={{
        title: text('取消任务', 'Cancel'),
        ask: {
          title: { zh: `取消「${title.zh}」？`, en: `Cancel ${title.en}?` },
          ok: text('取消任务', 'Cancel it'),
          cancel: text('继续运行', 'Let it run'),
          until,
        },
        run: command.with({ job_id: jobId }),
      }}
    />
  )
}
const progressStatus = (status: number | undefined) =>
  status === jobStates.done
    ? 'success'
    : status === jobStates.failed || status === jobStates.cancelled
      ? 'exception'
      : 'active'
const states: Readonly<Record<number, Text>> = {
  [jobStates.queued]: text('排队中', 'Queued'),
  [jobStates.running]: text('运行中', 'Running'),
  [jobStates.done]: text('已完成', 'Done'),
  [jobStates.failed]: text('失败', 'Failed'),
  [jobStates.cancelled]: text('已取消', 'Cancelled'),
}
const stateText = (status: number | undefined, language: Language): string =>
  states[status ?? jobStates.queued]?.[language] ?? ''
