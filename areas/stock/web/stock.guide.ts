import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { containerErrors } from '../model/container.errors.ts'
import { stockErrors } from '../model/stock.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.stock,
    picture: true,
    does: text('查库存', 'look up stock'),
    purpose: text(
      '每种物料有多少、在哪里、被谁占用、还有多少在路上和在做。',
      'How much there is of each material, where, who holds it, and what is on its way or being made.',
    ),
    steps: [
      text('用「库存视图」选按物料、库位或批次看。', 'With “Stock view” look by material, bin or lot.'),
      text(
        '点开一行，看「库位批次」「占用」「库存流水」；「预计库存」按日列出将来的进出和哪天起短缺。',
        'Open a row for “Bins and lots”, “Occupied” and “Movements”; “Projected” tells day by day what comes and goes, and when it is short.',
      ),
      text(
        '刚开始使用时按「期初库存」录入，再「入账」。',
        'When you begin, press “Opening stock”, enter it and “Post”.',
      ),
    ],
    terms: [
      {
        term: text('可用', 'Available'),
        means: text('在库减去已被占用和冻结的数量。', 'In stock less what is occupied or held.'),
      },
    ],
    errors: [
      {
        error: stockErrors.occupiedOverAvailable,
        remedy: text('减少占用数量，或先释放别的占用。', 'Occupy less, or release other holds first.'),
      },
    ],
  },
  {
    page: pages.stockAdjustments,
    does: text('调整库存', 'put stock right'),
    purpose: text(
      '账面与实物不符、又不值得盘点时，写明原因调整一处库存。',
      'Puts one place in stock right, with a reason, where the books are wrong and a count is not worth it.',
    ),
    steps: [
      text('在「调整原因」写好公司的原因。', 'Write the reasons of the company under “Reasons”.'),
      text(
        '在「库存」的一行按「调整」，或在此按「调整库存」，填实际数量和原因。',
        'On a row of “Stock” press “Adjust”, or “Adjust stock” here; enter what is really there and why.',
      ),
      text(
        '在「系统设置」的「审批流」为「库存调整」设金额和审批人：达到的先由审批人通过。',
        'In “System settings”, under “Approval flows”, say for “Stock adjustment” from which amount on who agrees first.',
      ),
    ],
    errors: [
      {
        error: stockErrors.adjustmentWaits,
        remedy: text('先由审批人决定，或撤回前一次调整。', 'Let the approver decide, or withdraw the one before.'),
      },
      {
        error: stockErrors.adjustReasonExists,
        remedy: text('用已有的原因。', 'Use the one that is there.'),
      },
    ],
  },
  {
    page: pages.locations,
    does: text('建仓库和库位', 'set up warehouses and bins'),
    purpose: text('仓库和库位是所有出入库的地址。', 'Warehouses and bins are the addresses of every movement.'),
    steps: [
      text('在「仓库」建仓库。', 'Make the warehouse under “Warehouses”.'),
      text('在「库位」按「新建库位」。', 'Under “Bins” press “New bin”.'),
      text('常用物料在「固定库位」定好位置和上下限。', 'Give usual materials their place under “Fixed bins”.'),
      text('按「打印标签」贴到货架。', 'Press “Print labels” for the shelves.'),
    ],
    errors: [
      {
        error: stockErrors.warehouseNotEmpty,
        remedy: text('先把库存调拨到别处，再删除。', 'Transfer its stock elsewhere first.'),
      },
    ],
  },
  {
    page: pages.containers,
    does: text('管理容器和装取', 'manage containers and their contents'),
    purpose: text('托盘、周转箱的类型和每个容器里装了什么。', 'Kinds of pallets and boxes, and what each one holds.'),
    steps: [
      text('在「容器类型」建类型。', 'Make kinds under “Types”.'),
      text('按「新建容器」，选类型和库位。', 'Press “New container”; choose kind and bin.'),
      text('按「装取」，把库存装入或取出。', 'Press “Contents” to put stock in or take it out.'),
    ],
    errors: [
      { error: containerErrors.containerInUse, remedy: text('先全部取出，再删除。', 'Take everything out first.') },
      {
        error: containerErrors.typeInUse,
        remedy: text('先删除或改掉用它的容器。', 'Delete or change containers of this kind first.'),
      },
    ],
  },
]
export default guides
