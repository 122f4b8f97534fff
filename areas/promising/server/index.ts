import type { Area } from '@qitao/platform/server/area.ts'
import { promisingKnown } from '../model/promising.known.ts'
import { orderChangeHandlers } from './change/change.handlers.ts'
import { inquiryHandlers } from './inquiry.handlers.ts'
import { lineStateHandlers } from './lines/line-state.handlers.ts'

export const promisingArea: Area = {
  name: 'promising',
  known: promisingKnown,
  handlers: [...inquiryHandlers, ...orderChangeHandlers, ...lineStateHandlers],
}
