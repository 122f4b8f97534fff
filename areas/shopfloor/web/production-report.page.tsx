import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Segmented } from 'antd'
import { useSearchParams } from 'react-router'
import { useLiveFloor } from './floor-calls.ts'
import { Operator } from './operator.tsx'
import { Reports } from './reports.tsx'
import './shopfloor.css'

type Mode = 'operator' | 'records'
const modes: readonly { value: Mode; title: Text }[] = [
  { value: 'operator', title: text('我的任务', 'My tasks') },
  { value: 'records', title: text('报工记录', 'Records') },
]

/** Reporting: big cards for the people at the machines, a list of what was reported for everyone. */
export default function ProductionReportPage() {
  const say = useSay()
  const [search, setSearch] = useSearchParams()
  const mode: Mode = search.get('mode') === 'records' ? 'records' : 'operator'
  useLiveFloor()
  return (
    <div className="qt-floor">
      <div className="qt-floor-line qt-floor-top">
        <Segmented<Mode>
          aria-label={say(text('报工方式', 'Reporting'))}
          className="qt-floor-modes"
          size="large"
          value={mode}
          options={modes.map(({ value, title }) => ({ value, label: say(title) }))}
          onChange={next => setSearch(next === 'records' ? { mode: next } : {}, { replace: true })}
        />
        <a className="qt-link" href="/m/" target="_blank" rel="noreferrer">
          {say(text('平板、手机、扫码枪页面（可离线）', 'Page for tablet, phone and scanner (works offline)'))}
        </a>
      </div>
      {mode === 'records' ? <Reports /> : <Operator />}
    </div>
  )
}
