import { documentHandlers } from '@qitao/document-kit/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { addSupplements, showSupplement, supplements } from '../model/supplement.calls.ts'
import { supplementBooks, supplementTable } from './supplement.books.ts'

export const supplementHandlers: Handler[] = [
  ...documentHandlers(supplements, supplementTable, supplementBooks),
  handle(showSupplement, async (key, context) => ({ record: await supplementBooks.one(context, key) })),
  handle(addSupplements, async ({ user_ids, ...entry }, context) => {
    const made = await supplementBooks.add(
      context,
      [...new Set(user_ids)].map(user_id => ({ ...entry, user_id })),
    )
    return { ids: made.map(({ id }) => id), nos: made.map(({ no }) => no) }
  }),
]
