import { mostRows } from '@qitao/core/page.ts'
import { isEqual } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { expectFixedOrder } from '@qitao/platform/server/list/list.ts'
import { demandErrors } from '../../model/demand.errors.ts'
import { accuracyOf, expectPeriods, horizonAt } from '../../model/forecast.rules.ts'
import { alterForecastSeries, listForecastGroups, showForecastGroup } from '../../model/group/group.calls.ts'
import { spread } from '../../model/group/group.rules.ts'
import { expectAllData, keepCustoms } from '../forecast.handlers.ts'
import { cellsOfSeries, groupDetail, groupsOf, oneSpreadAtATime } from './group.queries.ts'

const firstOf = (time_dimension: number, { now, member }: Context) =>
  horizonAt(now, time_dimension, member.time_zone).ahead[0]!

export const forecastGroupHandlers: Handler[] = [
  handle(listForecastGroups, async (input, context) => {
    const { time_dimension, by, keyword, page, page_size } = input
    expectAllData(context.member)
    expectFixedOrder(input)
    const limit = page_size === -1 ? mostRows : page_size
    const asked = { time_dimension, by, first: firstOf(time_dimension, context) }
    const found = await groupsOf(context.tx, context.org_id, asked, { keyword, limit, offset: (page - 1) * limit })
    return { ...found, by, result: found.result.map(({ wape, ...row }) => ({ ...row, accuracy: accuracyOf(wape) })) }
  }),
  handle(showForecastGroup, ({ time_dimension, by, key }, context) => {
    expectAllData(context.member)
    return groupDetail(context.tx, context.org_id, { time_dimension, by, first: firstOf(time_dimension, context) }, key)
  }),
  handle(alterForecastSeries, async ({ time_dimension, series, values, reason }, { tx, org_id, member, now }) => {
    expectAllData(member)
    expectPeriods(values, horizonAt(now, time_dimension, member.time_zone).ahead)
    await oneSpreadAtATime(tx, org_id)
    const periods = values.map(({ period }) => period)
    const cells = Map.groupBy(await cellsOfSeries(tx, org_id, { time_dimension, series, periods }), one => one.period)
    const said = values.flatMap(({ period, quantity }, index) => {
      const of = cells.get(period) ?? []
      const parts = of.length === 0 ? undefined : spread(quantity, of)
      if (!parts)
        refuse(demandErrors.parameterInvalid, {
          ...{ field: 'period', row: index + 1 },
          detail: text(
            '该周期内系列的物料都没有预测，无法分摊，请先设定其中一个物料',
            'None of its materials is forecast in this period: set one of them first',
          ),
        })
      return parts.flatMap((part, at) =>
        isEqual(part.quantity, of[at]!.quantity) ? [] : [{ ...part, period, model_quantity: of[at]!.model_quantity }],
      )
    })
    await keepCustoms(tx, { time_dimension, said, reason })
    return { affected: said.length }
  }),
]
