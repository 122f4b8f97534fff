import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { BarChart } from '@qitao/platform/web/show/bar-chart.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { PieChart } from '@qitao/platform/web/show/pie-chart.tsx'
import { PageSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { useMemo } from 'react'
import { loadShare, sumOfLoads } from '../../model/load/load.rules.ts'
import { planLoad } from '../../model/load/plan-load.calls.ts'
import { toneOfLoad } from './load-tone.ts'

const hundred = 100

/** How full each machine is over the whole time shown, the fullest first, and what the hours of all of them go into. */
export function LoadSummary({ range }: { range: readonly [number, number] }) {
  const say = useSay()
  const load = useCall(planLoad, { timestamp_range: [range[0], range[1]] }, { keepPrevious: true })
  const rows = load.data?.result
  const machines = useMemo(() => {
    const byMachine = Map.groupBy(rows ?? [], row => row.device_id)
    return [...byMachine]
      .map(([key, of]) => {
        const load = sumOfLoads(of)
        return { key, label: of[0]!.machine_no, name: of[0]!.machine_name, load, rate: hundred * loadShare(load) }
      })
      .toSorted((a, b) => b.rate - a.rate)
  }, [rows])
  if (load.error && !rows) return <ErrorState failure={load.error} retry={load.refetch} />
  if (!rows) return <PageSkeleton />
  if (machines.length === 0) return <EmptyState text={text('没有设备', 'No machines')} />
  const hours = (seconds: number) =>
    say(text('{n}小时', '{n} h'), { n: (Math.round((seconds / hourSeconds) * 10) / 10).toLocaleString('en-US') })
  const own = sumOfLoads(rows.filter(({ outside }) => !outside))
  const setup = own.setup_seconds
  const run = own.planned_seconds - setup
  const free = Math.max(0, own.available_seconds - own.planned_seconds)
  return (
    <div className="qt-load-summary">
      <BarChart
        name={say(text('设备利用率', 'Utilisation of machines'))}
        full={hundred}
        bars={machines.map(({ key, label, name, load, rate }) => ({
          key,
          label,
          value: rate,
          shown: `${Math.round(rate)}%`,
          tone: toneOfLoad(rate),
          hint: `${label} ${name}: ${hours(load.planned_seconds)} / ${hours(load.available_seconds)}`,
        }))}
      />
      <PieChart
        name={say(text('工时', 'Hours'))}
        slices={[
          { key: 'run', label: say(text('加工', 'Run')), value: run, shown: hours(run), tone: 'info' },
          { key: 'setup', label: say(text('准备', 'Set-up')), value: setup, shown: hours(setup), tone: 'warning' },
          { key: 'free', label: say(text('空闲', 'Free')), value: free, shown: hours(free), tone: 'neutral' },
        ]}
      />
    </div>
  )
}
