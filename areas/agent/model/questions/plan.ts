import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { countMos, listMos, showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { materialStatus, moExecStatus, moStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { listConflicts } from '@qitao/scheduling/model/conflict/conflict.calls.ts'
import { conflictKind } from '@qitao/scheduling/model/conflict/conflict.status.ts'
import { explainLateOrder, listRemedies } from '@qitao/scheduling/model/late/late-order.calls.ts'
import { pieceText, remedyText } from '@qitao/scheduling/model/late/late-words.ts'
import { loadRate, loadShare, sumOfLoads } from '@qitao/scheduling/model/load/load.rules.ts'
import { planLoad } from '@qitao/scheduling/model/load/plan-load.calls.ts'
import { listFreezes } from '@qitao/scheduling/model/publish/freeze.calls.ts'
import { listPlanVersions } from '@qitao/scheduling/model/publish/plan-version.calls.ts'
import {
  type Asked,
  type Column,
  listed,
  nameOf,
  type Question,
  quantity,
  type RowOf,
  stateIn,
  tableOf,
} from '../question.ts'

const hours = (seconds: number): string => String(Math.round(seconds / (hourSeconds / 10)) / 10)
type Mo = { id: string; no: string; parent_mo_id: string | null }
const linkOfMo = (row: Mo, asked: Asked) => asked.linkTo('mo', { id: row.id, no: row.no, parent_id: row.parent_mo_id })
type MoRow = RowOf<typeof listMos>
const moColumns: readonly Column<MoRow>[] = [
  [text('工单', 'Work order'), row => row.no],
  [text('产品', 'Product'), row => `${row.material_code} ${row.material_name}`],
  [text('客户', 'Customer'), row => row.customer_name],
  [text('数量', 'Quantity'), row => quantity(row.planned_quantity, row.unit_name), 'number'],
  [text('计划完工', 'Planned finish'), (row, { time }) => time(row.planned_finish_time)],
  [text('交期', 'Due'), (row, { day }) => day(row.delivery_date)],
  [text('齐套', 'Kit'), (row, of) => stateIn(materialStatus, row.material_status, of)],
]
const mos = {
  call: listMos,
  title: text('工单', 'Work orders'),
  columns: moColumns,
  link: linkOfMo,
}

export const planQuestions: readonly Question[] = [
  {
    key: 'why_late',
    example: text('工单…为什么会晚？', 'Why is work order … late?'),
    words: [
      /^(?:工单)?(?<what>.+?)(?:为什么|为何|怎么)(?:会)?(?:晚|延期|延误|迟)/,
      /why (?:is|will) (?:work order |mo )?(?<what>.+?)(?: be)? late/i,
    ],
    subjects: ['mo'],
    calls: [explainLateOrder],
    async answer(asked) {
      const what = nameOf(asked.subject)
      const { late } = await asked.ask(explainLateOrder, { mo_id: asked.subject.id })
      if (!late) return { text: asked.say(text('{what} 按计划不晚。', '{what} is not late in the plan.'), { what }) }
      return {
        text: asked.say(
          text(
            '{what} 交期 {due}，计划 {finish} 完工，晚 {hours} 小时。从完工往回，环环相扣的原因如下。',
            '{what} is due {due} and planned to finish {finish}, {hours} hours late. What holds it, back from its finish:',
          ),
          { what, due: asked.day(late.due), finish: asked.time(late.finish), hours: hours(late.tardiness_seconds) },
        ),
        tables: [
          tableOf(asked, text('原因', 'Causes'), { result: late.chain, total: late.chain.length }, [
            [text('从', 'From'), (row, { time }) => time(row.from)],
            [text('至', 'To'), (row, { time }) => time(row.to)],
            [text('原因', 'Cause'), (row, { say, time }) => pieceText(row, asked.subject.id, say, at => time(at))],
            [text('小时', 'Hours'), row => hours(row.seconds), 'number'],
          ]),
        ],
      }
    },
  },
  {
    key: 'what_helps',
    example: text('怎样让工单…按期？', 'What would help work order …?'),
    words: [
      /(?:怎样|怎么|如何)(?:才能)?让(?:工单)?(?<what>.+?)(?:按期|准时|提前|不晚)/,
      /what (?:would|can) help (?:work order |mo )?(?<what>.+)|how (?:can|could) (?:work order |mo )?(?<what2>.+?) be (?:in|on) time/i,
    ],
    subjects: ['mo'],
    calls: [listRemedies],
    async answer(asked) {
      const what = nameOf(asked.subject)
      const { result, planned_tardiness_seconds: now } = await asked.ask(listRemedies, { mo_id: asked.subject.id })
      if (now <= 0) return { text: asked.say(text('{what} 按计划不晚。', '{what} is not late in the plan.'), { what }) }
      if (result.length === 0)
        return {
          text: asked.say(
            text(
              '{what} 晚 {hours} 小时；试算的措施都没有帮助。',
              '{what} is {hours} hours late; nothing that was tried helps.',
            ),
            { what, hours: hours(now) },
          ),
        }
      return {
        text: asked.say(
          text(
            '{what} 现在晚 {hours} 小时。试算过的措施如下，效果最好的在前；在排程页可采用。',
            '{what} is {hours} hours late now. Tried, the best first; take one on the plan.',
          ),
          { what, hours: hours(now) },
        ),
        tables: [
          tableOf(asked, text('措施', 'Remedies'), { result, total: result.length }, [
            [text('措施', 'Remedy'), (row, { say, day }) => remedyText(row, say, day)],
            [
              text('变晚的其他工单', 'Others later'),
              row => row.others.filter(({ change_seconds }) => change_seconds > 0).length,
              'number',
            ],
          ]),
        ],
      }
    },
  },
  {
    key: 'mo_standing',
    example: text('工单…怎么样了？', 'How is work order …?'),
    words: [
      /^(?:工单)(?<what>.+?)(?:怎么样|进展|进度|情况|状态|到哪)/,
      /how is (?:the )?(?:work order|mo) (?<what>.+)|status of (?:work order|mo) (?<what2>.+)/i,
    ],
    subjects: ['mo'],
    calls: [showMo],
    async answer(asked) {
      const { mo, operations } = await asked.ask(showMo, { mo_id: asked.subject.id })
      return {
        text: asked.say(
          text(
            '{what}：{state}，完成 {done} / {quantity}，计划 {finish} 完工，交期 {due}，齐套：{kit}。',
            '{what}: {state}, {done} of {quantity} done, planned to finish {finish}, due {due}, kit: {kit}.',
          ),
          {
            what: nameOf(asked.subject),
            state: stateIn(moExecStatus, mo.exec_status, asked),
            done: quantity(mo.completed_quantity),
            quantity: quantity(mo.planned_quantity, mo.unit_name),
            finish: asked.time(mo.planned_finish_time) || '—',
            due: asked.day(mo.delivery_date),
            kit: stateIn(materialStatus, mo.material_status, asked) || '—',
          },
        ),
        tables: [
          tableOf(asked, text('工序', 'Operations'), { result: operations, total: operations.length }, [
            [text('序号', 'No.'), row => row.sequence, 'number'],
            [text('工序', 'Operation'), row => row.process_name],
            [text('报工', 'Reported'), row => quantity(row.reported_quantity), 'number'],
            [text('不良', 'Scrap'), row => quantity(row.defective_quantity), 'number'],
            [text('开工', 'Begun'), (row, { time }) => time(row.actual_start_time)],
            [text('完工', 'Finished'), (row, { time }) => time(row.actual_finish_time)],
          ]),
        ],
      }
    },
  },
  {
    key: 'mos_by_state',
    example: text('各状态的工单各有多少？', 'How many work orders are in each state?'),
    words: [/多少(张|个)?.*工单|工单.*多少/, /how many (work orders|mos)/i],
    calls: [countMos],
    async answer(asked) {
      const { result } = await asked.ask(countMos, {})
      const states = moStatus.list.map(state => ({ state, count: result[String(state.code)] ?? 0 }))
      const total = states.reduce((sum, { count }) => sum + count, 0)
      return {
        text: asked.say(text('共有 {total} 张工单。', 'Work orders: {total}.'), { total }),
        tables: [
          tableOf(asked, text('工单', 'Work orders'), { result: states, total: states.length }, [
            [text('状态', 'State'), (row, { say }) => say(row.state)],
            [text('数量', 'Count'), row => row.count, 'number'],
          ]),
        ],
      }
    },
  },
  listed({
    ...mos,
    key: 'mos_late',
    example: text('哪些工单会晚？', 'Which work orders will be late?'),
    also: ['延期的工单', 'late work orders', 'which orders are late'],
    words: [
      /(哪些|有没有|有).*(工单|单).*(晚|延期|延误|迟)|(延期|延误|晚)的?工单/,
      /(which|what).*(orders?|mos) (are|will be|is) late|late (work )?orders/i,
    ],
    input: () => ({ late: true, order_by: 'delivery_date' }),
    some: text(
      '{total} 张工单计划晚于交期，交期最早的在前。',
      '{total} work orders are planned later than due, the earliest due first.',
    ),
    none: text('没有计划晚于交期的工单。', 'No work order is planned later than due.'),
  }),
  listed({
    ...mos,
    key: 'mos_unplanned',
    example: text('哪些工单排不进去？', 'Which work orders could not be scheduled?'),
    also: ['排不上的工单', 'unplanned work orders'],
    words: [/(排不(进|上|下)|没(有)?排|未排)/, /could not be (scheduled|planned)|unplanned|unscheduled/i],
    input: () => ({ unplanned: true }),
    some: text(
      '{total} 张工单上次排程没有排进去。',
      '{total} work orders could not be placed when they were scheduled last.',
    ),
    none: text('没有排不进去的工单。', 'No work order was left out of the plan.'),
  }),
  listed({
    ...mos,
    key: 'mos_running',
    example: text('现在有哪些工单在生产？', 'Which work orders are in production now?'),
    also: ['正在生产的工单', 'running work orders'],
    words: [/(在|正在|现在).*(生产|加工|做).*|生产中的?工单/, /in production|running (work )?orders/i],
    input: () => ({ exec_statuses: [moExecStatus.codes.in_production] }),
    some: text('{total} 张工单正在生产。', '{total} work orders are in production.'),
    none: text('没有正在生产的工单。', 'No work order is in production.'),
  }),
  listed({
    key: 'conflicts',
    example: text('计划有哪些冲突？', 'Which conflicts does the plan have?'),
    also: ['计划冲突', 'plan conflicts'],
    words: [/冲突/, /conflicts?/i],
    call: listConflicts,
    input: () => ({}),
    title: text('计划冲突', 'Conflicts'),
    some: text('计划有 {total} 处冲突。', 'The plan has {total} conflicts.'),
    none: text('计划没有冲突。', 'The plan has no conflict.'),
    columns: [
      [text('类别', 'Kind'), (row, of) => stateIn(conflictKind, row.kind, of)],
      [text('工单', 'Work order'), row => row.mo_no],
      [text('工序', 'Operation'), row => row.process_name],
      [text('机台', 'Machine'), row => row.machine_no],
      [text('开始', 'Start'), (row, { time }) => time(row.start_time)],
      [text('物料', 'Material'), row => row.material_code],
    ],
    link: (row, asked) => asked.linkTo('mo', { id: row.mo_id, no: row.mo_no }),
  }),
  {
    key: 'machines_busy',
    example: text('未来7天哪些机台最忙？', 'Which machines are busiest in the next 7 days?'),
    also: ['机台负荷', 'machine load', 'bottleneck'],
    words: [/(最忙|瓶颈|负荷|负载)/, /busiest|bottleneck|machine load|load of (the )?machines/i],
    calls: [planLoad],
    async answer(asked) {
      const range: [number, number] = [asked.dayStart(0), asked.dayStart(7)]
      const { result } = await asked.ask(planLoad, { timestamp_range: range })
      const machines = [...Map.groupBy(result, row => row.machine_no)]
        .map(([machine_no, days]) => {
          return { machine_no, name: days[0]!.machine_name, ...sumOfLoads(days) }
        })
        .filter(({ planned_seconds }) => planned_seconds > 0)
        .sort((a, b) => loadShare(b) - loadShare(a))
      if (machines.length === 0)
        return { text: asked.say(text('未来7天没有排产任务。', 'Nothing is planned for the next 7 days.')) }
      return {
        text: asked.say(
          text(
            '未来7天最忙的是 {no} {name}，负荷率最高的在前。',
            '{no} {name} is the busiest of the next 7 days; the highest load first.',
          ),
          { no: machines[0]!.machine_no, name: machines[0]!.name },
        ),
        tables: [
          tableOf(asked, text('机台负荷', 'Machine load'), { result: machines, total: machines.length }, [
            [text('机台', 'Machine'), row => `${row.machine_no} ${row.name}`],
            [text('已排小时', 'Planned hours'), row => hours(row.planned_seconds), 'number'],
            [text('可用小时', 'Available hours'), row => hours(row.available_seconds), 'number'],
            [text('负荷率', 'Load'), row => `${Math.round(Number(loadRate(row)))} %`, 'number'],
          ]),
        ],
      }
    },
  },
  {
    key: 'machines_frozen',
    example: text('哪些机台停了？', 'Which machines are stopped?'),
    also: ['冻结的设备', 'frozen machines'],
    words: [
      /(机台|设备|机器).*(停|冻结|坏|故障)|(停机|冻结|故障).*(机台|设备)?/,
      /machines? (are|is) (stopped|down|frozen)|frozen machines|stopped machines/i,
    ],
    calls: [listFreezes],
    async answer(asked) {
      const { result } = await asked.ask(listFreezes, { timestamp_range: [asked.now, asked.dayStart(30)] })
      const active = result.filter(row => row.active)
      return {
        text: asked.say(
          active.length === 0
            ? text('没有冻结的机台。', 'No machine is frozen.')
            : text('今后30天有 {total} 段冻结。', '{total} freezes lie within the next 30 days.'),
          { total: active.length },
        ),
        tables:
          active.length === 0
            ? []
            : [
                tableOf(asked, text('冻结', 'Freezes'), { result: active, total: active.length }, [
                  [text('机台', 'Machine'), row => `${row.machine_no} ${row.machine_name}`],
                  [text('从', 'From'), (row, { time }) => time(row.timestamp_range[0])],
                  [text('至', 'To'), (row, { time }) => time(row.timestamp_range[1])],
                  [text('原因', 'Reason'), row => row.reason],
                ]),
              ],
      }
    },
  },
  listed({
    key: 'plan_changes',
    example: text('计划最近改了什么？', 'What changed in the plan lately?'),
    also: ['计划版本', 'plan versions'],
    words: [/计划.*(改|变|版本)/, /(what )?changed in the plan|plan versions?|changes of the plan/i],
    call: listPlanVersions,
    input: () => ({}),
    title: text('计划版本', 'Plan versions'),
    some: text('计划共有 {total} 个版本，最新的在前。', 'The plan has {total} versions, the latest first.'),
    none: text('还没有计划版本。', 'There is no version of the plan yet.'),
    columns: [
      [text('版本', 'Version'), row => row.version_no, 'number'],
      [text('时间', 'Time'), (row, { time }) => time(row.created_time)],
      [text('由', 'By'), row => row.created_by_name],
      [text('原因', 'Reason'), row => row.reason],
      [text('工单', 'Work orders'), row => row.mo_count, 'number'],
      [text('延期', 'Late'), row => row.late_count, 'number'],
    ],
  }),
]
