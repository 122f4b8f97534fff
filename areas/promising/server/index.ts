import type { Area } from '@qitao/platform/server/area.ts'
import { promisingKnown } from '../model/promising.known.ts'
import { inquiryHandlers } from './inquiry.handlers.ts'

export const promisingArea: Area = {
  name: 'promising',
  known: promisingKnown,
  handlers: inquiryHandlers,
}
