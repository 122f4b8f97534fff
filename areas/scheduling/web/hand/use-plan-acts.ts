import { type Text, text } from '@qitao/core/text.ts'
import { daySeconds, hourSeconds } from '@qitao/core/time.ts'
import { publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { useCommand } from '@qitao/platform/web/call/use-command.ts'
import { openPage } from '@qitao/platform/web/frame/navigation.ts'
import type { GanttHandle } from '@qitao/platform/web/gantt/gantt-types.ts'
import type { Act } from '@qitao/platform/web/list/act.ts'
import { useSession } from '@qitao/platform/web/session/session.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type RefObject, useRef } from 'react'
import type { GanttOrder } from '../../model/chart/gantt.record.ts'
import { isHeld } from '../../model/hand/hand.rules.ts'
import { cancelPublishedPlan } from '../../model/publish/publish.calls.ts'
import { cancelSchedule, joinTasks, lockCapacity, shiftTasks, unlockCapacity } from '../../model/schedule.calls.ts'
import type { TaskRow } from '../../model/task.record.ts'
import { tellWarnings, toJoin, versionsOf, whyNotJoin } from './split-parts.ts'
import type { PartSteps } from './split-steps.ts'
import { type Plan, planCalls } from './use-plan.ts'

/** What can be done with chosen tasks and their orders: the same list in the toolbar, the menu of a bar and the detail. */
export interface Chosen {
  readonly tasks: readonly TaskRow[]
  readonly orders: readonly ChosenOrder[]
}
export type ChosenOrder = Pick<GanttOrder, 'id' | 'no' | 'capacity_locked' | 'publish_status'>
export interface PlanActs {
  readonly lock: (chosen: Chosen) => Act
  readonly unlock: (chosen: Chosen) => Act
  readonly cancel: (chosen: Chosen) => Act
  readonly unpublish: (chosen: Chosen) => Act
  readonly shifts: (chosen: Chosen) => Act[]
  /** One part chosen: all of its operation are joined. */
  readonly join: (chosen: Chosen, all: readonly TaskRow[]) => Act
  readonly openOrder: (chosen: Chosen) => Act[]
  readonly locked: (mo_ids: string[], locked: boolean) => unknown
}

export const noneChosen = text(
  '请先勾选已排产的工单，或在图上选择任务',
  'Tick orders that are placed, or choose tasks on the chart',
)
const idsOf = (orders: readonly ChosenOrder[]): string[] => orders.map(({ id }) => id)
const namesOf = (orders: readonly ChosenOrder[]): string[] => orders.map(({ no }) => no)

export function usePlanActs(plan: Plan, chart: RefObject<GanttHandle | null>, steps: PartSteps): PlanActs {
  const { may } = useSession()
  const options = { refreshes: planCalls }
  // The tasks as they are when parts are joined.
  const before = useRef(plan.taskById)
  const lock = useCommand(lockCapacity, options)
  const unlock = useCommand(unlockCapacity, options)
  const cancel = useCommand(cancelSchedule, options)
  const unpublish = useCommand(cancelPublishedPlan, options)
  const shift = useCommand(shiftTasks, { ...options, done: ({ warnings }) => tellWarnings(warnings) })
  const join = useCommand(joinTasks, {
    ...options,
    done: (answer, { tasks }) => {
      const joined = tasks.flatMap(({ task_id }) => before.current.get(task_id) ?? [])
      chart.current?.record(steps.join(answer, joined, before.current))
      tellWarnings(answer.warnings)
    },
  })

  const needs = ({ orders }: Chosen, fits: (order: ChosenOrder) => boolean, why: Text): Text | undefined =>
    orders.length === 0 ? noneChosen : orders.some(fits) ? undefined : why
  const move = (chosen: Chosen, direction: 'left' | 'right', duration: number, title: Text): Act => ({
    title,
    whyNot:
      chosen.tasks.length === 0
        ? noneChosen
        : chosen.tasks.every(isHeld)
          ? text('任务已锁定、派工或开工', 'The tasks are locked, dispatched or begun')
          : undefined,
    run: shift.with({ task_ids: chosen.tasks.map(({ id }) => id), direction, duration }),
  })

  return {
    lock: chosen => ({
      title: text('锁定产能', 'Lock capacity'),
      whyNot: needs(chosen, order => !order.capacity_locked, text('产能已锁定', 'The capacity is locked already')),
      run: lock.with({ mo_ids: idsOf(chosen.orders.filter(order => !order.capacity_locked)) }),
    }),
    unlock: chosen => ({
      title: text('解锁产能', 'Unlock capacity'),
      whyNot: needs(chosen, order => order.capacity_locked, text('产能未锁定', 'The capacity is not locked')),
      run: unlock.with({ mo_ids: idsOf(chosen.orders.filter(order => order.capacity_locked)) }),
    }),
    cancel: chosen => ({
      title: text('取消排产', 'Take off the plan'),
      danger: true,
      whyNot: needs(
        chosen,
        order => order.publish_status === publishStatus.codes.unpublished && !order.capacity_locked,
        text('已发布或已锁定的工单不能取消排产', 'Published or locked orders stay on the plan'),
      ),
      ask: {
        title: text('取消这些工单的排产？', 'Take these orders off the plan?'),
        objects: namesOf(chosen.orders),
        detail: text('任务将从甘特图移除，可重新排程。', 'Their tasks leave the chart; they can be scheduled again.'),
        danger: true,
        ok: text('取消排产', 'Take off'),
        cancel: text('返回', 'Back'),
      },
      run: cancel.with({ mo_ids: idsOf(chosen.orders) }),
    }),
    unpublish: chosen => ({
      title: text('取消发布', 'Unpublish'),
      danger: true,
      whyNot: needs(
        chosen,
        order => order.publish_status === publishStatus.codes.published,
        text('计划未发布', 'The plan is not published'),
      ),
      ask: {
        title: text('取消发布这些工单？', 'Unpublish these orders?'),
        objects: namesOf(chosen.orders.filter(order => order.publish_status === publishStatus.codes.published)),
        detail: text('车间将不再看到这些任务。', 'The floor will no longer see their tasks.'),
        danger: true,
        ok: text('取消发布', 'Unpublish'),
        cancel: text('返回', 'Back'),
      },
      run: unpublish.with({
        mo_ids: idsOf(chosen.orders.filter(order => order.publish_status === publishStatus.codes.published)),
      }),
    }),
    shifts: chosen => [
      move(chosen, 'left', 0, text('左移到最早', 'Left as far as it goes')),
      move(chosen, 'left', hourSeconds, text('左移1小时', 'Left by 1 hour')),
      move(chosen, 'right', hourSeconds, text('右移1小时', 'Right by 1 hour')),
      move(chosen, 'right', daySeconds, text('右移1天', 'Right by 1 day')),
      move(chosen, 'right', 0, text('右移到最晚', 'Right as far as it goes')),
    ],
    join: ({ tasks }, all) => ({
      title: text('合并拆分的任务', 'Join the parts'),
      whyNot: whyNotJoin(tasks, all),
      run: join.with(() => {
        before.current = plan.taskById
        return { tasks: versionsOf(toJoin(tasks, all)) }
      }),
    }),
    openOrder: ({ orders }) =>
      orders[0] && may(pages.manufacturingOrders)
        ? [
            {
              title: text('打开工单', 'Open the order'),
              run: () => openPage(pages.manufacturingOrders, { keyword: orders[0]!.no }),
            },
          ]
        : [],
    locked: (mo_ids, locked) => (locked ? lock.run({ mo_ids }) : unlock.run({ mo_ids })),
  }
}
