import { text } from '@qitao/core/text.ts'
import { listForecasts } from '@qitao/demand/model/forecast.calls.ts'
import { queryBomWhereUsed } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { listShortages, showMoSupply } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { listPlanMessages } from '@qitao/manufacturing/model/plan/plan-message.calls.ts'
import { messageKindOf } from '@qitao/manufacturing/model/plan/plan-message.ts'
import { countStock, listStock, listStockMovements } from '@qitao/stock/model/stock.calls.ts'
import { queryStockByBom } from '@qitao/warehouse/model/by-bom/stock-by-bom.calls.ts'
import { transferCalls } from '@qitao/warehouse/model/transfer/transfer.calls.ts'
import { transferStatus } from '@qitao/warehouse/model/transfer/transfer.status.ts'
import { type Column, listed, nameOf, type Question, quantity, type RowOf, tableOf } from '../question.ts'

type Named = { readonly material_code: string; readonly material_name: string }
const material: Column<Named> = [text('物料', 'Material'), row => `${row.material_code} ${row.material_name}`]

type StockRow = RowOf<typeof listStock>
const stockColumns: readonly Column<StockRow>[] = [
  material,
  [text('仓库', 'Warehouse'), row => row.warehouse_name],
  [text('库位', 'Bin'), row => row.location_code],
  [text('批次', 'Lot'), row => row.lot_number],
  [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
  [text('可用', 'Available'), row => quantity(row.available_quantity), 'number'],
  [text('到期', 'Expires'), (row, { day }) => day(row.expire_time)],
]
type ShortRow = RowOf<typeof listShortages>
const shortColumns: readonly Column<ShortRow>[] = [
  [text('工单', 'Work order'), row => row.mo_no],
  material,
  [text('需要', 'Needed'), row => quantity(row.required_quantity, row.unit_name), 'number'],
  [text('缺', 'Short'), row => quantity(row.short_quantity), 'number'],
  [text('预计到', 'Expected'), (row, { day }) => day(row.expected_time)],
  [text('工单交期', 'Due'), (row, { day }) => day(row.delivery_date)],
]
type MovementRow = RowOf<typeof listStockMovements>
const movementColumns: readonly Column<MovementRow>[] = [
  [text('时间', 'Time'), (row, { time }) => time(row.movement_time)],
  material,
  [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
  [text('库位', 'Bin'), row => `${row.warehouse_name} ${row.location_code}`],
  [text('单据', 'Document'), row => row.receipt_no ?? row.mo_no],
  [text('操作人', 'By'), row => row.operator_name],
]

export const goodsQuestions: readonly Question[] = [
  listed({
    key: 'why_short',
    example: text('工单…缺什么料？', 'What is work order … short of?'),
    also: [],
    words: [
      /^(?!现在|目前|今天)(?:工单)?(?<what>.+?)(?:为什么|为何)?(?:缺|欠|差)(?:什么|哪些)?(?:料|物料|材料)?[?？]?$/,
      /what is (?:work order |mo )?(?<what>.+?) (?:short of|missing)|why is (?<what2>.+?) short/i,
    ],
    subjects: ['mo'],
    call: listShortages,
    input: ({ subject }) => ({ mo_ids: [subject.id] }),
    title: text('缺料', 'Shortages'),
    some: text('{what} 缺 {total} 种物料。', '{what} is short of {total} components.'),
    none: text('{what} 不缺料。', '{what} is short of nothing.'),
    columns: shortColumns,
  }),
  listed({
    key: 'waits_for_material',
    example: text('哪些工单在等物料…？', 'Which work orders wait for material …?'),
    words: [
      /^(?!.*审批)(?:哪些|什么|谁).*(?:在)?等(?:物料|料)?(?<what>[^?？]+)/,
      /(?:work orders?|mos|who) .*waits? for (?:material )?(?<what>.+)/i,
    ],
    subjects: ['material'],
    call: listShortages,
    input: ({ subject }) => ({ material_id: subject.id }),
    title: text('等待该物料的工单', 'Work orders that wait for it'),
    some: text('{total} 处需求在等 {what}。', '{total} needs wait for {what}.'),
    none: text('没有工单在等 {what}。', 'No work order waits for {what}.'),
    columns: shortColumns,
    link: (row, asked) => asked.linkTo('mo', { id: row.mo_id, no: row.mo_no }),
  }),
  {
    key: 'who_gets',
    example: text('工单…的产出给谁？', 'Who gets the output of work order …?'),
    words: [/^(?:工单)?(?<what>.+?)的?产出给谁/, /who gets the output of (?:work order |mo )?(?<what>.+)/i],
    subjects: ['mo'],
    calls: [showMoSupply],
    async answer(asked) {
      const { uses } = await asked.ask(showMoSupply, { mo_id: asked.subject.id })
      const what = nameOf(asked.subject)
      if (uses.length === 0)
        return {
          text: asked.say(
            text('{what} 的产出还没有给其他工单。', 'No other work order is given the output of {what}.'),
            { what },
          ),
        }
      return {
        text: asked.say(
          text('{what} 的产出给了 {total} 张工单。', 'The output of {what} goes to {total} work orders.'),
          {
            what,
            total: uses.length,
          },
        ),
        tables: [
          tableOf(
            asked,
            text('用途', 'Uses'),
            { result: uses, total: uses.length },
            [
              [text('工单', 'Work order'), row => row.mo_no],
              [text('产品', 'Product'), row => `${row.product_code} ${row.product_name}`],
              [text('数量', 'Quantity'), row => quantity(row.quantity), 'number'],
              [text('需用', 'Needed'), (row, { time }) => time(row.needed_time)],
            ],
            row => asked.linkTo('mo', { id: row.mo_id, no: row.mo_no }),
          ),
        ],
      }
    },
  },
  listed({
    key: 'movements_of_material',
    example: text('物料…最近有哪些出入库？', 'What moved of material … lately?'),
    words: [
      /^(?!今)(?:物料)?(?<what>.+?)(?:最近)?(?:有哪些|的)?(?:出入库|流水|移动)/,
      /(?:what moved of|movements of) (?:material )?(?<what>.+?)(?: lately)?\??$/i,
    ],
    subjects: ['material'],
    call: listStockMovements,
    input: ({ subject }) => ({ material_id: subject.id }),
    title: text('出入库', 'Movements'),
    some: text('{what} 有 {total} 笔出入库，最新的在前。', '{what} has {total} movements, the latest first.'),
    none: text('{what} 没有出入库。', 'Nothing of {what} has moved.'),
    columns: movementColumns,
  }),
  listed({
    key: 'stock_of_material',
    example: text('物料…有多少库存？', 'How much of material … is in stock?'),
    words: [
      /^(?!.*(?:哪些|哪个|过期|能做))(?:物料)?(?<what>.+?)(?:还|现在)?(?:有|剩)?(?:多少)?(?:库存|存货)(?:多少|有多少)?/,
      /^(?:物料)(?<what>.+?)(?:还|现在)?(?:有|剩)多少/,
      /how much (?:of )?(?:material )?(?<what>.+?) (?:is|do we have)(?: there)?(?: in)?(?: stock)?|stock of (?:material )?(?<what2>.+)/i,
    ],
    subjects: ['material'],
    call: listStock,
    input: ({ subject }) => ({ stock_view: 1 as const, level: 'location' as const, material_id: subject.id }),
    title: text('库存', 'Stock'),
    some: text('{what} 在 {total} 处有库存。', '{what} lies in {total} places.'),
    none: text('{what} 没有库存。', 'There is no stock of {what}.'),
    columns: stockColumns,
  }),
  {
    key: 'sets_now',
    example: text('用现有库存能做多少套产品…？', 'How many of product … can be made from stock?'),
    words: [
      /能(?:做|装|生产|配)(?:多少|几)(?:套|台|个)?(?:产品)?(?<what>[^?？]+)/,
      /how many (?:of )?(?:product )?(?<what>.+?) can (?:be made|we make)/i,
    ],
    subjects: ['material'],
    calls: [queryStockByBom],
    async answer(asked) {
      const found = await asked.ask(queryStockByBom, { products: [{ material_id: asked.subject.id }], date: asked.now })
      const missing = found.result.filter(row => row.missing_quantity !== '0' && Number(row.missing_quantity) > 0)
      return {
        text: asked.say(
          text('用现有库存可做 {what} {sets} 套。', '{sets} of {what} can be made from what is in stock.'),
          {
            what: nameOf(asked.subject),
            sets: found.sets_now,
          },
        ),
        tables:
          missing.length === 0
            ? []
            : [
                tableOf(
                  asked,
                  text('再多一套缺的料', 'Missing for one more'),
                  { result: missing, total: missing.length },
                  [
                    material,
                    [text('可用', 'Available'), row => quantity(row.available_quantity, row.unit_name), 'number'],
                    [text('缺', 'Missing'), row => quantity(row.missing_quantity), 'number'],
                  ],
                ),
              ],
      }
    },
  },
  {
    key: 'where_used',
    example: text('物料…用在哪些产品上？', 'Where is material … used?'),
    words: [/^(?:物料)?(?<what>.+?)(?:用在|用于|用到)(?:哪|什么)/, /where is (?:material )?(?<what>.+?) used/i],
    subjects: ['material'],
    calls: [queryBomWhereUsed],
    async answer(asked) {
      const { result } = await asked.ask(queryBomWhereUsed, { material_id: asked.subject.id })
      const what = nameOf(asked.subject)
      if (result.length === 0) return { text: asked.say(text('没有BOM用到 {what}。', 'No BoM uses {what}.'), { what }) }
      return {
        text: asked.say(text('{total} 个BOM用到 {what}。', '{total} BoMs use {what}.'), { what, total: result.length }),
        tables: [
          tableOf(
            asked,
            text('使用处', 'Where used'),
            { result, total: result.length },
            [
              [text('产品', 'Product'), row => `${row.product} ${row.product_name}`],
              [text('BOM', 'BoM'), row => `${row.bom_code} ${row.version}`],
              [text('用量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
            ],
            row => asked.linkTo('material_bom', { id: row.bom_id, no: row.bom_code }),
          ),
        ],
      }
    },
  },
  listed({
    key: 'forecast_of',
    example: text('物料…的需求预测是多少？', 'What is the demand forecast of material …?'),
    words: [/^(?:物料|产品)?(?<what>.+?)的?(?:需求)?预测/, /forecast (?:of|for) (?:material |product )?(?<what>.+)/i],
    subjects: ['material'],
    call: listForecasts,
    input: ({ subject }) => ({ material_id: subject.id }),
    title: text('需求预测', 'Demand forecast'),
    some: text('{what} 的需求预测：', 'The demand forecast of {what}:'),
    none: text('{what} 还没有计算需求预测。', 'No demand forecast of {what} has been computed yet.'),
    columns: [
      material,
      [text('下一期', 'Next period'), row => quantity(row.next_quantity, row.unit_name), 'number'],
      [text('合计', 'Total'), row => quantity(row.total_quantity), 'number'],
      [text('计算于', 'Computed'), (row, { time }) => time(row.computed_time)],
    ],
  }),
  listed({
    key: 'shortages',
    example: text('现在缺哪些料？', 'Which materials are short?'),
    also: ['缺料', 'shortages', '缺什么料'],
    words: [/缺(什么|哪些|哪种)?(料|物料|材料)/, /short(ages?)?\b|what is missing/i],
    call: listShortages,
    input: () => ({}),
    title: text('缺料', 'Shortages'),
    some: text('有 {total} 处缺料。', 'There are {total} shortages.'),
    none: text('没有缺料。', 'Nothing is short.'),
    columns: shortColumns,
    link: (row, asked) => asked.linkTo('mo', { id: row.mo_id, no: row.mo_no }),
  }),
  listed({
    key: 'stock_expired',
    example: text('哪些库存过期了？', 'Which stock has expired?'),
    also: ['过期库存', 'expired stock'],
    words: [/库存.*过期|过期.*(库存|物料|批次)/, /(stock|lots?).*expired|expired (stock|lots?|goods)/i],
    call: listStock,
    input: () => ({ stock_view: 1 as const, level: 'lot' as const, expired: true }),
    title: text('过期库存', 'Expired stock'),
    some: text('{total} 个批次已过期。', '{total} lots have expired.'),
    none: text('没有过期的库存。', 'No stock has expired.'),
    columns: stockColumns,
  }),
  {
    key: 'stock_summary',
    example: text('库存概况如何？', 'How does the stock stand?'),
    also: ['库存情况', 'stock summary'],
    words: [/库存.*(概况|情况|汇总|怎么样)/, /stock (summary|overview)|how does the stock stand/i],
    calls: [countStock],
    async answer(asked) {
      const found = await asked.ask(countStock, {})
      return {
        text: asked.say(
          text(
            '在库 {stock} 条，在途 {way} 条，在制 {made} 条，缺料 {short} 条。',
            '{stock} entries in stock, {way} on the way, {made} in production, {short} short.',
          ),
          { stock: found.in_stock, way: found.on_the_way, made: found.work_in_progress, short: found.shortage },
        ),
      }
    },
  },
  listed({
    key: 'moved_today',
    example: text('今天有哪些出入库？', 'What moved in the warehouse today?'),
    words: [/今[天日].*(出入库|出库|入库|进出)/, /(what )?moved.*today|today's movements/i],
    call: listStockMovements,
    input: ({ days }) => ({ timestamp_range: days(0, 1) }),
    title: text('今天的出入库', 'Movements of today'),
    some: text('今天有 {total} 笔出入库。', 'There are {total} movements today.'),
    none: text('今天没有出入库。', 'Nothing has moved today.'),
    columns: movementColumns,
  }),
  listed({
    key: 'in_transfer',
    example: text('有哪些调拨在途？', 'Which transfers are under way?'),
    words: [/调拨/, /transfers?/i],
    call: transferCalls.list,
    input: () => ({ statuses: [transferStatus.codes.in_transit] }),
    title: text('在途调拨', 'Transfers under way'),
    some: text('{total} 张调拨单在途。', '{total} transfers are under way.'),
    none: text('没有在途的调拨单。', 'No transfer is under way.'),
    columns: [
      [text('调拨单', 'Transfer'), row => row.no],
      [text('从', 'From'), row => row.from_warehouse_name],
      [text('到', 'To'), row => row.to_warehouse_name],
      [text('预计到', 'Expected'), (row, { day }) => day(row.arrival_date)],
    ],
    link: (row, asked) => asked.linkTo('transfer', row),
  }),
  listed({
    key: 'plan_advice',
    example: text('物料计划有什么建议？', 'What does the material plan advise?'),
    also: ['计划建议', 'plan messages'],
    words: [/计划.*(建议|消息)/, /plan (messages|advice)|does the material plan advise/i],
    call: listPlanMessages,
    input: () => ({}),
    title: text('计划消息', 'Plan messages'),
    some: text('物料计划有 {total} 条建议。', 'The material plan advises {total} things.'),
    none: text('物料计划没有建议。', 'The material plan advises nothing.'),
    columns: [
      [text('建议', 'Advice'), (row, { say }) => say(messageKindOf(row))],
      material,
      [text('对象', 'Of'), row => row.source_no ?? row.mo_no],
      [text('数量', 'Quantity'), row => quantity(row.quantity, row.unit_name), 'number'],
      [text('需用', 'Needed'), (row, { day }) => day(row.to_time)],
    ],
  }),
]
