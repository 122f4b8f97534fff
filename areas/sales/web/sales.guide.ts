import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { salesErrors } from '../model/sales.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.salesOrders,
    picture: true,
    also: [pages.editSalesOrder, pages.recycleBin],
    does: text('录入销售订单并转工单', 'enter a sales order and make work orders of it'),
    purpose: text(
      '记录客户要什么、要多少、何时要，并看到订单走到哪一步。',
      'Keeps what a customer wants, how much and when, and shows how far each order has come.',
    ),
    steps: [
      text(
        '按「新建」，选客户，填明细的物料、数量、单价和交期。',
        'Press “New”, choose the customer, and enter material, quantity, price and date of each line.',
      ),
      text('按「保存并提交」；还没定的按「保存草稿」。', 'Press “Save and submit”, or “Save draft” while it is open.'),
      text(
        '按「转工单」，选择先用可用库存、整行或分批生产。',
        'Press “Create work orders”: take free stock first, make whole lines or lots.',
      ),
      text(
        '点开订单看「订单明细」和「进度」；延期的可看为什么延期和怎样补救。',
        'Open the order for “Order lines” and “Progress”; for a late line see why it is late and what would help.',
      ),
      text(
        '要改已提交的订单，用「变更并查看影响」，先看影响再保存。',
        'To change a submitted order use “Change and see effects”: see what follows before it is saved.',
      ),
    ],
    terms: [
      {
        term: text('冲抵', 'Offset'),
        means: text('用已有的可用库存抵掉要生产的数量。', 'Free stock is taken for the order instead of making it.'),
      },
    ],
    errors: [
      {
        error: salesErrors.orderHasMo,
        remedy: text('订单已在生产：在工单页修改工单。', 'It is being made already: change its work orders.'),
      },
      {
        error: salesErrors.cancelHasShipping,
        remedy: text('货已发出：登记销售退货，不取消订单。', 'Goods have left: enter a return instead of cancelling.'),
      },
      {
        error: salesErrors.approvalPending,
        remedy: text(
          '等审批人处理，或在任务中心撤回审批。',
          'Wait for the approver, or withdraw the approval in the task centre.',
        ),
      },
    ],
  },
  {
    page: pages.quotations,
    also: [pages.editQuotation],
    does: text('报价并转成订单', 'make a quotation and an order of it'),
    purpose: text(
      '给客户的价格、折扣、税、有效期和条款；客户接受后按报价转订单。',
      'Prices, discounts, tax, validity and terms for a customer; accepted, it becomes an order at its prices.',
    ),
    steps: [
      text(
        '按「新建」，选客户，填物料和数量：单价按单价管理自动带出，再填折扣和有效期。',
        'Press “New”, choose the customer, enter goods and quantities: prices come from the lists; add discounts and validity.',
      ),
      text(
        '按「保存并提交」发出，用「打印」或「邮件」给客户。',
        'Press “Save and submit” to send it out; “Print” or “Mail” it.',
      ),
      text(
        '客户同意后转订单；没谈成标为未成交，写明原因。',
        'When the customer agrees make an order of it; if not, mark it as lost with the reason.',
      ),
      text('要改已发出的报价，先重新报价。', 'To change one that is out revise it first.'),
    ],
    errors: [
      {
        error: salesErrors.quotationExpired,
        remedy: text(
          '重新报价并延长有效期，或在转订单时选择单价。',
          'Revise it with a later day, or choose the prices when making the order.',
        ),
      },
      {
        error: salesErrors.quotationUnpriced,
        remedy: text('填上每行的单价再发出。', 'Enter the price of each line, then send it.'),
      },
    ],
  },
]
export default guides
