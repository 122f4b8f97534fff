import { ExchangeButtons } from '@qitao/access/web/record/exchange-buttons.tsx'
import { text } from '@qitao/core/text.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { useOpened } from '@qitao/platform/web/form/use-opened.ts'
import { type Act, act, remove } from '@qitao/platform/web/list/act.ts'
import { NewButton } from '@qitao/platform/web/list/act-button.tsx'
import { ListPage } from '@qitao/platform/web/list/list-page.tsx'
import { onlyFilter } from '@qitao/platform/web/list/only-filter.tsx'
import { PrintDialog } from '@qitao/platform/web/list/print-dialog.tsx'
import { needing } from '@qitao/platform/web/session/rights.ts'
import { mostPrinted, printJobCards } from '@qitao/sales/model/print.calls.ts'
import { useState } from 'react'
import { moExchange } from '../../model/manufacturing.exchange.ts'
import {
  alterFurnaceCode,
  alterMo,
  alterMos,
  convertMos,
  countMos,
  createMo,
  dropMos,
  exportMos,
  listMos,
  mergeOrSplitMos,
  revertMos,
  sendMosToPlan,
  showMo,
} from '../../model/mo/mo.calls.ts'
import { type MoRow, mo } from '../../model/mo/mo.record.ts'
import { moStatus } from '../../model/mo/mo.status.ts'
import { followRecipe, mostCompared } from '../../model/mo/recipe-change.calls.ts'
import { moColumns } from './mo.columns.tsx'
import { ChangeDialog, FurnaceDialog, MergeDialog } from './mo-bulk.dialogs.tsx'
import { MoDetailDrawer } from './mo-detail.drawer.tsx'
import { MoFormDrawer } from './mo-form.drawer.tsx'
import { SplitDialog } from './mo-split.dialog.tsx'
import { ProductSerialsDrawer } from './product-serials.drawer.tsx'
import { RecipeChangeDialog } from './recipe-change.tsx'

type Doing =
  | { what: 'form'; order?: MoRow }
  | { what: 'split'; order: MoRow }
  | { what: 'merge' | 'change' | 'furnace' | 'recipe'; orders: readonly MoRow[] }
type Action = keyof typeof moStatus.actions

const idsOf = (orders: readonly MoRow[]) => ({ mo_ids: orders.map(({ id }) => id) })
/** Not possible only when it is for none of them; those it is not for are named by the answer. */
const whyNone = (action: Action, orders: readonly MoRow[]) => {
  const reasons = orders.map(order => moStatus.whyNot(action, order.status))
  return reasons.every(Boolean) ? reasons[0] : undefined
}
const whyNotMerge = (orders: readonly MoRow[]) =>
  orders.length < 2
    ? text('请选择至少两个工单', 'Choose at least two work orders')
    : orders.some(order => order.material_id !== orders[0]!.material_id)
      ? text('仅相同产品的工单可以合并', 'Only work orders of one product can be merged')
      : orders.some(order => order.merged)
        ? text('已合并的工单不能再次合并', 'A merged work order cannot be merged again')
        : (orders.map(order => moStatus.whyNot('merge', order.status)).find(Boolean) ??
          orders.map(whyRework).find(Boolean))
/** A rework order is as large as the goods that it has. */
const whyRework = ({ rework_task_no: no }: MoRow) =>
  no === null
    ? undefined
    : text(`返工工单：请在质检任务 ${no} 中撤回返工`, `A rework order: take the rework back in QC task ${no}`)

const madeOutside = text('转为委外', 'Make outside')
const madeHere = text('转为自制', 'Make in house')
const tooMany = text('一次最多10个', 'At most 10 at once')
const tooManyCompared = text(`一次最多${mostCompared}个`, `At most ${mostCompared} at once`)

