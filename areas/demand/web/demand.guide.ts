import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { demandErrors } from '../model/demand.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.demandForecast,
    does: text('预测需求', 'forecast demand'),
    purpose: text(
      '按历史推算以后要多少，人可以改，再发布给供需计划。',
      'Works out from history what will be asked for; people may change it, then it is released to planning.',
    ),
    steps: [
      text('按「计算预测」。', 'Press “Calculate”.'),
      text(
        '点「查看」看历史、区间和模型；不同意的按「设定」并写原因。',
        'Press “View” for history, interval and models; where you know better press “Set” and say why.',
      ),
      text('促销、停产登记在「事件」。', 'Enter promotions and stops under “Events”.'),
      text(
        '在「发布」发布；以后在「准确率」看准不准。',
        'Release it under “Releases”; later see under “Accuracy” how good it was.',
      ),
    ],
    errors: [
      {
        error: demandErrors.historyShort,
        remedy: text('人工设定，或导入更早的历史。', 'Set it by hand, or import earlier history.'),
      },
      { error: demandErrors.configEnabled, remedy: text('先停用，再修改。', 'Disable it, then change it.') },
    ],
  },
  {
    page: pages.inventoryPlan,
    does: text('定再订货点和安全库存', 'set reorder points and safety stock'),
    purpose: text('按消耗和供货周期算每种料该备多少。', 'Works out from consumption and lead time how much to keep.'),
    steps: [
      text('按「计算库存计划」。', 'Press “Calculate”.'),
      text(
        '看「在用」与「计算」的差别和满足率。',
        'Compare what is “In use” with what is “Computed”, and the fill rate.',
      ),
      text('同意的勾选后按「采用」。', 'Tick what you agree with and press “Accept”.'),
    ],
    errors: [
      {
        error: demandErrors.stockPlanRunning,
        remedy: text('等任务中心里的任务结束。', 'Wait for the job in the task centre.'),
      },
    ],
  },
  {
    page: pages.supplyDemandPlan,
    does: text('平衡供需', 'balance demand and supply'),
    purpose: text(
      '逐期看需求和供应，缺的转采购或工单。',
      'Sets demand against supply by period; what is short becomes purchases or work orders.',
    ),
    steps: [
      text('按「计算供需」。', 'Press “Calculate”.'),
      text('看「逐期供需」和「供需对应」。', 'Look at “Period by period” and “Who has what”.'),
      text(
        '勾选缺的物料，按「转采购申请」或「建立工单」。',
        'Tick what is short and press “To requests” or “Make work orders”.',
      ),
    ],
    errors: [
      {
        error: demandErrors.nothingShort,
        remedy: text('刷新后再看：别人可能已经处理。', 'Refresh: somebody may have dealt with it.'),
      },
    ],
  },
]
export default guides
