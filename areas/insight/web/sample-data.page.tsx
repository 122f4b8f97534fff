import { cancelJob, queryJobStatus } from '@qitao/access/model/job/job.calls.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { failureText } from '@qitao/platform/web/call/failures.ts'
import { JobProgress } from '@qitao/platform/web/call/job-progress.tsx'
import { queryClient, useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { useLanguage, useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Instant } from '@qitao/platform/web/show/instant.tsx'
import { PageSkeleton, RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { Alert } from 'antd'
import { useState } from 'react'
import { industryOf } from '../model/industries.ts'
import { countSample, createSample, deleteSample, showSample } from '../model/sample.calls.ts'
import { countedObjects, ownRowsIn, rowsIn } from '../model/sample-objects.ts'
import { ChooseSample, firstChoice } from './sample-choice.tsx'
import { sampleSteps } from './sample-steps.ts'
import './insight.css'

export default function SampleDataPage() {
  const sample = useCall(showSample, {})
  if (sample.error && !sample.data) return <ErrorState failure={sample.error} retry={sample.refetch} />
  if (!sample.data) return <PageSkeleton />
  const { state, job_id } = sample.data
  return (
    <div className="qt-page qt-sample">
      {state === 'creating' && job_id ? <Creating jobId={job_id} refresh={sample.refetch} /> : null}
      {state === 'none' ? <Offered real={sample.data.real_material_count} lastJob={job_id} /> : null}
      {state === 'created' ? <Created sample={sample.data} /> : null}
      <Story may={state === 'created'} />
    </div>
  )
}

function useMayChange(): Text | undefined {
  return useSession().user.is_admin ? undefined : text('仅管理员可以操作', 'Administrators only')
}

function Offered({ real, lastJob }: { real: number; lastJob: string | null }) {
  const say = useSay()
  const language = useLanguage()
  const forbidden = useMayChange()
  const [choice, setChoice] = useState(firstChoice)
  const create = useCommand(createSample, { refreshes: [showSample], success: null })
  const last = useCall(queryJobStatus, lastJob ? { job_id: lastJob } : null)
  const failed = last.data?.record.error_code ? last.data.record.message : null
  // Why it could not be made stays, until it is tried again.
  const why = create.failure ? failureText(create.failure, language) : create.pending ? null : failed
  const mixed = {
    zh: `公司已有${real}个自己的物料，示例数据不与真实数据混用`,
    en: `The company has ${real} materials of its own; sample data never mixes with real data`,
  }
  return (
    <section>
      <header className="qt-section-head">
        <h2>{say(text('选择行业', 'Choose an industry'))}</h2>
      </header>
      <ChooseSample value={choice} onChange={setChoice} />
      {why ? <Alert type="error" showIcon title={why} className="qt-sample-why" /> : null}
      <ActButton
        primary
        act={{
          title: text('加载示例数据', 'Load sample data'),
          whyNot: forbidden ?? (real > 0 ? mixed : undefined),
          run: create.with({ ...choice }),
        }}
      />
    </section>
  )
}

function Creating({ jobId, refresh }: { jobId: string; refresh: () => unknown }) {
  return (
    <JobProgress
      jobId={jobId}
      title={text('正在加载示例数据', 'Loading the sample data')}
      status={queryJobStatus}
      cancel={cancelJob}
      onDone={() => {
        // Every list may show something new.
        void queryClient.invalidateQueries()
        void refresh()
      }}
    />
  )
}

interface CreatedProps {
  sample: {
    industry: string | null
    created_time: number | null
    created_by_name: string | null
  }
}
function Created({ sample: { industry, created_time, created_by_name } }: CreatedProps) {
  const say = useSay()
  // What hangs on the sample is found row by row: only when it is asked for, and anew each time.
  const [isCounting, setCounting] = useState(false)
  const counted = useCall(countSample, isCounting ? {} : null)
  const counts = counted.data?.counts
  const forbidden = useMayChange()
  const drop = useCommand(deleteSample, {
    refreshes: [showSample],
    success: null,
    done: ({ affected }) => {
      toast.success({
        zh: `已删除${affected}行，没有残留`,
        en: `${affected} rows deleted, none left`,
      })
      void queryClient.invalidateQueries()
    },
  })
  const own = ownRowsIn(counts ?? [])
  const total = rowsIn(counts ?? [])
  const objects = countedObjects(counts ?? [])
  return (
    <section>
      <header className="qt-section-head">
        <h2>{say(industryOf(industry ?? '')?.title ?? text('示例数据', 'Sample data'))}</h2>
        <span className="qt-secondary">
          {created_by_name} <Instant at={created_time} />
        </span>
        <ActButton
          act={{
            title: text('统计数量', 'Count'),
            run: () => (isCounting ? void counted.refetch() : setCounting(true)),
            whyNot: counted.isFetching ? text('正在统计', 'It is being counted') : undefined,
          }}
        />
        <ActButton
          act={{
            title: text('删除示例数据', 'Delete sample data'),
            danger: true,
            whyNot:
              forbidden ??
              (counts ? undefined : text('请先统计数量，看清会删除什么', 'Count first, to see what would be deleted')),
            ask: {
              title: text('删除示例数据？', 'Delete the sample data?'),
              objects: objects.map(({ title, sample, own: added }) => `${say(title)} ${sample + added}`),
              detail: {
                zh: `共${total}行，其中${own}行是您在示例数据上新建的。删除后不能恢复。`,
                en: `${total} rows in all, ${own} of them made by you on top of the sample data. They cannot be brought back.`,
              },
              danger: true,
              ok: text('删除', 'Delete'),
            },
            run: drop.with({}),
          }}
        />
      </header>
      {counted.error && !counts ? <ErrorState failure={counted.error} retry={counted.refetch} /> : null}
      {isCounting && counted.isPending ? <RowsSkeleton /> : null}
      {counts ? (
        <>
          <table className="qt-sample-counts">
            <thead>
              <tr>
                <th scope="col">{say(text('对象', 'Object'))}</th>
                <th scope="col">{say(text('示例数据', 'Sample data'))}</th>
                <th scope="col">{say(text('在其上新建', 'Made on top of it'))}</th>
              </tr>
            </thead>
            <tbody>
              {objects.map(({ title, sample, own: added }) => (
                <tr key={title.zh}>
                  <th scope="row">{say(title)}</th>
                  <td className="qt-number">{sample}</td>
                  <td className="qt-number">{added}</td>
                </tr>
              ))}
            </tbody>
          </table>
          <p className="qt-secondary">
            {say(
              text(
                '“在其上新建”是用到示例数据的自己的记录，会一起删除。与示例数据无关的记录（如自己新建的用户、角色）保留，不在此列。',
                'Made on top of it: your own records that use sample data; they are deleted with it. What does not use it, such as users and roles of your own, stays and is not counted here.',
              ),
            )}
          </p>
        </>
      ) : null}
      <p className="qt-secondary">
        {say(
          text(
            '示例用户（账号以 demo. 开头）没有可用的密码；要以他们登录，请在“权限管理”中重置密码。',
            'Sample users (accounts beginning with demo.) have no usable password; to sign in as one, reset it under Access control.',
          ),
        )}
      </p>
    </section>
  )
}

/** What to try, with the way there. */
function Story({ may }: { may: boolean }) {
  const say = useSay()
  const session = useSession()
  return (
    <section>
      <header className="qt-section-head">
        <h2>{say(text('一张订单，八步走完', 'One order in eight steps'))}</h2>
      </header>
      <ol className="qt-sample-steps">
        {sampleSteps.map(({ title, tells, on }) => (
          <li key={title.zh}>
            <strong>{say(title)}</strong>
            <p>{say(tells)}</p>
            <span className="qt-row-acts">
              {on
                .filter(page => session.may(page) && page.kind !== 'edit')
                .map(page => (
                  <ActButton
                    key={page.path}
                    type="link"
                    size="small"
                    disabled={!may}
                    act={{ title: page.title, run: () => openPage(page) }}
                  />
                ))}
            </span>
          </li>
        ))}
      </ol>
    </section>
  )
}