export default function MoListPage() {
  const [doing, setDoing] = useState<Doing>()
  const [shown, setShown] = useOpened()
  const close = () => setDoing(undefined)
  const [printed, setPrinted] = useState<string[]>()
  const [numbered, setNumbered] = useState<MoRow>()
  const refreshes = [listMos, countMos, showMo]
  const toPlan = useCommand(sendMosToPlan, { refreshes })
  const revert = useCommand(revertMos, { refreshes })
  const drop = useCommand(dropMos, { refreshes })
  const convert = useCommand(convertMos, { refreshes })
  const edit = (order: MoRow) => setDoing({ what: 'form', order })

  const acts = (order: MoRow): Act[] => {
    const code = order.status
    return [
      code === moStatus.codes.planned || code === moStatus.codes.to_be_produced
        ? act(moStatus, 'revert', code, revert.with(idsOf([order])), {
            title: text('退回', 'Revert'),
            ask: { title: text('退回待办？计划将被清除', 'Return to to-do? Its plan is cleared'), objects: [order.no] },
          })
        : act(moStatus, 'to_plan', code, toPlan.with(idsOf([order]))),
      act(
        moStatus,
        'edit',
        code,
        needing(alterMo, () => edit(order)),
        { title: text('编辑', 'Edit') },
      ),
      act(
        moStatus,
        'split',
        code,
        needing(mergeOrSplitMos, () => setDoing({ what: 'split', order })),
        {
          ...(order.merged ? { whyNot: text('已合并的工单不能拆分', 'A merged work order cannot be split') } : {}),
          ...(order.rework_task_no === null ? {} : { whyNot: whyRework(order) }),
        },
      ),
      {
        title: text('修改炉号', 'Furnace batch no.'),
        run: needing(alterFurnaceCode, () => setDoing({ what: 'furnace', orders: [order] })),
      },
      act(
        moStatus,
        'follow_recipe',
        code,
        needing(followRecipe, () => setDoing({ what: 'recipe', orders: [order] })),
        order.rework_task_no === null ? {} : { whyNot: whyRework(order) },
      ),
      act(
        moStatus,
        'convert',
        code,
        convert.with({ ...idsOf([order]), target: order.outsourced ? 'inhouse' : 'outsource' }),
        {
          title: order.outsourced ? madeHere : madeOutside,
          ask: { title: order.outsourced ? madeHere : madeOutside, objects: [order.no], ok: text('转换', 'Convert') },
          ...(order.rework_task_no === null ? {} : { whyNot: whyRework(order) }),
        },
      ),
      { title: text('序列号', 'Serial numbers'), run: () => setNumbered(order) },
      remove([order.no], drop.with(idsOf([order])), { whyNot: moStatus.whyNot('drop', code) ?? whyRework(order) }),
    ]
  }
  return (
    <>
      <ListPage
        call={listMos}
        record={mo}
        columns={[
          { name: 'no', width: 150, opens: order => setShown(order.id) },
          'status',
          moColumns.product,
          moColumns.delivery,
          moColumns.kitting,
          moColumns.planned,
          moColumns.done,
          moColumns.deciding,
          { name: 'planned_start_time', width: 140 },
          moColumns.finish,
          { name: 'capacity_status', sort: false },
          { name: 'delivery_status', sort: false },
          { name: 'priority', width: 80 },
          { name: 'order_no', title: text('销售订单', 'Sales order'), width: 140 },
          { name: 'customer_name', title: text('客户', 'Customer'), width: 140 },
          { name: 'parent_no', title: text('父工单', 'Parent'), width: 140 },
          moColumns.marks,
          { name: 'furnace_code', width: 100, sort: false },
          { name: 'material_specs', title: text('规格', 'Specs'), hidden: true },
          { name: 'exec_status', hidden: true, sort: false },
          { name: 'actual_start_time', hidden: true, sort: false },
          { name: 'actual_finish_time', hidden: true, sort: false },
          { name: 'picking_status', hidden: true, sort: false },
          { name: 'inbound_quantity', hidden: true, sort: false },
          { name: 'remark', hidden: true, sort: false },
          { name: 'created_time', hidden: true, sort: true },
        ]}
        filters={[
          'keyword',
          { name: 'timestamp_range', range: true, title: text('交期', 'Delivery date') },
          { name: 'material_id' },
          { name: 'material_statuses', of: 'material_status', many: true },
          onlyFilter<typeof listMos>('late', text('仅看超期', 'Late only')),
          onlyFilter<typeof listMos>('unplanned', text('仅看未能排产', 'Unplanned only')),
          onlyFilter<typeof listMos>('recipe_changed', text('仅看工艺已变更', 'Recipe changed only')),
        ]}
        statusBar={{
          filter: 'statuses',
          table: moStatus,
          call: countMos,
          count: (counts, { code }) => counts.result[String(code)] ?? 0,
        }}
        rowActions={acts}
        bulkActions={orders => [
          {
            title: text('打印工卡', 'Print job cards'),
            whyNot: orders.length > mostPrinted ? tooMany : undefined,
            run: () => setPrinted(orders.map(({ id }) => id)),
          },
          {
            title: text('下发计划', 'Send to plan'),
            whyNot: whyNone('to_plan', orders),
            run: toPlan.with(idsOf(orders)),
          },
          {
            title: text('退回待办', 'Return to to-do'),
            whyNot: whyNone('revert', orders),
            ask: {
              title: text('退回待办？计划将被清除', 'Return to to-do? Their plan is cleared'),
              objects: orders.map(({ no }) => no),
            },
            run: revert.with(idsOf(orders)),
          },
          {
            title: text('合并', 'Merge'),
            whyNot: whyNotMerge(orders),
            run: needing(mergeOrSplitMos, () => setDoing({ what: 'merge', orders })),
          },
          {
            title: text('拆分', 'Split'),
            whyNot:
              orders.length === 1
                ? moStatus.whyNot('split', orders[0]!.status)
                : text('一次拆分一个工单', 'One work order is split at a time'),
            run: needing(mergeOrSplitMos, () => setDoing({ what: 'split', order: orders[0]! })),
          },
          {
            title: text('批量修改', 'Change'),
            whyNot: whyNone('edit', orders),
            run: needing(alterMos, () => setDoing({ what: 'change', orders })),
          },
          {
            title: text('修改炉号', 'Furnace batch no.'),
            run: needing(alterFurnaceCode, () => setDoing({ what: 'furnace', orders })),
          },
          ...(['outsource', 'inhouse'] as const).map(target => ({
            title: target === 'outsource' ? madeOutside : madeHere,
            whyNot: orders.every(({ outsourced }) => outsourced === (target === 'outsource'))
              ? text('已是这种工单', 'They are already')
              : whyNone('convert', orders),
            ask: {
              title: target === 'outsource' ? madeOutside : madeHere,
              objects: orders.map(({ no }) => no),
              ok: text('转换', 'Convert'),
            },
            run: convert.with({ ...idsOf(orders), target }),
          })),
          {
            title: text('按现行工艺更新', 'Follow the recipe in force'),
            whyNot: orders.length > mostCompared ? tooManyCompared : whyNone('follow_recipe', orders),
            run: needing(followRecipe, () => setDoing({ what: 'recipe', orders })),
          },
          remove(
            orders.map(({ no }) => no),
            drop.with(idsOf(orders)),
            { whyNot: whyNone('drop', orders) },
          ),
        ]}
        toolbar={list => (
          <>
            <ExchangeButtons list={list} exports={exportMos} imports={moExchange} refreshes={refreshes} />
            <NewButton run={needing(createMo, () => setDoing({ what: 'form' }))} />
          </>
        )}
      />
      {numbered ? (
        <ProductSerialsDrawer
          no={numbered.no}
          of={{ mo_id: numbered.id }}
          materials={[
            {
              id: numbered.material_id,
              name: `${numbered.material_code} ${numbered.material_name}`,
              quantity: numbered.planned_quantity,
            },
          ]}
          onClose={() => setNumbered(undefined)}
        />
      ) : null}
      {printed ? (
        <PrintDialog
          title={text('打印工卡', 'Print job cards')}
          call={printJobCards}
          input={{ mo_ids: printed }}
          onClose={() => setPrinted(undefined)}
        />
      ) : null}
      {shown ? (
        <MoDetailDrawer
          id={shown}
          onOpen={setShown}
          onClose={() => setShown(undefined)}
          actions={order => acts(order).filter(({ whyNot }) => whyNot === undefined)}
        />
      ) : null}
      {doing?.what === 'form' ? <MoFormDrawer order={doing.order} onClose={close} /> : null}
      {doing?.what === 'split' ? <SplitDialog order={doing.order} onClose={close} /> : null}
      {doing?.what === 'merge' ? <MergeDialog orders={doing.orders} onClose={close} /> : null}
      {doing?.what === 'change' ? <ChangeDialog orders={doing.orders} onClose={close} /> : null}
      {doing?.what === 'recipe' ? (
        <RecipeChangeDialog mo_ids={doing.orders.map(({ id }) => id)} onClose={close} />
      ) : null}
      {doing?.what === 'furnace' ? <FurnaceDialog orders={doing.orders} onClose={close} /> : null}
    </>
  )
}
