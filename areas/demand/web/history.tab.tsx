import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { materialColumn } from '@qitao/stock/web'
import { useState } from 'react'
import { type DemandHistoryRow, exportDemandHistory, listDemandHistory, showForecast } from '../model/forecast.calls.ts'
import { demandHistory } from '../model/forecast.record.ts'
import { pastDemandExchange } from '../model/past/past.calls.ts'
import { ForecastDrawer, type Shown } from './forecast.drawer.tsx'
import { usePeriods } from './periods.tsx'

export function HistoryTab() {
  const { dimension, choice } = usePeriods()
  const [shown, setShown] = useState<Shown>()
  const unit = (row: DemandHistoryRow) => row.unit_name
  const open = (row: DemandHistoryRow) => setShown(row)
  return (
    <>
      <ListPage
        call={listDemandHistory}
        record={demandHistory}
        columns={[
          { ...materialColumn, opens: open },
          { name: 'total_quantity', width: 140, sort: false, unit },
          { name: 'average_quantity', width: 140, sort: false, unit },
          { name: 'most_quantity', width: 130, sort: false, unit },
          { name: 'demand_count', width: 120, sort: false },
          { name: 'abnormal_count', width: 120, sort: false },
        ]}
        filters={[
          'keyword',
          'material_id',
          { name: 'timestamp_range', range: true, title: text('需求日期', 'Wanted') },
          { name: 'time_dimension', fixed: dimension },
        ]}
        toolbar={list => (
          <>
            {choice}
            <ExchangeButtons
              list={list}
              exports={exportDemandHistory}
              imports={pastDemandExchange}
              refreshes={[listDemandHistory, showForecast]}
            />
          </>
        )}
        rowActions={row => [{ title: text('查看', 'View'), run: () => open(row) }]}
      />
      <ForecastDrawer shown={shown} dimension={dimension} onClose={() => setShown(undefined)} />
    </>
  )
}
