import { text } from '@qitao/core/text.ts'
import type { Guide } from '@qitao/platform/web/frame/guide.ts'
import { schedulingErrors } from '@qitao/scheduling/model/scheduling.errors.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'

const guides: readonly Guide[] = [
  {
    page: pages.workshopPlan,
    does: text('看一班的任务并派工', 'see the tasks of a shift and dispatch them'),
    purpose: text(
      '班组长的工作台：这一班每台设备做什么、谁来做、卡在哪里。',
      'Where a foreman works: what each machine makes in the shift, who does it, and what is in the way.',
    ),
    steps: [
      text('选「班组」、日期和「班次」。', 'Choose “Workgroup”, day and “Shift”.'),
      text(
        '用「看板」、「列表」或「甘特图」看哪些任务可开工、等料或延误。',
        'On “Board”, “List” or “Chart” see which tasks are ready, wait or are late.',
      ),
      text(
        '按「派工建议」，看过人员和原因再确认派工；按「打印任务单」贴出来。',
        'Press “Propose dispatch”, look at people and reasons, and confirm; post the shift by “Print shift list”.',
      ),
      text(
        '计划行不通时在任务上按「申请变更」：换设备、改时间、拆分或暂缓，先看影响再提交；结果在「变更申请」里。',
        'When the plan does not work press “Ask for a change” on the task: another machine, another time, a split or a hold. See what it would do, then send it; the answer is under “Change requests”.',
      ),
      text(
        '下班时按「交接班」，把未完任务和呼叫交给下一班。',
        'At the end press “Shift hand-over”: open tasks and calls go to the next shift.',
      ),
    ],
    errors: [
      {
        error: schedulingErrors.changeNotYours,
        remedy: text(
          '请能派工的班组长申请，或让管理员把您加入该设备的班组。',
          'Ask a foreman who dispatches, or have an administrator add you to the group of the machine.',
        ),
      },
      {
        error: schedulingErrors.changeOutdated,
        remedy: text('按任务现在的位置重新申请。', 'Ask anew, from where the task stands now.'),
      },
      {
        error: shopfloorErrors.takerCannot,
        remedy: text(
          '换一个能打开车间计划的接班人，或请管理员给他权限。',
          'Choose somebody who may open the workshop plan, or have an administrator allow it.',
        ),
      },
      {
        error: shopfloorErrors.handedOver,
        remedy: text('要改时由交班人先撤回交班。', 'To change it, who handed over takes it back first.'),
      },
    ],
  },
  {
    page: pages.scrapReasons,
    does: text('维护报工时可选的不良原因', 'keep the reasons that operators pick for bad pieces'),
    purpose: text(
      '不良原因分类别维护，报工时点两下即可选到；报表按原因和类别统计。',
      'Reasons stand in groups; in a report two taps pick one, and reports count by reason and by group.',
    ),
    steps: [
      text('新增一行，填「类别」和「原因」。', 'Add a row with its “Group” and its “Reason”.'),
      text(
        '只用于一道工序时选「工序」；不选则全部工序可用。',
        'Choose the “Process” when it is of one alone; without it every process has it.',
      ),
      text(
        '报工时填了不良数，先点类别，再点原因；也可直接填写。',
        'Who reports scrap taps the group, then the reason, or types another one.',
      ),
    ],
    errors: [
      {
        error: shopfloorErrors.scrapReasonExists,
        remedy: text('修改已有的一行，或换一个名称。', 'Alter the row that is there, or choose another name.'),
      },
    ],
  },
  {
    page: pages.andonDuty,
    does: text('设置谁来响应车间呼叫', 'set who answers calls for help'),
    purpose: text(
      '车间呼叫支援时，按呼叫类型和班组通知责任人。',
      'When the floor calls for help, the owner by kind of call and workgroup is told.',
    ),
    steps: [
      text(
        '新增一行，选呼叫类型；选「班组」，或对全部班组。',
        'Add a row and choose the kind of call; choose a “Workgroup”, or all of them.',
      ),
      text(
        '选「责任人」；没人响应时找的「主管」可不填。保存。',
        'Choose the “Owner” and, for when nobody comes, the “Manager”; save.',
      ),
      text(
        '工人在任务上按「呼叫」时，责任人收到通知，处理完按「解决」。',
        'When a worker presses “Call” at a task the owner is told; when it is dealt with, press “Solve”.',
      ),
    ],
    errors: [
      {
        error: shopfloorErrors.dutyExists,
        remedy: text('修改已有的那一行，不要再新增。', 'Change the row that is there instead of adding one.'),
      },
    ],
  },
  {
    page: pages.dispatch,
    picture: true,
    does: text('把任务派给人或班组', 'dispatch tasks to people or workgroups'),
    purpose: text('把任务派给人员或班组，由他们报工。', 'Gives tasks to people or workgroups, who then report them.'),
    steps: [
      text('勾选任务，按「派工」。', 'Tick tasks and press “Dispatch”.'),
      text('选人员或班组，填数量，确认。', 'Choose a person or workgroup, enter the quantity, confirm.'),
      text('派错了按「改派」，或按「取消派工」。', 'If it was wrong press “Re-assign”, or “Undo dispatch”.'),
      text('按「打印工卡」给车间。', 'Press “Print job cards” for the floor.'),
    ],
    errors: [
      { error: shopfloorErrors.dispatchHasReport, remedy: text('先撤销该任务的报工。', 'Undo its reports first.') },
      {
        error: shopfloorErrors.dispatchOverQuantity,
        remedy: text('减少数量，合计不超过任务数量。', 'Enter less: all together not more than the task.'),
      },
    ],
  },
  {
    page: pages.progress,
    picture: true,
    does: text('跟踪工单生产进度', 'follow the progress of work orders'),
    purpose: text(
      '看每个工单做到哪道工序、会不会延期。',
      'Shows which step each work order has reached and whether it will be late.',
    ),
    steps: [
      text('打开「仅看延期」找最急的。', 'Turn on “Late only” to see the urgent ones.'),
      text(
        '点开工单看每道「工序」的数量和「报工记录」。',
        'Open an order for the quantity of its “Steps” and its “Reports”.',
      ),
      text('全部做完但没逐道报工时按「一键完工」。', 'If all is made but not reported step by step press “Finish”.'),
    ],
    errors: [
      {
        error: shopfloorErrors.outsourcedOneClick,
        remedy: text('委外工单在委外管理收货。', 'Receive it on the outsourcing page.'),
      },
    ],
  },
  {
    page: pages.productionReport,
    does: text('报工', 'report production'),
    purpose: text(
      '操作员报完成数、不良和用料；组长审核或撤销。',
      'Operators report what is done, what is bad and what was used; foremen approve or undo.',
    ),
    steps: [
      text(
        '在「我的任务」里找到任务，或用「扫描任务或工单」。',
        'Find the task under “My tasks”, or use “Scan a task or work order”.',
      ),
      text('开始做时按「开工」。', 'Press “Start” when work begins.'),
      text(
        '按「报工」，填良品和不良数；不良要填原因。',
        'Press “Report”; enter good and bad pieces, and why they are bad.',
      ),
      text(
        '有批号或序列号时展开「批次、序列号」；人员、工时和照片在「人员、工时、照片、备注」。',
        'Open “Lots, serial numbers” if there are any; people and photos stand under “People, time, photos, remark”.',
      ),
      text('报错了在「报工记录」里撤销，再重报。', 'If it was wrong undo it under “Records” and report again.'),
    ],
    errors: [
      {
        error: shopfloorErrors.notFullyPicked,
        remedy: text('请仓库在出库管理领完料。', 'Have the warehouse pick the rest on the outbound page.'),
      },
      {
        error: shopfloorErrors.previousNotReported,
        remedy: text('先报前道工序的数量。', 'Report the step before first.'),
      },
      {
        error: shopfloorErrors.overQuantity,
        remedy: text(
          '按「现在可报」的数量填；多做的先由前道补报。',
          'Enter no more than “Available now”; if more was made, the step before reports it first.',
        ),
      },
      {
        error: shopfloorErrors.notAssigned,
        remedy: text('请班组长改派给您。', 'Ask the foreman to re-assign it to you.'),
      },
    ],
  },
]
export default guides
