import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import type { AnyCall, Call } from '@qitao/core/call.ts'
import type { RecordType } from '@qitao/core/record.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { JobProgress, jobStates } from '@qitao/platform/web/call/job-progress.tsx'
import { refresh } from '@qitao/platform/web/call/use-call.ts'
import { saveWith, useCommand } from '@qitao/platform/web/call/use-command.ts'
import { Field } from '@qitao/platform/web/form/field.tsx'
import { DialogForm } from '@qitao/platform/web/form/form-drawer.tsx'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Modal, Segmented } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import type { AnyDocument } from '../model/document.ts'
import { type mailOf, mostSheets, paperLanguage, type printOf } from '../model/document-paper.ts'
import { rowOf } from './any-row.ts'

/** Of any document; what is asked besides is in its record. */
// biome-ignore lint/suspicious/noExplicitAny: inputs of any document
type MailCall = Call<any, ReturnType<typeof mailOf>['output']>
export interface MailWith<R> {
  readonly call: MailCall
  readonly record: RecordType
  /** Why this one is not mailed. */
  readonly whyNot: (row: R) => ReturnType<typeof text> | undefined
  /** The address that is proposed, and what else stands in the form. */
  readonly begins: (row: R) => Readonly<Record<string, unknown>>
}

/** A document on paper: what prints and mails it, and the dialogs in which that is done. */
export function usePaper<R>(
  { calls }: AnyDocument,
  { print, mail }: { print: ReturnType<typeof printOf> | undefined; mail: MailWith<R> | undefined },
): { acts: (row: R) => Act[]; bulk: (rows: readonly R[]) => Act[]; dialogs: ReactNode } {
  const [printed, setPrinted] = useState<readonly string[]>()
  const [mailed, setMailed] = useState<R>()
  const printing = (rows: readonly R[]): Act[] =>
    print
      ? [
          {
            title: text('打印', 'Print'),
            whyNot:
              rows.length > mostSheets ? text(`一次最多${mostSheets}个`, `At most ${mostSheets} at once`) : undefined,
            run: needing(print, () => setPrinted(rows.map(row => rowOf(row).id))),
          },
        ]
      : []
  const mailing = (row: R): Act[] =>
    mail
      ? [
          {
            title: text('邮件发送', 'Mail'),
            whyNot: mail.whyNot(row),
            run: needing(mail.call, () => setMailed(row)),
          },
        ]
      : []
  return {
    acts: row => [...mailing(row), ...printing([row])],
    bulk: printing,
    dialogs: (
      <>
        {print && printed ? <PrintPaper call={print} ids={printed} onClose={() => setPrinted(undefined)} /> : null}
        {mailed && mail ? (
          <MailPaper<R>
            row={mailed}
            mail={mail}
            refreshes={[calls.list, ...(calls.detail ? [calls.detail] : [])]}
            onClose={() => setMailed(undefined)}
          />
        ) : null}
      </>
    ),
  }
}

/** Beside its number: that it was mailed, when and to whom. */
export function Mailed({
  of: { mailed_to, mailed_time },
}: {
  of: { readonly mailed_to?: string | null; readonly mailed_time?: number | null }
}) {
  const say = useSay()
  if (!mailed_to || !mailed_time) return null
  return (
    <span className="qt-secondary">
      {say(text('已发送至{mailed_to}', 'mailed to {mailed_to}'), { mailed_to })} <Instant at={mailed_time} />
    </span>
  )
}

function PrintPaper({
  call,
  ids,
  onClose,
}: {
  call: ReturnType<typeof printOf>
  ids: readonly string[]
  onClose: () => void
}) {
  const say = useSay()
  const own = useLanguage()
  const [language, setLanguage] = useState<string>(own)
  return (
    <PrintDialog
      title={call.title}
      call={call}
      input={{ ids: [...ids], language: language as 'zh' | 'en' }}
      onClose={onClose}
    >
      <Segmented<string>
        aria-label={say(text('语言', 'Language'))}
        value={language}
        onChange={setLanguage}
        options={paperLanguage.list.map(one => ({ value: one.code as string, label: say(one) }))}
      />
    </PrintDialog>
  )
}

/** Who gets it and what is said; then how the sending goes. */
export function MailPaper<R>({
  row,
  mail: { call, record, begins },
  refreshes,
  onClose,
}: {
  row: R
  mail: MailWith<R>
  refreshes: readonly AnyCall[]
  onClose: () => void
}) {
  const language = useLanguage()
  const [job, setJob] = useState<string>()
  // The form closes when its command is done; the sending goes on in its place.
  const sent = useRef(false)
  const done = ({ job_id }: { job_id: string }) => {
    sent.current = true
    setJob(job_id)
  }
  const send = useCommand(call, { success: null, done })
  const { id, no } = rowOf(row)
  const title = text(`邮件发送 ${no}`, `Mail ${no}`)
  if (job !== undefined) return <MailGoing job={job} no={no} title={title} refreshes={refreshes} onClose={onClose} />
  return (
    <DialogForm<Readonly<Record<string, unknown>>>
      open
      title={title}
      values={{ language, words: null, ...begins(row) }}
      save={saveWith(send, form => ({ ...form, id }), text('发送', 'Send'))}
      onClose={() => {
        if (!sent.current) onClose()
      }}
    >
      {Object.keys(record.input.shape).map((name, index) => (
        <Field
          key={name}
          of={record}
          name={name}
          wide={name === 'words'}
          {...(index === 0 ? { autoFocus: true } : {})}
        />
      ))}
    </DialogForm>
  )
}

/** How the sending of a mail goes; it closes when that is out. */
export function MailGoing({
  job,
  no,
  title,
  refreshes,
  onClose,
}: {
  job: string
  no: string
  title: Text
  refreshes: readonly AnyCall[]
  onClose: () => void
}) {
  const say = useSay()
  return (
    <Modal open title={say(title)} footer={null} onCancel={onClose}>
      <JobProgress
        jobId={job}
        title={text('正在发送', 'Sending')}
        status={queryJobStatus}
        cancel={cancelJob}
        onDone={({ status, result }) => {
          if (status !== jobStates.done) return
          const { to } = result as { to: string }
          toast.success(text(`${no}已发送至${to}`, `${no} was sent to ${to}`))
          return refresh(...refreshes).then(onClose)
        }}
      />
    </Modal>
  )
}
