import { isZero } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Quantity } from '@qitao/platform/web/show/quantity.tsx'
import { Segmented } from 'antd'
import { useState } from 'react'
import { type ForecastGroupRow, listForecastGroups } from '../../model/group/group.calls.ts'
import { forecastGroup, forecastLevel } from '../../model/group/group.record.ts'
import { usePeriods } from '../periods.tsx'
import { GroupDrawer, type Level } from './group.drawer.tsx'

/** Forecasts of materials added up to series and customers, beside what each is forecast for as a whole. */
export function GroupsTab() {
  const say = useSay()
  const { dimension, choice } = usePeriods()
  const [by, setBy] = useState<Level>(forecastLevel.codes.series)
  const [shown, setShown] = useState<ForecastGroupRow>()
  return (
    <>
      <ListPage
        key={by}
        call={listForecastGroups}
        record={forecastGroup}
        columns={[
          {
            name: 'group_name',
            title: text(forecastLevel.stateOf(by).zh, forecastLevel.stateOf(by).en),
            width: 260,
            sort: false,
            opens: setShown,
          },
          { name: 'material_count', width: 100, sort: false },
          { name: 'year_quantity', width: 130, sort: false },
          { name: 'bottom_up_quantity', width: 150, sort: false },
          { name: 'own_quantity', width: 130, sort: false },
          {
            name: 'difference',
            width: 110,
            sort: false,
            end: true,
            render: ({ difference }) =>
              difference === null || isZero(difference) ? '—' : <Quantity value={difference} />,
          },
          { name: 'accuracy', width: 160, sort: false },
        ]}
        filters={['keyword', { name: 'time_dimension', fixed: dimension }, { name: 'by', fixed: by }]}
        toolbar={() => (
          <>
            {choice}
            <Segmented<Level>
              aria-label={say(text('层级', 'Level'))}
              value={by}
              options={forecastLevel.list.map(({ code, zh, en }) => ({ value: code, label: say(text(zh, en)) }))}
              onChange={setBy}
            />
          </>
        )}
      />
      <GroupDrawer of={shown} by={by} dimension={dimension} onClose={() => setShown(undefined)} />
    </>
  )
}
