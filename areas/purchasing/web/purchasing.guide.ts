import { text } from '@qitao/core/text.ts'
import { masterdataErrors } from '@qitao/masterdata/model/masterdata.errors.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { purchasingErrors } from '../model/purchasing.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.purchase,
    picture: true,
    also: [pages.editPurchase],
    does: text('把需求变成采购订单', 'turn demand into purchase orders'),
    purpose: text(
      '从缺料需求到采购申请、采购订单，再到入库。',
      'From what is short to requests, purchase orders and receipt.',
    ),
    steps: [
      text('在「需求」看要买什么、何时要、为谁买。', 'Under “Demand” see what is to be bought, by when and for whom.'),
      text(
        '勾选后按「转采购申请」，或直接「转采购订单」；批准的申请在「采购申请」转订单。',
        'Tick rows and press “To requests”, or straight “To purchase orders”; approved ones become orders under “Requests”.',
      ),
      text(
        '在「采购订单」按「请供应商确认」，把链接发给供应商。',
        'Under “Purchase orders” press “Ask the supplier” and send the link.',
      ),
      text(
        '分两批到的，在明细按「拆分」；要提前的按「催货」；货到按「到货入库」。',
        'Press “Split” on a line that comes in two parts, “Expedite” on one that is needed earlier; when goods come press “Receive”.',
      ),
    ],
    errors: [
      {
        error: purchasingErrors.supplierRequired,
        remedy: text('选供应商；常用的可在物料里设默认供应商。', 'Choose one; a usual one can be set at the material.'),
      },
      {
        error: purchasingErrors.hasReceipt,
        remedy: text('已到的保留，剩余的强制关闭。', 'What has come stays; force close the rest.'),
      },
      {
        error: purchasingErrors.requestConverted,
        remedy: text('到采购订单里修改。', 'Change the purchase order instead.'),
      },
    ],
  },
  {
    page: pages.arrivalPlan,
    picture: true,
    also: [pages.editArrival],
    does: text('跟踪到货并改期', 'follow arrivals and change their dates'),
    purpose: text(
      '什么时候到什么货、谁在等它、晚了怎么办。',
      'What comes when, who waits for it, and what to do when it is late.',
    ),
    steps: [
      text(
        '在「待到货明细」看逾期和有工单等料的。',
        'Under “Open lines” see what is overdue and what orders wait for.',
      ),
      text(
        '「到货时间轴」按供应商看每天到什么；点数字看明细，可直接入库。',
        '“Time line” shows by supplier what comes on which day; a figure opens its lines, which are received from there.',
      ),
      text(
        '供应商改了日期，勾选后按「批量改期」。',
        'When the supplier gives another date tick the lines and press “New ETA”.',
      ),
      text('供应商发货后按「通知到货」建到货单。', 'When it is sent press “Announce arrival”.'),
      text('货到按「批量入库」。', 'When it is there press “Receive”.'),
    ],
    errors: [
      {
        error: purchasingErrors.etaBeforeOrderDate,
        remedy: text('填采购日期当天或之后的日期。', 'Enter the order date or later.'),
      },
    ],
  },
  {
    page: pages.unitPrices,
    does: text('维护采购单价', 'keep purchase prices'),
    purpose: text(
      '供应商的约定价、数量阶梯和有效期，用于下单和算成本。',
      'Agreed prices with steps and validity, used in orders and costs.',
    ),
    steps: [
      text('按「新建采购单价」，选供应商和物料。', 'Press “New purchase prices”; choose supplier and material.'),
      text('填「数量阶梯」和有效期，保存。', 'Enter the “Quantity steps” and validity, and save.'),
      text('大量价格用导入。', 'Use the import for many.'),
      text(
        '设了审批流的价格先到「调价申请」，通过后才用于订单。',
        'Where a flow of approval applies, prices wait under “Proposals” and price orders once approved.',
      ),
    ],
    errors: [
      {
        error: masterdataErrors.priceExists,
        remedy: text('改有效期，使它们不重叠。', 'Change the validity so that the periods do not overlap.'),
      },
    ],
  },
]
export default guides
