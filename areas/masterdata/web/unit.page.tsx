import { text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { usePageMemory } from '@qitao/platform/web/session/page-memory.ts'
import { Tabs } from 'antd'
import { UnitConversions } from './unit-conversions.tsx'
import { Units } from './units.tsx'
import './masterdata.css'

export default function UnitPage() {
  const say = useSay()
  const [tab, setTab] = usePageMemory('tab', 'units')
  return (
    <Tabs
      className="qt-md-tabs"
      activeKey={tab}
      onChange={setTab}
      destroyOnHidden
      items={[
        { key: 'units', label: say(text('计量单位', 'Units')), children: <Units /> },
        { key: 'conversions', label: say(text('单位换算', 'Conversions')), children: <UnitConversions /> },
      ]}
    />
  )
}
