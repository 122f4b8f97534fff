import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { text } from '@qitao/core/text.ts'
import { Names } from '@qitao/masterdata/web/names.tsx'
import { PlainPage } from '@qitao/platform/web/list/plain-page.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { Button } from 'antd'
import { mouldExchange } from '../../model/engineering.exchange.ts'
import { mouldCalls } from '../../model/time/mould.calls.ts'
import { mould, mouldKind } from '../../model/time/mould.record.ts'

const blank = {
  kind: mouldKind.codes.mould,
  quantity: 1,
  material_ids: [],
  device_ids: [],
  status: enabledStatus.codes.enabled,
}
const all = text('全部', 'All')

/** Moulds and tools, and what they are for. */
export function MouldList({ onChangeovers }: { onChangeovers: () => void }) {
  const say = useSay()
  const namesOrAll = (of: readonly string[]) =>
    of.length === 0 ? <span className="qt-secondary">{say(all)}</span> : <Names of={of} />
  return (
    <PlainPage
      record={mould}
      calls={mouldCalls}
      columns={[
        { name: 'code', width: 110 },
        { name: 'name', width: 140 },
        { name: 'kind', width: 90 },
        { name: 'process_id', sort: false, width: 120 },
        { name: 'material_ids', width: 170, render: row => namesOrAll(row.material_codes) },
        { name: 'device_ids', width: 150, render: row => namesOrAll(row.machine_no_list) },
        { name: 'quantity', width: 90 },
        { name: 'status', width: 90 },
        { name: 'remark', hidden: true },
      ]}
      filters={['keyword', { name: 'statuses', of: 'status', many: true }]}
      name={row => `${row.code} ${row.name}`}
      mayChange={pages.changeovers}
      blank={blank}
      toolbar={list => (
        <>
          <ExchangeButtons
            list={list}
            exports={mouldCalls.export}
            imports={mouldExchange}
            refreshes={[mouldCalls.list, mouldCalls.detail]}
          />
          <Button onClick={onChangeovers}>{say(text('换型时间', 'Changeovers'))}</Button>
        </>
      )}
    />
  )
}
