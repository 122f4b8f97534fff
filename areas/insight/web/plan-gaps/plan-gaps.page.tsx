import { text } from '@qitao/core/text.ts'
import { addRouting } from '@qitao/engineering/model/routing/routing.calls.ts'
import { cycleTimeCalls } from '@qitao/engineering/model/time/cycle-time.calls.ts'
import { RoutingDialog } from '@qitao/engineering/web/routing/routing-edit.dialog.tsx'
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

/** What would stop a plan, the gap with the most orders first, then what products lack that nobody has ordered; most of it is mended here. */
export default function PlanGapsPage() {
  const say = useSay()
  const found = useCall(listPlanGaps, {})
  const [mended, setMended] = useState<PlanGapRow>()
  if (found.error) return <ErrorState failure={found.error} retry={found.refetch} />
  if (!found.data) return <RowsSkeleton />
  const { open_orders, ready_orders, products, ready_products, more } = found.data
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
        {products === 0
          ? null
          : say(
              text(
                '；自制产品 {products} 个，可排产 {ready} 个（{percent}%）',
                '; of {products} products that are made {ready} could be planned ({percent} %)',
              ),
              { products, ready: ready_products, percent: Math.floor((hundred * ready_products) / products) },
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
            {
              name: 'orders',
              title: text('影响', 'Concerns'),
              width: 150,
              render: row =>
                row.orders > 0
                  ? say(text('{count} 个订单', 'orders: {count}'), { count: row.orders })
                  : say(text('{count} 个产品', 'products: {count}'), { count: row.products }),
            },
            {
              name: 'first_due',
              title: text('最早交期', 'First due'),
              width: 180,
              render: row =>
                row.first_due === null ? say(text('尚无订单', 'No order yet')) : <DueDate day={row.first_due} />,
            },
            {
              name: 'order_nos',
              title: text('订单或产品', 'Orders or products'),
              width: 320,
              render: row => {
                const [names, all] = row.orders > 0 ? [row.order_nos, row.orders] : [row.product_codes, row.products]
                return names.join(say(text('、', ', '))) + (all > names.length ? ' …' : '')
              },
            },
          ]}
          rowActions={row => [mend(row, setMended)]}
        />
      )}
      {more > 0 ? (
        <p className="qt-secondary">
          {say(
            text(
              '另有 {more} 个产品缺口未列出，先补上面的。',
              '{more} more gaps of products are not listed: mend these first.',
            ),
            { more },
          )}
        </p>
      ) : null}
      {mended?.kind === planGapKind.codes.no_time ? (
        <CycleTimeDrawer values={formOfMissing(timeOf(mended))} refreshes={[listPlanGaps]} onClose={close} />
      ) : null}
      {mended?.kind === planGapKind.codes.no_routing ? (
        <RoutingDialog of={productOf(mended)} refreshes={[listPlanGaps]} onClose={close} />
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
const productOf = ({ material_id, material_code, material_name }: PlanGapRow) => ({
  ...{ material_id: material_id!, material_code: material_code!, material_name: material_name! },
})
const timeOf = ({ material_id, material_name, process_id, process_name }: PlanGapRow) => ({
  ...{ material_id, material_name, process_id, process_name },
})

function mend(row: PlanGapRow, open: (row: PlanGapRow) => void): Act {
  switch (row.kind) {
    case planGapKind.codes.no_time:
      return { title: text('补充工时', 'Fill in the time'), run: needing(cycleTimeCalls.add, () => open(row)) }
    case planGapKind.codes.no_routing:
      return { title: text('新建工艺路线', 'New routing'), run: needing(addRouting, () => open(row)) }
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
        title: text('新建物料BOM', 'New BoM'),
        run: needing(pages.editMaterialBom, () =>
          openEdit(pages.editMaterialBom, { material_id: row.material_id, material_name: row.material_name }),
        ),
      }
  }
}
