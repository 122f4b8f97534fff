import { startOfToday } from '@qitao/document-kit/server'
import { type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { listComing, listComingParts } from '../../model/coming/coming.calls.ts'
import { comingPage, comingPartsPage } from './coming.queries.ts'

export const comingHandlers: Handler[] = [
  handle(listComing, (input, context) => comingPage(context.tx, context.org_id, startOfToday(context), input)),
  handle(listComingParts, (input, context) =>
    comingPartsPage(context.tx, context.org_id, startOfToday(context), input),
  ),
]
