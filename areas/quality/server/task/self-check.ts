import { notify, shows } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { add, isPositive, type Quantity, subtract } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { hourSeconds } from '@qitao/core/time.ts'
import { recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { takeSerials } from '@qitao/platform/server/database/serial.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { qcType } from '../../model/qc-type.status.ts'
import type { QcItemRow } from '../../model/scheme/method.record.ts'
import type { OperationMade } from '../../model/task/operation-check.rules.ts'
import { brokenItems, expectSelfChecked, type SelfChecked } from '../../model/task/self-check.rules.ts'
import { taskResult, taskStatus } from '../../model/task/task.status.ts'
import { itemsOfMethod } from '../scheme/method.handlers.ts'
import { planLots } from '../scheme/scheme.queries.ts'
import { type PiecesBack, type StepAtWork, wentBack } from './inspect-operations.ts'

/** What is asked of who makes pieces at a step. */
export interface SelfCheck {
  readonly scheme_id: string
  readonly blocks: number
  readonly release_hours: number
  readonly items: readonly QcItemRow[]
}
const { self_check } = qcType.codes

/** The plan of a step by which who reports it checks the pieces; undefined: nothing is asked. */
export async function selfCheckOf(
  tx: Tx,
  org_id: string,
  { material_id, process_id }: Pick<StepAtWork, 'material_id' | 'process_id'>,
): Promise<SelfCheck | undefined> {
  const [lot] = await planLots(tx, org_id, self_check, [{ material_id, process_id, supplier_id: null, quantity: '1' }])
  const [scheme] = lot?.schemes ?? []
  if (!scheme) return undefined
  const items = await itemsOfMethod(tx, org_id, scheme.method_id)
  return { scheme_id: scheme.id, blocks: scheme.blocks, release_hours: scheme.release_hours, items }
}

interface Given {
  readonly back: PiecesBack
  readonly good: Quantity
  readonly checks: readonly SelfChecked[]
  readonly reason: string | null
}
/**
 * What the reporter has found of the good pieces of a report, as an inspection of its own kind: it has passed, or it waits for QC with the
 * reason, holds up what its plan says, and QC is told. `operation`: as it is after the report.
 */
export async function recordSelfCheck(
  context: Pick<Context, 'tx' | 'org_id' | 'now' | 'member' | 'tell'>,
  step: StepAtWork & { readonly operation: OperationMade },
  { back, good, checks, reason }: Given,
): Promise<void> {
  const { tx, org_id, now, member } = context
  if (!isPositive(good)) return
  const check = await selfCheckOf(tx, org_id, step)
  if (!check || check.items.length === 0) return
  expectSelfChecked(check.items, checks, reason)
  const broken = brokenItems(check.items, checks)
  const hasPassed = broken.length === 0
  const [no] = await takeSerials(tx, 'ZJ', 1, now, member.time_zone)
  const id = newId()
  const { mo_id, mo_no, operation_id, process_id, material_id, operation } = step
  const covers_to = add(operation.reported_quantity, wentBack(back, step))
  const judged = {
    ...{ status: taskStatus.codes.done, result: taskResult.codes.pass, judged_time: now, accepted: true },
    ...{ passed_quantity: good, nonconforming: 0, inspector_id: member.user_id },
  }
  const waiting = {
    ...{ status: taskStatus.codes.pending, result: null, judged_time: null, accepted: null },
    ...{ passed_quantity: '0', nonconforming: null, inspector_id: null },
  }
  await insertRows(tx, 'qc_task', [
    {
      ...{ id, no: no!, qc_type: self_check, material_id, quantity: good, lot_number: '' },
      ...{ mo_id, operation_id, process_id, source_id: mo_id, source_no: mo_no },
      ...{ covers_from: subtract(covers_to, good), covers_to, scheme_id: check.scheme_id, blocks: check.blocks },
      ...{ sample_size: 1, accept_number: 0, reject_number: 1, due_time: now + check.release_hours * hourSeconds },
      remark: reason,
      ...(hasPassed ? judged : waiting),
    },
  ])
  await sql`insert into qc_result (task_id, item_id, sample_no, value)
    select ${id}::uuid, r.item_id, 1, r.value from ${recordset(checks, sql`item_id uuid, value text`)} r`.execute(tx)
  if (hasPassed) return
  const told = await rows(
    tx,
    sql<{
      id: string
    }>`select u.id from app_user u where u.org_id = ${org_id} and u.status = ${enabledStatus.codes.enabled}
      and u.id in (select c.created_by from qc_scheme c where c.org_id = ${org_id} and c.id = ${check.scheme_id} union select m.created_by from mo m where m.org_id = ${org_id} and m.id = ${mo_id})`,
  )
  await notify(
    context,
    told.map(one => one.id),
    {
      sign: `self_check:${id}`,
      type: 'warning',
      text: text(
        `${member.name}自检不合格（${mo_no}）：${broken.join('、')}。${reason}`,
        `${member.name}'s self-check of ${mo_no} is out of limits: ${broken.join(', ')}. ${reason}`,
      ),
      ...shows(pages.editQcTask, { id }),
    },
  )
}
