import { type Language, say, type Text, text } from '@qitao/core/text.ts'
import { minuteOf } from '@qitao/core/time.ts'
import type { Conflict } from './conflict.rules.ts'

const causes: Readonly<Record<Conflict['why'], Text>> = {
  kit: text('物料{object}要到{at}才齐套', 'Material {object} is there at {at} only'),
  unsupplied: text(
    '已发布，但物料{object}缺料且没有货源',
    'It is published, and material {object} is short: nothing on its way makes up for it',
  ),
  receipt: text(
    '采购订单{document}的物料{object}要到{at}才到货',
    'Material {object} of purchase order {document} arrives at {at}',
  ),
  predecessor: text('{object}要到{at}才能接续', '{object} lets it start at {at} only'),
  not_placed: text('{object}还没有排产', '{object} is not on the plan'),
  stopped: text('设备{object}从{at}起停机', 'Machine {object} is stopped from {at}'),
  disabled: text('设备{object}已停用', 'Machine {object} is out of use'),
  not_begun: text(
    '应在{at}开工，还没有报工；{count}个后续任务受影响',
    'It should have begun at {at}: no report yet; {count} tasks wait for it',
  ),
  not_ended: text(
    '应在{at}完工，还没有报完；{count}个后续任务受影响',
    'It should have ended at {at}: not reported as done; {count} tasks wait for it',
  ),
  people: text(
    '班组{object}在{at}只有{have}人，需要{count}人',
    '{object} has {have} people at {at}, {count} are needed',
  ),
  tool: text(
    '模具或工装{object}在{at}可用{have}套，需要{count}套',
    'Of {object} {have} can be used at {at}, {count} are needed',
  ),
  skill: text(
    '{object}：{at}有技能且在有效期内的只有{have}人，需要{count}人',
    '{object}: {have} people hold the skill at {at}, {count} are needed',
  ),
}
const remedies: Readonly<Record<Conflict['why'], Text>> = {
  kit: text(
    '催料，或把任务移到齐套之后（修复计划）',
    'Expedite the material, or move the task behind the kit (repair the plan)',
  ),
  unsupplied: text(
    '补料或从其他工单调料，或取消发布',
    'Replenish it or take it from another order, or withdraw the order from the floor',
  ),
  receipt: text(
    '请采购催货，或把任务移到到货之后（修复计划）',
    'Ask the buyer for an earlier receipt, or move the task behind it (repair the plan)',
  ),
  predecessor: text('把任务移到前道之后（修复计划）', 'Move the task behind what it waits for (repair the plan)'),
  not_placed: text('先给{order}排产', 'Schedule {order} first'),
  stopped: text(
    '换一台设备，或移到停机之后（修复计划）',
    'Take another machine, or move it behind the stop (repair the plan)',
  ),
  disabled: text('换一台设备，或重新启用', 'Take another machine, or enable this one again'),
  not_begun: text('补报开工，或把任务后移（修复计划）', 'Report the start, or move the task on (repair the plan)'),
  not_ended: text('补报完工，或延长任务（修复计划）', 'Report what is done, or prolong the task (repair the plan)'),
  people: text('错开任务，或给班组加人', 'Move one of the tasks, or add people to the workgroup'),
  skill: text('错开任务，或给班组补技能、续证书', 'Move one of the tasks, or train people and renew what has ended'),
  tool: text('错开任务，或启用、添置模具工装', 'Move one of the tasks, or make the mould or tool available'),
}

/** A conflict as people read it: what is wrong with which documents, and what to do. */
export function conflictWords(
  { why, at, count, have, object, document, order }: Conflict,
  language: Language,
  zone: string,
): { cause: string; remedy: string } {
  const values = { at: minuteOf(at, zone), count, have, object, document, order }
  return { cause: say(causes[why], language, values), remedy: say(remedies[why], language, values) }
}
