import type { Instant } from '@qitao/core/time.ts'
import { documentHandlers } from '@qitao/document-kit/server'
import type { Tx } from '@qitao/platform/server/database/database.ts'
import { type Context, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listOrderLines, salesOrders } from '../model/sales-order.calls.ts'
import { seenLines } from './follow-orders.ts'
import { returnPaper } from './return/sales-return-paper.ts'
import { orderBooks, orderTable } from './sales-order.books.ts'
import { salesOrderMail, salesPaper } from './sales-order-paper.ts'

/** What later areas do when lines go that have no work orders of their own: they know what was promised of them. */
export interface CancelledLines {
  /** Before the order is locked. */
  readonly lock: (tx: Tx, org_id: string, line_ids: readonly string[]) => Promise<unknown>
  readonly free: (tx: Tx, org_id: string, line_ids: readonly string[], now: Instant) => Promise<unknown>
}
const linesOf = async ({ tx, org_id }: Context, order_ids: readonly string[]): Promise<string[]> =>
  (await seenLines(tx, org_id, { order_ids })).map(({ id }) => id)

/** Lines that an altered order has no more, or of another product, are owed nothing of what was promised. */
const booksThatFree = (free: CancelledLines['free']): typeof orderBooks => ({
  ...orderBooks,
  async replace(context, order, altered) {
    const { tx, org_id, now } = context
    const products = async () =>
      new Map((await seenLines(tx, org_id, { order_ids: [order.id] })).map(({ id, material_id }) => [id, material_id]))
    const before = await products()
    await orderBooks.replace(context, order, altered)
    const after = await products()
    const gone = [...before].flatMap(([id, material_id]) => (after.get(id) === material_id ? [] : id))
    if (gone.length > 0) await free(tx, org_id, gone, now)
  },
})

const lockMakers =
  (lock: CancelledLines['lock']) =>
  async (context: Context, ids: readonly string[]): Promise<unknown> =>
    lock(context.tx, context.org_id, await linesOf(context, ids))

export const salesOrderHandlers = ({ lock, free }: CancelledLines): Handler[] => [
  ...documentHandlers(
    salesOrders,
    {
      ...orderTable,
      before: { alter: lockMakers(lock), cancel: lockMakers(lock) },
      acts: {
        cancel: async (context, orders) => {
          const line_ids = await linesOf(
            context,
            orders.map(({ id }) => id),
          )
          await free(context.tx, context.org_id, line_ids, context.now)
        },
      },
    },
    booksThatFree(free),
  ),
  returnPaper.print,
  salesPaper.print,
  salesOrderMail.handler,

  handle(listOrderLines, async ({ order_id }, context) => {
    const { id } = await orderBooks.one(context, { id: order_id })
    return { result: await orderBooks.linesOf(context.tx, context.org_id, [id]) }
  }),
]
