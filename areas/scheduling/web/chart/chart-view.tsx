import { DownOutlined } from '@ant-design/icons'
import { type Text, text } from '@qitao/core/text.ts'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { PanelPopover } from '@qitao/platform/web/show/panel-popover.tsx'
import { Button, Checkbox, Radio } from 'antd'
import type { TaskRow } from '../../model/task.record.ts'
import { type BarField, barFields, isUnpublished, usualBarFields } from './gantt-data.ts'

/** Which tasks stand out: all, those the floor has been told of, those it has not. */
export type Told = 'all' | 'published' | 'unpublished'
export const isOf = (told: Told, task: TaskRow): boolean =>
  told === 'all' || isUnpublished(task) === (told === 'unpublished')

const fieldTitles: Readonly<Record<BarField, Text>> = {
  no: text('工单号', 'Order no.'),
  material_code: text('产品编码', 'Product code'),
  material_name: text('产品名称', 'Product name'),
  process: text('工序', 'Step'),
  quantity: text('数量', 'Quantity'),
  order_no: text('销售订单', 'Sales order'),
}
const toldTitles: Readonly<Record<Told, Text>> = {
  all: text('全部任务', 'All tasks'),
  published: text('已发布', 'Published'),
  unpublished: text('未发布', 'Not published'),
}
const allTold = Object.keys(toldTitles) as Told[]

interface ChartViewProps {
  readonly told: Told
  readonly onTold: (told: Told) => void
  readonly shows: readonly BarField[]
  /** Undefined: as it is usual. */
  readonly onShows: (fields: readonly BarField[] | undefined) => void
}

/** What stands on the bars, and which of them stand out. */
export function ChartView({ told, onTold, shows, onShows }: ChartViewProps) {
  const say = useSay()
  const isUsual = shows.length === usualBarFields.length && usualBarFields.every(field => shows.includes(field))
  return (
    <PanelPopover
      content={
        <div className="qt-plan-view">
          <h3>{say(text('突出显示', 'Stand out'))}</h3>
          <Radio.Group
            aria-label={say(text('突出显示', 'Stand out'))}
            value={told}
            onChange={({ target }) => onTold(target.value as Told)}
            options={allTold.map(value => ({ value, label: say(toldTitles[value]) }))}
          />
          <h3>{say(text('任务条文字（按设备时）', 'Words on the bars (by machine)'))}</h3>
          <Checkbox.Group<BarField>
            value={[...shows]}
            onChange={fields => fields.length > 0 && onShows(fields)}
            options={barFields.map(value => ({ value, label: say(fieldTitles[value]) }))}
          />
          {isUsual ? null : (
            <Button size="small" type="link" onClick={() => onShows(undefined)}>
              {say(text('恢复默认', 'As it was at first'))}
            </Button>
          )}
        </div>
      }
    >
      <Button size="small" type={told === 'all' ? 'default' : 'primary'}>
        {told === 'all' ? say(text('显示', 'Show')) : say(toldTitles[told])} <DownOutlined aria-hidden />
      </Button>
    </PanelPopover>
  )
}
