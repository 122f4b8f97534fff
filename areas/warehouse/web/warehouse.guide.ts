import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { stockErrors } from '@qitao/stock/model/stock.errors.ts'
import { warehouseErrors } from '../model/warehouse.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.stockByBom,
    does: text('查现有库存能做多少套', 'see how many sets the stock can make'),
    purpose: text(
      '按BOM算现在和到某天能做多少套，什么料限制了它。',
      'Works out by BoM how many sets can be made now and by a day, and what limits them.',
    ),
    steps: [
      text(
        '选「产品」；一套含多种产品时用「每套数量、粘贴」。',
        'Choose “Products”; for a set of several use “Quantities, paste”.',
      ),
      text('看「现在可做」和「可做，到」某天的套数。', 'Read “Can be made now” and “Can be made by” the day.'),
      text('打开「只看缺料」，点开一行看谁占用了它。', 'Turn on “Missing only” and open a row to see who has it.'),
    ],
  },
  {
    page: pages.transfers,
    also: [pages.editTransfer],
    does: text('在库位之间调拨', 'transfer stock between bins'),
    purpose: text(
      '把库存从一个库位移到另一个库位，账随货走。',
      'Moves stock from one bin to another, books and goods together.',
    ),
    steps: [
      text(
        '按「新建」，选调出、调入库位，填物料和数量；或按「扫码录入」。',
        'Press “New”, choose the bins, enter materials and quantities; or press “Scan”.',
      ),
      text('库位和批号可按「补全库位和批号」带出。', '“Fill in bins and lots” proposes where to take from.'),
      text('按「保存并提交」。', 'Press “Save and submit”.'),
      text('货到后按「确认收货」。', 'When it has arrived press “Receive”.'),
    ],
    errors: [
      { error: warehouseErrors.transferSameLocation, remedy: text('换一个调入库位。', 'Choose another target bin.') },
      {
        error: stockErrors.stockInsufficient,
        remedy: text(
          '在库存页看可用数量，减少数量或换库位。',
          'See on the stock page what is available; take less or another bin.',
        ),
      },
    ],
  },
  {
    page: pages.inbound,
    picture: true,
    also: [pages.editReceipt],
    does: text('收货入库', 'receive goods into stock'),
    purpose: text(
      '采购到货、完工产品、销售退货都从这里入账。',
      'Purchased goods, finished goods and returns are booked in here.',
    ),
    steps: [
      text(
        '按「新建入库单」，用「从来源带入明细」选采购订单或销售退货；完工的在「待完工入库」。',
        'Press “New inbound” and use “Pull lines” from purchase orders or returns; what is made waits under “Finished goods”.',
      ),
      text(
        '填数量、批号；按「建议库位」带出库位。',
        'Enter quantities and lots; “Propose bins” fills in where they go.',
      ),
      text('按「保存并提交」，再按「确认入库」，库存增加。', 'Press “Save and submit”, then “Put in”: stock rises.'),
    ],
    errors: [
      {
        error: stockErrors.countInProgress,
        remedy: text('等盘点完成，或换库位入。', 'Wait until the count is done, or use another bin.'),
      },
      {
        error: stockErrors.lotRequired,
        remedy: text('该物料按批号管理：在明细里填批号。', 'The material is kept by lot: enter it in the line.'),
      },
      {
        error: warehouseErrors.cancelNotAllowed,
        remedy: text('已入的部分用「冲销」，剩余的强制关闭。', '“Reverse” what has gone in, force close the rest.'),
      },
    ],
  },
  {
    page: pages.outbound,
    picture: true,
    also: [pages.shipping],
    does: text('领料、退料和发货', 'pick material, return it and ship'),
    purpose: text(
      '工单领料、销售发货和其他出库都从这里出账。',
      'Material for work orders, shipments and other issues leave stock here.',
    ),
    steps: [
      text(
        '在「待领料」选工单，按「领料」，看库位和数量后按「确认领料」。',
        'Under “To pick” choose the order, press “Pick”, check bins and quantities, press “Pick” again.',
      ),
      text(
        '发货在销售订单页打开，填本次数量，按「确认发货」。',
        'Shipping is opened from the sales order: enter the quantity and press “Ship”.',
      ),
      text(
        '其他出库按「新建出库单」，提交后按「确认出库」。',
        'For other issues press “New outbound”, submit, then press “Take out”.',
      ),
      text('单据多时在「拣货波次」一起拣。', 'With many documents pick them together under “Pick waves”.'),
      text('多领的按「退料」退回。', '“Return” brings back what was too much.'),
    ],
    errors: [
      {
        error: stockErrors.stockOccupied,
        remedy: text(
          '料被别的工单占用：到物料计划调料或释放。',
          'Another order holds it: take or release it on the material plan.',
        ),
      },
      {
        error: warehouseErrors.pickingOverRequired,
        remedy: text(
          '按需求数量领；要多领先改工单数量。',
          'Pick what is required; to pick more, change the order first.',
        ),
      },
    ],
  },
  {
    page: pages.scanWork,
    does: text('用扫码收货、拣货、移库', 'receive, pick and move by scanning'),
    purpose: text(
      '仓库人员边走边扫：收货、拣货、上架、移库。',
      'For people in the warehouse: receive, pick, put away and move with a scanner.',
    ),
    steps: [
      text('选要做的单据，或「上架与移库」。', 'Choose the document, or “Put away or move”.'),
      text('按提示扫库位、物料、批号。', 'Scan bin, goods and lot as asked.'),
      text('填数量；拣货按「确认，下一站」。', 'Enter the quantity; when picking press “Confirm, next stop”.'),
      text(
        '货不在时按「缺货」，选「换其他库位」或「其余不拣」。',
        'If it is not there press “It is not there”, then “Another bin” or “Leave the rest open”.',
      ),
    ],
  },
  {
    page: pages.stockCounts,
    also: [pages.editStockCount],
    does: text('盘点库存', 'count stock'),
    purpose: text(
      '核对实物和账面，差异审过后调整库存。',
      'Compares goods with books; differences are looked at, then stock is put right.',
    ),
    steps: [
      text(
        '按「建议盘点」看该盘哪里，或按「新建盘点单」选库区或库位。',
        'Press “What to count next”, or “New stock count” and choose zones or bins.',
      ),
      text(
        '按「盘点」，扫或填「盘点数量」，按「保存，下一个」。',
        'Press “Count”, scan or enter what is “Counted”, press “Save, next”.',
      ),
      text('账上没有的按「新增发现物料」。', 'For goods that are not in the books press “Found something else”.'),
      text(
        '差异过大的行由另一人复盘；全部盘完再完成盘点单。',
        'Lines that differ too much are counted again by somebody else; finish the count when all are done.',
      ),
      text(
        '看「按库位」「按物料」知道何时盘过、差多少。',
        'Look “By bin” and “By material” when something was counted last and how it differed.',
      ),
    ],
    terms: [
      {
        term: text('盲盘', 'Blind'),
        means: text(
          '盘点时不显示账面数量，避免照抄。',
          'The book quantity is hidden while counting, so that nobody copies it.',
        ),
      },
    ],
    errors: [
      {
        error: stockErrors.countInProgress,
        remedy: text(
          '该库位正在盘点：完成或取消盘点单后再出入库。',
          'The bin is being counted: finish or cancel that count before goods move.',
        ),
      },
    ],
  },
]
export default guides
