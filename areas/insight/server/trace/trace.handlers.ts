import type { Parsed } from '@qitao/core/call.ts'
import { productFields, productInstead } from '@qitao/masterdata/model/material/product.fields.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { type Context, type Handler, handleInSteps, handleLarge } from '@qitao/platform/server/http/handle.ts'
import { exportRecall, listRecall, printTrace, queryTrace, recallLine } from '../../model/trace/trace.calls.ts'
import { isCoarse, nodeOf, traceDirection, traceKind } from '../../model/trace/trace-node.ts'
import { recallOf } from './recall.ts'
import type { Direction } from './trace-edges.ts'
import { factsOf } from './trace-facts.ts'
import { gapsOf } from './trace-gaps.ts'
import { drawTrace, sheetOfTrace } from './trace-paper.ts'
import { isLargeTrace, startsOf, type Walked, walk } from './trace-walk.ts'

const { both, backward, forward } = traceDirection.codes
const directionsOf = (direction: Parsed<typeof queryTrace>['direction']): Direction[] =>
  direction === both ? ['backward', 'forward'] : direction === backward ? ['backward'] : ['forward']
const isLarge = ({ direction, ...question }: Parsed<typeof queryTrace>, context: Context): Promise<boolean> =>
  isLargeTrace(context, directionsOf(direction), question)
const nothing: Walked = { levels: new Map(), edges: [], cut: false }

async function answerTo({ direction, ...question }: Parsed<typeof queryTrace>, { tx, org_id, language }: Context) {
  const starts = await startsOf(tx, org_id, question)
  const asked = directionsOf(direction)
  const back = asked.includes('backward') ? await walk(tx, org_id, 'backward', starts) : nothing
  const ahead = asked.includes('forward') ? await walk(tx, org_id, 'forward', starts) : nothing
  const edges = [...new Map([...back.edges, ...ahead.edges].map(edge => [`${edge.from}>${edge.to}`, edge])).values()]
  const shown = new Set([...starts, ...edges.flatMap(({ from, to }) => [from, to])])
  const facts = await factsOf(tx, org_id, [...shown], language)
  const told = await gapsOf(tx, org_id, facts, edges, direction === forward ? [] : starts)
  return {
    starts,
    nodes: [...facts].map(([key, { material_id: _, serial_policy: __, ...node }]) => ({
      key,
      node_type: traceKind.codes[nodeOf(key).kind],
      level: back.levels.has(key) ? -back.levels.get(key)! : (ahead.levels.get(key) ?? 0),
      ...node,
    })),
    edges: edges.map(edge => ({ ...edge, coarse: isCoarse(edge) })),
    ...told,
    cut: back.cut || ahead.cut,
  }
}

/** Shown whole: of a recall nothing is to be overlooked on a further page. */
const recall = handleLarge(
  listRecall,
  (question, context) => isLargeTrace(context, ['forward'], question),
  async ({ ids, ...question }: Parsed<typeof listRecall> & { ids?: string[] }, { tx, org_id }) => {
    const found = await recallOf(tx, org_id, question)
    const result = ids ? found.filter(({ id }) => ids.includes(id)) : found
    return { result, total: result.length }
  },
)

export const traceHandlers: Handler[] = [
  handleLarge(queryTrace, isLarge, answerTo),
  handleInSteps(
    printTrace,
    {
      async load(asked, context) {
        const { direction, ...question } = asked
        const recalled = direction === backward ? [] : await recallOf(context.tx, context.org_id, question)
        return sheetOfTrace(asked, context, await answerTo(asked, context), recalled)
      },
      decide: drawTrace,
      save: async (_asked, _context, _sheet, drawn) => drawn,
    },
    isLarge,
  ),
  recall,
  exportHandler(exportRecall, recall, {
    title: recallLine.title,
    fields: { ...recallLine.fields, ...productFields },
    columns: [
      ...['where', 'customer_name', 'order_no', 'document_no', 'material_id', 'lot_number', 'serial_no', 'quantity'],
      ...['unit_name', 'place', 'held', 'time'],
    ],
    instead: productInstead,
  }),
]
