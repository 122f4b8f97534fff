import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { wagesErrors } from '../model/wages.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.myWages,
    does: text('核对自己的工资', 'check my wages'),
    purpose: text(
      '看自己每次报工算了多少，确认或提出异议。',
      'See what each of your reports earns; confirm it or dispute it.',
    ),
    steps: [
      text('选工资期间，看每条明细。', 'Choose the period and look at each line.'),
      text('没有问题就确认。', 'Confirm if it is right.'),
      text('不对的按「提出异议」，写明原因。', 'If not, press “Dispute” and say why.'),
    ],
  },
  {
    page: pages.wages,
    does: text('计算和锁定工资', 'calculate and lock wages'),
    purpose: text(
      '按已审核的报工和单价算工资，发给员工，再锁定。',
      'Calculates wages from approved reports and rates, sends them to people, then locks them.',
    ),
    steps: [
      text('在「工资单价」和「人员等级」先定单价。', 'Set “Rates” and “Grades” first.'),
      text(
        '在「工资期间」按「新建工资期间」，保存计算结果。',
        'Under “Periods” press “New wage period” and save what was calculated.',
      ),
      text(
        '按「发送确认」；有异议的按「答复并重新发送」。',
        'Press “Send to confirm”; answer disputes with “Answer and send again”.',
      ),
      text(
        '期间结束、都已发送且没有异议后锁定。',
        'Lock it when the period is over, all were sent and no dispute is open.',
      ),
    ],
    errors: [
      {
        error: wagesErrors.noRate,
        remedy: text('在「工资单价」补单价后重算。', 'Add one under “Rates” and recalculate.'),
      },
      { error: wagesErrors.notInTurn, remedy: text('先处理更早的期间。', 'Deal with the earlier period first.') },
      {
        error: wagesErrors.periodLocked,
        remedy: text('差额用补报单在下期补。', 'Make up the difference by a supplement in the next period.'),
      },
    ],
  },
  {
    page: pages.supplements,
    does: text('补报工资', 'add a wage supplement'),
    purpose: text('报工算不到的工资在这里补。', 'For wages that no report covers.'),
    steps: [
      text('按「新建」，选人员、日期，填小时和工资。', 'Press “New”; choose person and date, enter hours and wage.'),
      text('提交后即生效。', 'Submit it: it is in force at once.'),
      text('错了的冲销，再建一张。', 'Reverse what was wrong and make another.'),
    ],
    errors: [{ error: wagesErrors.wageDecimals, remedy: text('改为两位小数以内。', 'Use two decimals at most.') }],
  },
]
export default guides
