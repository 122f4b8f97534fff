import { notify, shows } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { itemKind, type QcItemRow } from '../../model/scheme/method.record.ts'
import { controlChart, ruleText } from '../../model/task/control-chart.ts'
import type { Measured } from '../../model/task/task.rules.ts'
import { chartPoints } from './task.queries.ts'

/** Values of a task break a rule of the control chart: whose plan it is and who planned the work order are told, each characteristic once. */
export async function tellBrokenRules(
  context: Context,
  task: { readonly id: string; readonly no: string },
  items: readonly QcItemRow[],
  measured: readonly Measured[],
): Promise<void> {
  const { tx, org_id } = context
  const charted = items.filter(
    ({ id, kind }) => kind === itemKind.codes.number && measured.some(({ item_id }) => item_id === id),
  )
  const told: { item: QcItemRow; rules: (keyof typeof ruleText)[] }[] = []
  for (const [item_id, points] of await chartPoints(
    tx,
    org_id,
    task.id,
    charted.map(({ id }) => id),
  )) {
    const chart = controlChart(points.map(({ value }) => value))
    const rules =
      chart?.broken.filter(({ index }) => points[index]!.task_no === task.no).flatMap(one => one.rules) ?? []
    if (rules.length > 0)
      told.push({ item: items.find(({ id }) => id === item_id)!, rules: [...new Set(rules)].sort() })
  }
  if (told.length === 0) return
  const people = await rows(
    tx,
    sql<{
      id: string
    }>`select u.id from app_user u where u.org_id = ${org_id} and u.status = ${enabledStatus.codes.enabled} and u.id in (
        select s.created_by from qc_task t join qc_scheme s on s.org_id = t.org_id and s.id = t.scheme_id where t.org_id = ${org_id} and t.id = ${task.id}
        union select m.created_by from qc_task t join mo m on m.org_id = t.org_id and m.id = t.mo_id where t.org_id = ${org_id} and t.id = ${task.id})`,
  )
  const of = (language: 'zh' | 'en') =>
    told.map(({ item, rules }) => `${item.name} (${rules.map(rule => ruleText[rule][language]).join(', ')})`).join('; ')
  await notify(
    context,
    people.map(({ id }) => id),
    {
      sign: `qc_rules:${task.id}`,
      type: 'warning',
      text: {
        zh: `质检任务 ${task.no} 的控制图失控：${of('zh')}`,
        en: `QC task ${task.no}: the control chart is out of control: ${of('en')}`,
      },
      ...shows(pages.editQcTask, { id: task.id }),
    },
  )
}
