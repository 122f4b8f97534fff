import { isLess, roundHalfUp } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { ActButton } from '@qitao/platform/web/list/act-button.tsx'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { cycleTimeCalls, listMissingCycleTimes } from '../../model/time/cycle-time.calls.ts'
import {
  acceptLearntTimes,
  type LearntTimeRow,
  learntDays,
  listLearntTimes,
} from '../../model/time/learnt-time.calls.ts'

/** Percent off the standard from which a time is marked. */
const far = 20

/** What finished tasks say of cycle times, the farthest off first, of a machine or of all; the ticked medians are taken over. */
export function LearntTimes({ device_id }: { device_id?: string }) {
  const say = useSay()
  const { may } = useSession()
  const [ticked, setTicked] = useState<readonly string[]>([])
  const found = useCall(listLearntTimes, device_id ? { device_id } : {})
  const accept = useCommand(acceptLearntTimes, {
    refreshes: [listLearntTimes, cycleTimeCalls.list, cycleTimeCalls.detail, listMissingCycleTimes],
    done: () => setTicked([]),
  })
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const chosen = found.data.result.filter(row => ticked.includes(row.id))
  const change = chosen.reduce((all, row) => all + (row.open_seconds_change ?? 0), 0)
  return (
    <>
      <p className="qt-secondary">
        {say(
          text(
            '按最近 {days} 天完工任务统计：报工填写的工时，未填写时为开工到完工的设备工作时间，除以良品与不良之和；超出四分位距1.5倍的任务不计。标准为排产所用的单件时间。',
            'From tasks finished in the last {days} days: the work time that reports tell, else the working time of the machine from start to finish, over good and scrap. Tasks beyond 1.5 quartile ranges are left out. Standard: what plans count with for a piece.',
          ),
          { days: learntDays },
        )}
      </p>
      {found.data.total === 0 ? (
        <EmptyState text={text('还没有开工并完工的任务', 'No task has been started and finished yet')} />
      ) : (
        <DataTable<LearntTimeRow>
          rows={found.data.result}
          {...(may(pages.cycleTimes) ? { selection: { ids: ticked, onChange: setTicked } } : {})}
          columns={[
            {
              name: 'material_code',
              title: text('产品', 'Product'),
              width: 180,
              render: row => `${row.material_code} ${row.material_name}`,
            },
            { name: 'process_name', title: text('工序', 'Process'), width: 110 },
            ...(device_id ? [] : [{ name: 'machine_no', title: text('设备', 'Machine'), width: 90 }]),
            {
              name: 'standard_seconds',
              title: text('标准（秒/件）', 'Standard (s/piece)'),
              width: 130,
              render: row => <Seconds of={row.standard_seconds} />,
            },
            {
              name: 'median_seconds',
              title: text('实测中位数', 'Median'),
              width: 110,
              render: row => <Seconds of={row.median_seconds} />,
            },
            {
              name: 'p90_seconds',
              title: text('90%分位', 'p90'),
              width: 90,
              render: row => <Seconds of={row.p90_seconds} />,
            },
            {
              name: 'count',
              title: text('任务数', 'Tasks'),
              width: 100,
              render: row => (
                <>
                  {row.count}
                  {row.outliers > 0 ? (
                    <span className="qt-secondary">
                      {' '}
                      {say(text('（剔除{n}）', '({n} left out)'), { n: row.outliers })}
                    </span>
                  ) : null}
                </>
              ),
            },
            {
              name: 'deviation',
              title: text('偏差', 'Off by'),
              width: 90,
              render: row =>
                row.deviation === null ? (
                  '—'
                ) : (
                  <span className={Math.abs(Number(row.deviation)) > far ? 'qt-late' : ''}>
                    <Quantity value={row.deviation} decimals={1} signed />%
                  </span>
                ),
            },
            { name: 'open_orders', title: text('影响工单', 'Open MOs'), width: 90 },
            {
              name: 'open_seconds_change',
              title: text('未完工时变化', 'Open hours change'),
              width: 140,
              render: row => (row.open_seconds_change === null ? '—' : <Hours of={row.open_seconds_change} />),
            },
          ]}
        />
      )}
      {chosen.length > 0 ? (
        <div className="qt-foot">
          <span>
            {say(text('未完工单合计', 'Open work orders together'))} <Hours of={change} />
          </span>
          <ActButton
            primary
            act={{
              title: text('采用所选实测工时', 'Accept the ticked times'),
              ask: {
                title: text('用实测中位数替换这些标准工时？', 'Replace these cycle times by the medians?'),
                objects: chosen.map(row => `${row.material_code} ${row.process_name} ${row.machine_no}`),
              },
              run: accept.with({
                times: chosen.map(
                  ({ material_id, process_id, device_id, median_seconds, count, standard_seconds }) => ({
                    ...{ material_id, process_id, device_id, median_seconds, count, standard_seconds },
                  }),
                ),
              }),
            }}
          />
        </div>
      ) : null}
    </>
  )
}

/** Of less than a second all that is kept; else hundredths. */
function Seconds({ of }: { of: string | null }) {
  return <Quantity value={of === null ? null : roundHalfUp(of, isLess(of, '1') ? 6 : 2)} />
}
function Hours({ of }: { of: number }) {
  const say = useSay()
  return <Quantity value={(of / hourSeconds).toFixed(1)} decimals={1} signed unit={say(text('小时', 'h'))} />
}
