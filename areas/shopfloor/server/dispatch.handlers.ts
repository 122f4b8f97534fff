import { notify, shows } from '@qitao/access/server'
import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { isMore, isPositive } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { dispatchStatus, publishStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { taskStatus } from '@qitao/manufacturing/model/mo/task.status.ts'
import { recordDispatched } from '@qitao/manufacturing/server'
import { among, readingWith, recordset, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { bulkAnswer, type Context, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { recordTaskDispatch } from '@qitao/scheduling/server'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { floorMessage } from '../model/floor.message.ts'
import { addDispatch, cancelDispatch, listDispatchTasks, reassignTasks } from '../model/report.calls.ts'
import { expectReassignable } from '../model/report.rules.ts'
import { shopfloorErrors } from '../model/shopfloor.errors.ts'
import { acceptDispatch } from '../model/workshop/workshop.calls.ts'
import { rememberGivenOn } from './given-on.ts'
import { tasksForUpdate, tasksPage } from './task.queries.ts'

export const dispatchHandlers: Handler[] = [
  handle(listDispatchTasks, (input, { tx, org_id }) =>
    tasksPage(
      tx,
      org_id,
      input,
      [
        sql`t.publish_status = ${publishStatus.codes.published}`,
        input.dispatch_status !== undefined && sql`t.dispatch_status = ${input.dispatch_status}`,
      ],
      'open_first',
    ),
  ),

  handle(addDispatch, ({ task_ids, user_ids, workgroup_id, quantity, remark }, context) => {
    if (user_ids.length === 0 && !workgroup_id) refuse(shopfloorErrors.assigneeRequired)
    return giveTasks(
      context,
      task_ids.map(task_id => ({ task_id, user_ids })),
      { workgroup_id: workgroup_id ?? null, quantity: quantity ?? null, remark: remark ?? null },
    )
  }),

  handle(acceptDispatch, ({ given, seen_people }, context) =>
    giveTasks(context, given, { workgroup_id: null, quantity: null, remark: null, seen_people }),
  ),

  handle(reassignTasks, async ({ task_ids, user_ids, workgroup_id, reason }, context) => {
    const { tx, org_id, language, tell } = context
    if (user_ids.length === 0 && !workgroup_id) refuse(shopfloorErrors.assigneeRequired)
    await expectPeople(tx, org_id, user_ids)
    await lockGiving(tx, org_id)
    const found = await tasksForUpdate(tx, org_id, { task_ids })
    const byId = new Map(found.map(task => [task.id, task]))
    const { passed, passed_ids, refused } = sortOut(task_ids, byId, expectReassignable)
    const before = new Set(passed.flatMap(({ assignee_ids }) => assignee_ids))
    await rememberGivenOn(context, passed)
    await recordTaskDispatch(tx, org_id, passed_ids, workgroup_id ?? null)
    await sql`delete from task_assignee where org_id = ${org_id} and ${among(sql`task_id`, passed_ids)}`.execute(tx)
    await assign(
      tx,
      passed_ids.flatMap(task_id => user_ids.map(user_id => ({ task_id, user_id }))),
    )
    await sql`insert into task_dispatch (task_id, remark) select t, ${reason} from unnest(${passed_ids}::uuid[]) t
      on conflict (org_id, task_id) do update set remark = excluded.remark`.execute(tx)
    const after = new Set(
      (await tasksForUpdate(tx, org_id, { task_ids: passed_ids })).flatMap(task => task.assignee_ids),
    )
    const nos = passed.map(({ task_no }) => task_no)
    await tellPeople(context, after.difference(before), reassignedTo(nos, reason))
    await tellPeople(context, before.difference(after), takenFrom(nos, reason))
    if (passed_ids.length > 0) tell(floorMessage)
    return bulkAnswer(passed_ids, refused, language)
  }),

  handle(cancelDispatch, async ({ task_ids }, context) => {
    const { tx, org_id, language, tell } = context
    const found = await tasksForUpdate(tx, org_id, { task_ids })
    const { passed, passed_ids, refused } = sortOut(task_ids, new Map(found.map(task => [task.id, task])), task => {
      if (
        isPositive(task.reported_quantity) ||
        isPositive(task.defective_quantity) ||
        task.status !== taskStatus.codes.not_started
      )
        refuse(shopfloorErrors.dispatchHasReport)
      if (task.dispatch_status === dispatchStatus.codes.pending_dispatch) refuse(generalErrors.statusNotAllowed)
    })
    await rememberGivenOn(context, passed)
    await recordTaskDispatch(tx, org_id, passed_ids, undefined)
    await sql`delete from task_assignee where org_id = ${org_id} and ${among(sql`task_id`, passed_ids)}`.execute(tx)
    await sql`delete from task_dispatch where org_id = ${org_id} and ${among(sql`task_id`, passed_ids)}`.execute(tx)
    const still = await rows(
      tx,
      sql<{
        mo_id: string
      }>`select distinct mo_id from production_task where org_id = ${org_id} and dispatch_status = ${dispatchStatus.codes.dispatched} and ${among(
        sql`mo_id`,
        passed.map(task => task.mo_id),
      )}`,
    )
    const dispatched = new Set(still.map(({ mo_id }) => mo_id))
    await recordDispatched(
      tx,
      org_id,
      [...new Set(passed.map(task => task.mo_id))].filter(id => !dispatched.has(id)),
      false,
    )
    if (passed_ids.length > 0) tell(floorMessage)
    return bulkAnswer(passed_ids, refused, language)
  }),
]

interface Given {
  readonly task_id: string
  readonly user_ids: readonly string[]
  /** As it was seen; absent: as it is. */
  readonly row_version?: number
}
const pairsOf = (given: readonly Given[]): { task_id: string; user_id: string }[] =>
  given.flatMap(({ task_id, user_ids }) => user_ids.map(user_id => ({ task_id, user_id })))
interface Giving {
  readonly workgroup_id: string | null
  readonly quantity: string | null
  readonly remark: string | null
  /** Which tasks people were seen to have; absent: whatever they have. */
  readonly seen_people?: readonly { readonly user_id: string; readonly task_ids: readonly string[] }[] | undefined
}
/** Each task to its people, or to a group; what cannot be given is refused by itself. */
async function giveTasks(
  context: Context,
  given: readonly Given[],
  { workgroup_id, quantity, remark, seen_people }: Giving,
) {
  const { tx, org_id, language, tell } = context
  const asked = new Map(given.map(one => [one.task_id, one]))
  await expectPeople(
    tx,
    org_id,
    given.flatMap(({ user_ids }) => user_ids),
  )
  const task_ids = given.map(({ task_id }) => task_id)
  await lockGiving(tx, org_id)
  const found = await tasksForUpdate(tx, org_id, { task_ids })
  const busy = seen_people === undefined ? new Map<string, Text>() : await givenSince(context, given, seen_people)
  const clashes = seen_people === undefined ? [] : await clashesAmong(tx, org_id, given)
  const taken = new Set<string>()
  const { passed, passed_ids, refused } = sortOut(task_ids, new Map(found.map(task => [task.id, task])), task => {
    if (task.dispatch_status === dispatchStatus.codes.dispatched) refuse(shopfloorErrors.taskDispatched)
    if (task.publish_status === publishStatus.codes.unpublished)
      refuse(generalErrors.statusNotAllowed, { detail: text('任务未发布', 'The task is not published') })
    if ((asked.get(task.id)!.row_version ?? task.row_version) !== task.row_version)
      refuse(generalErrors.versionConflict)
    const detail = busy.get(task.id)
    if (detail) refuse(generalErrors.versionConflict, { detail })
    if (quantity !== null && isMore(quantity, task.quantity)) refuse(shopfloorErrors.dispatchOverQuantity)
    const clash = clashes.find(({ task_id, other_id }) => task_id === task.id && taken.has(other_id))
    if (clash) refuse(generalErrors.statusNotAllowed, { detail: twoAtOnce, name: clash.name, other_no: clash.other_no })
    taken.add(task.id)
  })
  // The group of its machine had it until now.
  await rememberGivenOn(context, passed)
  await recordTaskDispatch(tx, org_id, passed_ids, workgroup_id)
  await assign(tx, pairsOf(passed_ids.map(id => asked.get(id)!)))
  await sql`insert into task_dispatch (task_id, quantity, remark) select t, ${quantity}::numeric, ${remark} from unnest(${passed_ids}::uuid[]) t`.execute(
    tx,
  )
  await recordDispatched(tx, org_id, [...new Set(passed.map(task => task.mo_id))], true)
  if (passed_ids.length > 0) tell(floorMessage)
  return bulkAnswer(passed_ids, refused, language)
}

/** Who has what is read and written by one leader after the other: two tasks of one person share no row. */
const lockGiving = (tx: Tx, org_id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`dispatch ${org_id}`}, 5803))`.execute(tx)

const twoAtOnce = text(
  '{name}同一时间还派了任务{other_no}，请改由他人做其中一个',
  '{name} is given {other_no} for the same time: give one of the two to somebody else',
)
/** Who is given two tasks at a time in one go, by each of both. */
const clashesAmong = (
  tx: Tx,
  org_id: string,
  given: readonly Given[],
): Promise<{ task_id: string; other_id: string; name: string; other_no: string }[]> =>
  rows(
    tx,
    sql<{ task_id: string; other_id: string; name: string; other_no: string }>`
      with asked as (
        select r.user_id, t.id, t.task_no, t.setup_start_time, t.end_time
        from ${recordset(pairsOf(given), sql`task_id uuid, user_id uuid`)} as r
          join production_task t on t.org_id = ${org_id} and t.id = r.task_id
      )
      select t.id as task_id, o.id as other_id, u.name, o.task_no as other_no from asked t
        join asked o on o.user_id = t.user_id and o.id <> t.id and o.setup_start_time < t.end_time and o.end_time > t.setup_start_time
        join app_user u on u.org_id = ${org_id} and u.id = t.user_id
      order by o.setup_start_time`,
  )

/** By task: who has been given another one at its time since he was seen. Of what the leader does not see he could not have said that it was. */
async function givenSince(
  { tx, org_id, member }: Pick<Context, 'tx' | 'org_id' | 'member'>,
  given: readonly Given[],
  seen_people: NonNullable<Giving['seen_people']>,
): Promise<Map<string, Text>> {
  const asked = pairsOf(given)
  const seen = seen_people.flatMap(({ user_id, task_ids }) => task_ids.map(task_id => ({ task_id, user_id })))
  const since = sql<{ task_id: string; name: string; other_no: string }>`
      select r.task_id, u.name, o.task_no as other_no from ${recordset(asked, sql`task_id uuid, user_id uuid`)} as r
        join production_task t on t.org_id = ${org_id} and t.id = r.task_id
        join task_assignee a on a.org_id = ${org_id} and a.user_id = r.user_id
        join production_task o on o.org_id = a.org_id and o.id = a.task_id and o.id <> t.id and o.status <> ${taskStatus.codes.done}
          and o.setup_start_time < t.end_time and o.end_time > t.setup_start_time
        join app_user u on u.org_id = ${org_id} and u.id = r.user_id
      where not exists (select 1 from ${recordset(seen, sql`task_id uuid, user_id uuid`)} as s
        where s.task_id = o.id and s.user_id = r.user_id)
      order by o.setup_start_time`
  const found = await readingWith(tx, member.workgroup_only, () => rows(tx, since))
  return new Map(
    found.map(({ task_id, name, other_no }) => [
      task_id,
      text(`${name}已另派任务${other_no}`, `${name} has been given ${other_no} meanwhile`),
    ]),
  )
}

/** All of them are there and may still sign in. */
async function expectPeople(tx: Tx, org_id: string, user_ids: readonly string[]): Promise<void> {
  const people = await rows(
    tx,
    sql`select id from app_user where org_id = ${org_id} and status = ${enabledStatus.codes.enabled} and ${among(sql`id`, user_ids)}`,
  )
  if (people.length < new Set(user_ids).size)
    refuse(generalErrors.recordNotFound, { field: 'user_ids', field_title: text('人员', 'People') })
}
const assign = (tx: Tx, pairs: readonly { task_id: string; user_id: string }[]) =>
  sql`insert into task_assignee (task_id, user_id) select r.task_id, r.user_id from ${recordset(
    pairs,
    sql`task_id uuid, user_id uuid`,
  )} as r on conflict do nothing`.execute(tx)

const namedAtMost = 3
const namesOf = (nos: readonly string[]): Text => {
  const named = nos.slice(0, namedAtMost).join(', ')
  const rest = nos.length - namedAtMost
  return rest > 0 ? text(`${named}等${nos.length}个`, `${named} and ${rest} more`) : text(named, named)
}
const reassignedTo = (nos: readonly string[], reason: string): Text =>
  text(`任务${namesOf(nos).zh}已改派给您：${reason}`, `Go on with ${namesOf(nos).en}: ${reason}`)
const takenFrom = (nos: readonly string[], reason: string): Text =>
  text(`任务${namesOf(nos).zh}已改派给他人：${reason}`, `${namesOf(nos).en}: others go on with it, ${reason}`)
/** Whoever re-assigns knows it. */
async function tellPeople(
  { tx, org_id, member, tell }: Context,
  people: ReadonlySet<string>,
  words: Text,
): Promise<void> {
  const others = [...people].filter(id => id !== member.user_id)
  if (others.length === 0) return
  await notify({ tx, org_id, tell }, others, {
    type: 'info',
    text: words,
    ...shows(pages.productionReport),
  })
}
