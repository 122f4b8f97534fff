import type { Area } from '@qitao/platform/server/area.ts'
import { inquiryHandlers } from './inquiry.handlers.ts'

export const promisingArea: Area = {
  name: 'promising',
  handlers: inquiryHandlers,
}
