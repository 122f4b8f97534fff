import { text } from '@qitao/core/text.ts'
import { cycleTimeCalls } from '@qitao/engineering/model/time/cycle-time.calls.ts'
import { CycleTimeDrawer } from '@qitao/engineering/web/time/cycle-time.drawer.tsx'
import { formOfMissing } from '@qitao/engineering/web/time/cycle-time.form.ts'
import { deviceCalls } from '@qitao/masterdata/model/resource/device.calls.ts'
import { blankDevice, DeviceFormDrawer } from '@qitao/masterdata/web/device-form.drawer.tsx'
import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { openEdit, openPage } from '@qitao/platform/web/frame/navigation.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { DataTable } from '@qitao/platform/web/list/data-table.tsx'
import { useSay } from '@qitao/platform/web/session/language.ts'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { DueDate } from '@qitao/platform/web/show/due-date.tsx'
import { EmptyState } from '@qitao/platform/web/show/empty-state.tsx'
import { ErrorState } from '@qitao/platform/web/show/error-state.tsx'
import { RowsSkeleton } from '@qitao/platform/web/show/skeleton.tsx'
import { StatusTag } from '@qitao/platform/web/show/status-tag.tsx'
import { pages } from '@qitao/site/model/pages.ts'
import { useState } from 'react'
import { listPlanGaps, type PlanGapRow, planGapKind } from '../../model/plan-gaps/plan-gaps.calls.ts'

const hundred = 100

/** What would stop a plan, the gap with the most orders first; most of it is mended here. */
export default function PlanGapsPage() {
  const say = useSay()
  const found = useCall(listPlanGaps, {})
  const [mended, setMended] = useState<PlanGapRow>()
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const { open_orders, ready_orders } = found.data
  const close = () => setMended(undefined)
  return (
    <div className="qt-page">
      <p>
        {open_orders === 0
          ? say(text('没有未完工的工单', 'No work order is open'))
          : say(
              text(
                '未完工工单 {open} 张，资料齐全 {ready} 张（{percent}%）',
                '{open} open work orders; the data of {ready} are complete ({percent} %)',
              ),
              { open: open_orders, ready: ready_orders, percent: Math.floor((hundred * ready_orders) / open_orders) },
            )}
      </p>
      {found.data.total === 0 ? (
        <EmptyState text={text('没有会阻止排产的资料缺口', 'Nothing is missing that would stop a plan')} />
      ) : (
        <DataTable<PlanGapRow>
          rows={found.data.result}
          columns={[
            {
              name: 'kind',
              title: text('缺口', 'What is missing'),
              width: 190,
              render: row => <StatusTag of={planGapKind.stateOf(row.kind)} />,
            },
            {
              name: 'id',
              title: text('对象', 'Of what'),
              width: 300,
              render: row =>
                row.components === null
                  ? objectOf(row)
                  : `${objectOf(row)} · ${say(text('{count} 种子项未指定工序', 'components without a step: {count}'), { count: row.components })}`,
            },
            { name: 'orders', title: text('影响订单数', 'Orders concerned'), width: 110 },
            {
              name: 'first_due',
              title: text('最早交期', 'First due'),
              width: 180,
              render: row => <DueDate day={row.first_due} />,
            },
            {
              name: 'order_nos',
              title: text('订单', 'Orders'),
              width: 320,
              render: row =>
                row.order_nos.join(say(text('、', ', '))) + (row.orders > row.order_nos.length ? ' …' : ''),
            },
          ]}
          rowActions={row => [mend(row, setMended)]}
        />
      )}
      {mended?.kind === planGapKind.codes.no_time ? (
        <CycleTimeDrawer values={formOfMissing(timeOf(mended))} refreshes={[listPlanGaps]} onClose={close} />
      ) : null}
      {mended?.kind === planGapKind.codes.no_machine || mended?.kind === planGapKind.codes.no_lane ? (
        <DeviceFormDrawer
          values={{ ...blankDevice, process_ids: [mended.process_id!] }}
          refreshes={[listPlanGaps]}
          onClose={close}
        />
      ) : null}
    </div>
  )
}

const objectOf = (row: PlanGapRow): string =>
  [row.material_code && `${row.material_code} ${row.material_name}`, row.process_name, row.machine_no]
    .filter(Boolean)
    .join(' · ')
const timeOf = ({ material_id, material_name, process_id, process_name }: PlanGapRow) => ({
  ...{ material_id, material_name, process_id, process_name },
})

function mend(row: PlanGapRow, open: (row: PlanGapRow) => void): Act {
  switch (row.kind) {
    case planGapKind.codes.no_time:
      return { title: text('补充工时', 'Fill in the time'), run: needing(cycleTimeCalls.add, () => open(row)) }
    case planGapKind.codes.no_machine:
      return { title: text('新建设备', 'New machine'), run: needing(deviceCalls.add, () => open(row)) }
    case planGapKind.codes.no_lane:
      return { title: text('新建供应商产能', 'New lane of a supplier'), run: needing(deviceCalls.add, () => open(row)) }
    case planGapKind.codes.no_calendar:
      return {
        title: text('打开设备', 'Open the machine'),
        run: needing(pages.deviceDetail, () => openEdit(pages.deviceDetail, { id: row.device_id })),
      }
    case planGapKind.codes.no_step:
      return {
        title: text('去制造BOM', 'Go to its manufacturing BoMs'),
        run: needing(pages.manufacturingBoms, () =>
          openPage(pages.manufacturingBoms, { keyword: row.material_code ?? '' }),
        ),
      }
    default:
      return {
        title: text('去物料BOM', 'Go to its BoMs'),
        run: needing(pages.materialBoms, () => openPage(pages.materialBoms, { keyword: row.material_code ?? '' })),
      }
  }
}
