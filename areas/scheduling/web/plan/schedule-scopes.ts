import { type Text, text } from '@qitao/core/text.ts'
import { listMos } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { useWhole } from '@qitao/platform/web/call/use-whole.ts'
import { useMemo } from 'react'

import type { OrderList } from '../chart/pool-lists.ts'
import { poolInput } from '../chart/pool-lists.ts'
import type { ChosenOrder } from '../hand/use-plan-acts.ts'

export type Scope = 'all' | 'waiting' | 'chosen'
/** Ids of the plan orders of each scope. */
export type Scopes = Readonly<Record<Scope, readonly string[]>> & {
  /** Nothing has been read yet. */
  readonly unread: boolean
  /** The chosen ones that have a place in the plan. */
  readonly placed: readonly ChosenOrder[]
}

/** `list`: where orders are ticked. */
export function useScopes(chosen: ReadonlySet<string>, list: OrderList | undefined): Scopes {
  const pool = useWhole(listMos, poolInput.placed)
  const beyond = useWhole(listMos, list === 'published' || list === 'late' ? poolInput[list] : null)
  return useMemo(() => {
    const all = pool.data ?? []
    const ticked = all.filter(({ id }) => chosen.has(id))
    const listed = beyond.data?.filter(({ id }) => chosen.has(id)) ?? ticked
    return {
      unread: pool.data === undefined,
      all: all.map(({ id }) => id),
      waiting: all.filter(mo => mo.planned_start_time === null).map(({ id }) => id),
      chosen: ticked.map(({ id }) => id),
      placed: listed.filter(mo => mo.planned_start_time !== null),
    }
  }, [pool.data, beyond.data, chosen])
}

export const whyNoSchedule = ({ all }: Scopes, running: boolean): Text | undefined =>
  running
    ? text('排产计算中，请稍等', 'Scheduling is being calculated')
    : all.length === 0
      ? text('没有待排产的工单', 'No order waits to be scheduled')
      : undefined
