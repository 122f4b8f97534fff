import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { promisingErrors } from '../model/promising.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.orderPromise,
    does: text('给客户承诺交期', 'promise a customer a delivery date'),
    purpose: text(
      '按现有库存、在途、可用产能算出什么时候能交，并把结果为客户保留一段时间。',
      'Works out from stock, receipts and free capacity when something can be delivered, and keeps the result for the customer for a while.',
    ),
    steps: [
      text(
        '按「询交期」，选客户、产品、数量和期望日期。',
        'Press “Ask for a date”; choose customer, product, quantity and wished date.',
      ),
      text('按「计算交期」。', 'Press “Find the date”.'),
      text(
        '看一次交付、期望日期前可交和分批交付的结果，并看「为什么是这一天」。',
        'Compare one delivery, what is ready by the wished day, and parts; see “Why this day”.',
      ),
      text('在保留时间内按「确认」，承诺生效。', 'Press “Confirm” while it is held: the promise stands.'),
      text(
        '客户不要时按「取消询单」，物料和产能立即放开。',
        'If the customer declines press “Cancel inquiry”: material and capacity are free at once.',
      ),
    ],
    terms: [
      {
        term: text('询单', 'Inquiry'),
        means: text(
          '一次交期询问和它保留的物料、产能。过了保留时间自动失效。',
          'One question for a date with the material and capacity it holds. It lapses when its time is over.',
        ),
      },
    ],
    errors: [
      {
        error: promisingErrors.inquiryExpired,
        remedy: text(
          '重新询交期：库存和产能可能已经变了。',
          'Ask for the date again: stock and capacity may have changed.',
        ),
      },
      {
        error: promisingErrors.displacesOthers,
        remedy: text(
          '看清哪些订单会受影响；仍要承诺时按「取走并确认」。',
          'See which orders lose; if it is to be so, press “Take and confirm”.',
        ),
      },
    ],
  },
]
export default guides
