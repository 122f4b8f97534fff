import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { manufacturingErrors } from '../model/manufacturing.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.materialPlan,
    does: text('检查齐套并补料', 'check kitting and replenish'),
    purpose: text(
      '看清每个工单缺什么料、什么时候到齐，把缺的补上，再下发去排产。',
      'Shows what each work order is short of and when it will be complete; what is missing is replenished here, and orders are sent on to be scheduled.',
    ),
    steps: [
      text('按「齐套检查」，等任务算完。', 'Press “Check kitting” and wait until the job is done.'),
      text(
        '点开工单，看决定齐套时间的物料和它的来源。',
        'Open a work order: see the material that decides its kitting time, and where it comes from.',
      ),
      text(
        '勾选缺料的工单，按「自动补料」，看过预览再生成子工单和采购申请。',
        'Tick orders that are short and press “Replenish”; look at the preview, then make the child orders and purchase requests.',
      ),
      text(
        '急单可按「从其他工单调料」，先看谁会让出。',
        'For an urgent one press “Take from other orders” and see first who gives.',
      ),
      text(
        '按「下发计划」，工单进入生产计划等待排产。',
        'Press “Send to plan”: the orders go to the production plan to be scheduled.',
      ),
    ],
    terms: [
      {
        term: text('齐套', 'Kitted'),
        means: text(
          '工单需要的物料全部有了着落。齐套时间是最后一种料到齐的时间。',
          'All material that the work order needs is covered. The kitting time is when the last of it is there.',
        ),
      },
    ],
    errors: [
      {
        error: manufacturingErrors.noneSendable,
        remedy: text(
          '先做齐套检查，再选尚未下发的工单。',
          'Check kitting first, then choose orders that are not sent yet.',
        ),
      },
      {
        error: manufacturingErrors.reallocationMoved,
        remedy: text(
          '刚有人动过这种料：重新打开预览再确认。',
          'Somebody has just moved this material: open the preview again, then confirm.',
        ),
      },
    ],
  },
  {
    page: pages.manufacturingOrders,
    picture: true,
    does: text('新建和修改工单', 'make and change work orders'),
    purpose: text(
      '工单的全部生命：新建、拆分、合并、下发、退回、打印工卡。',
      'The whole life of work orders: make, split, merge, send to the plan, return, print job cards.',
    ),
    steps: [
      text(
        '按「新建工单」，选物料、数量和交期。来自销售订单的工单在销售订单页转入。',
        'Press “New work order” and choose material, quantity and delivery date. Orders of a sales order are made on its page.',
      ),
      text(
        '数量太大时选中工单按「拆分」；同物料同状态的按「合并工单」。',
        'If it is too large, choose it and press “Split”; orders of one material and status are put together by “Merge work orders”.',
      ),
      text('工艺改了时按「按现行工艺更新」。', 'When the recipe has changed press “Follow the recipe in force”.'),
      text(
        '按「下发计划」去排产；要改回来按「退回待办」。',
        'Press “Send to plan” to have it scheduled; “Return to to-do” takes it back.',
      ),
      text(
        '车间要纸时按「打印工卡」，一次最多10张。',
        'If the floor wants paper press “Print job cards”, at most 10 at once.',
      ),
    ],
    errors: [
      {
        error: manufacturingErrors.mergeMismatch,
        remedy: text('只勾选物料和状态都相同的工单。', 'Tick only orders of one material in one status.'),
      },
      {
        error: manufacturingErrors.returnHasOutbound,
        remedy: text('先在出库管理退料，再退回工单。', 'Return the picked material on the outbound page first.'),
      },
      {
        error: manufacturingErrors.moNotDeletable,
        remedy: text('先退回待办，再删除。', 'Return it to to-do first, then delete it.'),
      },
    ],
  },
]
export default guides
