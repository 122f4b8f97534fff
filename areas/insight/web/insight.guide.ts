import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { webHookErrors } from '../model/hook/web-hook.errors.ts'
import { noticeRuleErrors } from '../model/notice/notice-rule.errors.ts'
import { reconciliationErrors } from '../model/reconciliation.errors.ts'
import { sampleErrors } from '../model/sample.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.trace,
    does: text('追溯产品', 'trace a product'),
    purpose: text(
      '从批号、序列号或单据，查它用了什么、去了哪里，需要时冻结。',
      'From a lot, serial number or document: what went in, where it went; hold it if need be.',
    ),
    steps: [
      text(
        '选「追溯依据」，在「扫描或输入」填编号，按「追溯」。',
        'Choose “Trace by”, fill in “Scan or type”, press “Trace”.',
      ),
      text('选「方向」：来自哪里，或去向哪里。', 'Choose the “Direction”: where from, or where to.'),
      text('看「谱系图」「时间线」和「缺口」。', 'Look at “Genealogy”, “Time line” and “Gaps”.'),
      text(
        '有问题按「冻结全部受影响库存」，用「召回清单」通知客户。',
        'If there is a fault press “Hold all affected”, and tell customers by the “Recall list”.',
      ),
      text(
        '在「召回清单」按「保存为案例」，在「召回案例」逐行登记处置后关闭；查清后在「冻结记录」解冻。',
        'In the “Recall list” press “Save as case”; record under “Cases” what became of each line, then close it. When it is cleared release it under “Holds”.',
      ),
    ],
  },
  {
    page: pages.dataCheck,
    does: text('找出挡住排产的资料缺口', 'find data that stops the plan'),
    purpose: text(
      '列出未完工工单缺的工时、设备、BOM等。',
      'Lists cycle times, machines and BoMs that open work orders lack.',
    ),
    steps: [
      text('从影响订单数最多的开始。', 'Begin with what stops most orders.'),
      text(
        '按该行的办法补，如「补充工时」「新建设备」「去制造BOM」。',
        'Use what the row offers, such as “Fill in the time”, “New machine” or “Go to its manufacturing BoMs”.',
      ),
      text('补完后再排产。', 'Then schedule again.'),
    ],
  },
  {
    page: pages.sampleData,
    does: text('加载示例数据', 'load sample data'),
    purpose: text(
      '用一家示例工厂试用全部功能，可随时删除。',
      'Try everything with a sample factory; it can be deleted at any time.',
    ),
    steps: [
      text('按「选择行业」，选「规模」。', 'Choose by “Choose an industry” and set the “Size”.'),
      text('按「加载示例数据」，等任务完成。', 'Press “Load sample data” and wait for the job.'),
      text('试完按「删除示例数据」。', 'Press “Delete sample data” when you are done.'),
    ],
    errors: [
      {
        error: sampleErrors.sampleExists,
        remedy: text('先删除已有的示例数据。', 'Delete the sample data that is there first.'),
      },
      {
        error: sampleErrors.importing,
        remedy: text('等任务中心里的任务结束。', 'Wait for the job in the task centre.'),
      },
    ],
  },
  {
    page: pages.reconciliation,
    does: text('核对数据', 'reconcile data'),
    purpose: text(
      '检查存了两处的数是否一致，如库存与流水。',
      'Checks that what is kept twice agrees, such as stock and movements.',
    ),
    steps: [
      text('按「开始核对」。', 'Press “Reconcile”.'),
      text('看每个「核对项」的差异和处理方法。', 'Look at the differences of each “Check” and the remedy.'),
      text('系统能改的按「更正差异」。', 'What the system can mend: “Put differences right”.'),
    ],
    errors: [
      {
        error: reconciliationErrors.notCorrectable,
        remedy: text('按该项的处理方法人工处理。', 'Follow the remedy that stands there.'),
      },
      { error: reconciliationErrors.administratorsOnly, remedy: text('请管理员操作。', 'Ask an administrator.') },
    ],
  },
  {
    page: pages.noticeRules,
    does: text('规定何事通知何人', 'say who is told of what'),
    purpose: text(
      '订单将延期、缺料、停机等一出现就通知该管的人，无人响应则升级。',
      'Tells the right people of late orders, shortages or stopped machines, and others when nobody answers.',
    ),
    steps: [
      text('按「新建」，选「事件」，填「条件」。', 'Press “New”, choose the “Event” and its “Condition”.'),
      text('按「试算」，看现在会提醒哪些。', 'Press “Try it” and see what it means now.'),
      text(
        '选择通知谁：负责人、角色、成员；需要时发邮件或推送。',
        'Choose whom to tell: owner, roles, members; by mail or web hook too.',
      ),
      text(
        '填多少小时无人响应就升级、升级给谁；邮件可设静默时段。',
        'Enter after how many hours without an answer it is raised, and to whom; quiet hours hold mail back.',
      ),
      text('在列表看响应率和响应用时。', 'See in the list how many are answered, and how fast.'),
    ],
    terms: [
      {
        term: text('响应', 'Answer'),
        means: text(
          '被通知的人在铃铛或任务中心按「已知悉」或「我来处理」。',
          'Who was told presses “Seen” or “I take it”, under the bell or in the task centre.',
        ),
      },
      {
        term: text('已解除', 'Over'),
        means: text('所提醒的情况已不存在。', 'What was told of is no more.'),
      },
    ],
    errors: [
      { error: noticeRuleErrors.nobody, remedy: text('至少选一种通知对象。', 'Choose at least one to be told.') },
      {
        error: noticeRuleErrors.raiseNobody,
        remedy: text('选择升级对象，或清空小时数。', 'Choose whom to raise it to, or empty the hours.'),
      },
    ],
  },
  {
    page: pages.webHooks,
    does: text('把事件推送给其他系统', 'tell other systems what happens'),
    purpose: text(
      '订单、工单、出入库等一发生，就通知您的ERP等系统。',
      'Tells your ERP and the like as soon as orders, work orders or receipts move.',
    ),
    steps: [
      text('按「新建」，填「地址」，勾选「事件」。', 'Press “New”, enter the “Address” and tick “Events”.'),
      text(
        '保存只显示一次的「签名密钥」，交给接收方核对签名。',
        'Keep the “Secret”, shown once: the receiver checks signatures by it.',
      ),
      text('按「测试」，看对方是否应答。', 'Press “Test” and see whether it answers.'),
      text(
        '在「推送记录」看每条的结果；送不到的会重试一天，之后可再推送。',
        'See each one under “Deliveries”; what is not taken is tried for a day and can be sent again.',
      ),
    ],
    terms: [
      {
        term: text('已中止', 'Stopped'),
        means: text(
          '连续一天送不到，已停止并通知负责人；修好后再启用。',
          'It could not be reached for a day and the owner was told; turn it on when it is mended.',
        ),
      },
    ],
    errors: [
      {
        error: webHookErrors.addressUnfit,
        remedy: text('填公网可达的https地址。', 'Enter an https address that the internet can reach.'),
      },
      { error: webHookErrors.isOff, remedy: text('先启用，再重新推送。', 'Turn it on, then send again.') },
    ],
  },
  {
    page: pages.installation,
    does: text('查看系统的运行状态', 'see how the installation fares'),
    purpose: text(
      '给维护本系统的人：备份、磁盘、任务、锁和慢语句。',
      'For who runs this installation: backups, disk, jobs, locks, slow statements.',
    ),
    steps: [
      text('先看「需要处理」，逐条照做。', 'Begin with “To be looked at”, and do what it says.'),
      text('在「慢语句」看哪些查询最耗时。', 'See under “Slow statements” which ones take the most time.'),
      text('在「数据表」看空间用在哪里。', 'See under “Tables” where the room goes.'),
    ],
  },
]
export default guides
