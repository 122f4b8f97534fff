import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'

const guides: readonly Guide[] = [
  {
    page: pages.panorama,
    picture: true,
    does: text('看全厂现在怎样', 'see how the factory is doing'),
    purpose: text(
      '一屏看订单、风险、瓶颈负荷、今日产量和呼叫。',
      'Orders, risks, load, output of today and calls on one screen.',
    ),
    steps: [
      text(
        '从「逾期和有风险的订单（按金额×天数）」看晚多少和原因。',
        'Under “Orders late and at risk, by money × days” see by how much and why.',
      ),
      text('看「今日每小时产量」和「未解决的呼叫」。', 'Look at “Pieces by hour today” and “Open calls for help”.'),
      text('车间电视按「大屏」。', 'Press “Wall” for a screen on the floor.'),
    ],
  },
  {
    page: pages.salesDashboard,
    picture: true,
    does: text('看销售情况', 'see how sales are doing'),
    purpose: text(
      '接单、发货、金额和毛利，与过去比较。',
      'Orders taken, shipments, value and margin, compared with before.',
    ),
    steps: [
      text('选「期间」「客户」和「时间维度」。', 'Choose “Period”, “Customer” and “By time”.'),
      text(
        '看「接单和发货」和「毛利由什么组成」。',
        'Look at “Orders taken and shipped” and “What the margin is made of”.',
      ),
      text('点数字看它的明细。', 'Click a figure for its rows.'),
    ],
  },
  {
    page: pages.operationReport,
    does: text('做运营报表', 'make an operation report'),
    purpose: text(
      '自选指标、维度和时间，和以前对比；保存、共享、定时发邮件。',
      'Choose figures, split and time, and compare with before; keep it, share it, have it mailed.',
    ),
    steps: [
      text('选「指标」「维度」和「期间」。', 'Choose “Figures”, “Split by” and “Period”.'),
      text(
        '用「列」把维度或时间放到横向，用「添加筛选」缩小范围。',
        'Put a dimension or the time “Across”, and “Add a filter”.',
      ),
      text('选「对比」看差额和百分比。', 'Choose what to “Compare with”: difference and percent.'),
      text('用「查看明细」核对，用「导出」带走。', 'Check with “Show the rows”, take it along with “Export”.'),
      text(
        '「另存为报表」后可共享给角色或全公司，用「定时邮件」发出。',
        '“Save as a report”, let roles or the company read it, and have it go out with “Mail by itself”.',
      ),
    ],
    terms: [
      {
        term: text('共享', 'Shared'),
        means: text(
          '共享的是做法：每个人看到和收到的数字按其自己的权限计算。',
          'How it is made is shared: each sees and gets the figures of the own rights.',
        ),
      },
    ],
  },
  {
    page: pages.grossMargin,
    picture: true,
    does: text('分析毛利', 'analyse gross margin'),
    purpose: text(
      '已发货订单的收入减成本，按客户、系列或产品看。',
      'Revenue of what was shipped less cost, by customer, series or product.',
    ),
    steps: [
      text('选「发货日期」和「汇总方式」。', 'Choose “Shipped” dates and “By”.'),
      text('点开一行看成本由什么组成。', 'Open a row to see what its cost is made of.'),
      text(
        '「未计明细」里缺成本价的，去单价管理补。',
        'Where “Not counted” names a cost that is missing, add it under unit price.',
      ),
      text(
        '按「计划与实际」看差在哪里；月底在「关账期间」关账。',
        'Press “Planned and actual” to see where they differ; close the month under “Closed periods”.',
      ),
    ],
  },
  {
    page: pages.benchmarking,
    does: text('和同行比', 'compare with the industry'),
    purpose: text(
      '自己的指标与录入的行业值比，看差距值多少钱。',
      'Own figures against reference values, and what the gap is worth.',
    ),
    steps: [
      text('选「期间」，看「本公司」和「差距」。', 'Choose the “Period” and compare “Own” with the “Gap”.'),
      text(
        '没有行业值时由管理员按「录入」，写明来源。',
        'Without reference values an administrator presses “Enter” and names the source.',
      ),
      text('用「查看明细」看数从哪里来。', 'See with “Show the rows” where a figure comes from.'),
    ],
  },
  {
    page: pages.valueStream,
    does: text('画价值流图', 'draw a value stream map'),
    purpose: text(
      '从实际交易算出每道工序的周期、等待和瓶颈，并试改善。',
      'Works out cycle, waiting and bottleneck of each step from what happened, and tries improvements.',
    ),
    steps: [
      text('按「选择产品」，选「期间」。', 'Press “Choose a product” and set the “Period”.'),
      text('看「交付周期」「增值率」和「瓶颈」。', 'Read “Lead time”, “Value-added ratio” and “Bottleneck”.'),
      text('切到「未来」，改工序的值，再「对比」。', 'Go to “Future”, change steps, then “Compare”.'),
      text('起名后按「保存」，可「打印」。', 'Name it and press “Save”; “Print” it if wanted.'),
    ],
    terms: [
      {
        term: text('节拍', 'Takt'),
        means: text('按客户需求，每多久要做出一件。', 'How often a piece has to be made to meet demand.'),
      },
    ],
  },
]
export default guides
