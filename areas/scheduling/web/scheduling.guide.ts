import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { schedulingErrors } from '../model/scheduling.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.productionPlan,
    picture: true,
    does: text('排产并发布计划', 'plan the schedule and publish it'),
    purpose: text(
      '把工单排到设备和时间上，看谁会延期、为什么，改好后发布给车间。',
      'Places orders on machines and times, shows who will be late and why, and publishes the result to the floor.',
    ),
    steps: [
      text('按「自动排程」，选范围和目标，开始计算。', 'Press “Schedule”, choose scope and aim, and start.'),
      text(
        '从「计划概要」打开延期工单，逐个看为什么在这里。',
        'Open the late orders from the “Plan summary” and see for each why it is where it is.',
      ),
      text(
        '在图上拖动任务；有冲突时按「修复计划」先看方案，不确定时按「模拟」另算一个版本来对比。',
        'Drag tasks on the chart; with conflicts press “Repair plan” and look at the proposals, when in doubt “What if”: another version is compared.',
      ),
      text(
        '「变更申请」是车间的请求：看现在的影响，再同意或拒绝并说明原因。',
        '“Change requests” are what the floor asks for: see what each would do now, then accept it or refuse it with a reason.',
      ),
      text(
        '按「发布计划」，车间才看得到；旧版本在「版本」里可恢复。',
        'Press “Publish”: only then does the floor see it. Earlier ones are under “Versions”.',
      ),
    ],
    terms: [
      {
        term: text('冻结', 'Block'),
        means: text(
          '一段时间内设备不排任务，如停机或保养。',
          'A time in which a machine takes no tasks, such as a stop or maintenance.',
        ),
      },
      {
        term: text('锁定产能', 'Lock capacity'),
        means: text(
          '任务固定在原处，自动排程不移动它。',
          'A task stays where it is; automatic scheduling does not move it.',
        ),
      },
    ],
    errors: [
      {
        error: schedulingErrors.notKitted,
        remedy: text('到物料计划做齐套检查并补料。', 'Check kitting on the material plan and replenish.'),
      },
      {
        error: schedulingErrors.cycleTimeMissing,
        remedy: text(
          '到工时管理补上该工序和设备的工时。',
          'Enter the time of this process and machine under cycle time.',
        ),
      },
      {
        error: schedulingErrors.planHasExecution,
        remedy: text('先撤销报工和派工，再取消发布。', 'Undo reports and dispatch first, then unpublish.'),
      },
    ],
  },
]
export default guides
