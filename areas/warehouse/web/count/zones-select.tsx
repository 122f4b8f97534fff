import { text } from '@qitao/core/text.ts'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { Select } from 'antd'
import { countCalls } from '../../model/count/count.calls.ts'

interface ZonesSelectProps {
  readonly warehouse_id: string | null | undefined
  readonly value?: string[]
  readonly onChange?: (next: string[]) => void
}
/** Zones of a warehouse, with how many bins each has. */
export function ZonesSelect({ warehouse_id, value = [], onChange, ...more }: ZonesSelectProps) {
  const say = useSay()
  const zones = useCall(countCalls.zones, warehouse_id ? { warehouse_id } : null)
  const options = (zones.data?.result ?? []).map(({ area, bin_count }) => ({
    value: area,
    label: say(text('{area}（{n} 个库位）', '{area} ({n} bins)'), { area, n: bin_count }),
  }))
  return (
    <Select
      {...more}
      mode="multiple"
      allowClear
      value={value}
      onChange={next => onChange?.(next)}
      options={options}
      loading={zones.isLoading}
      placeholder={say(text('不选则不限库区', 'None: not by zone'))}
      notFoundContent={say(
        warehouse_id
          ? text('该仓库的库位没有填写库区', 'The bins of this warehouse name no zone')
          : text('请先选择仓库', 'Choose the warehouse first'),
      )}
    />
  )
}
