/**
 * Faults that a race must find: the text that is exchanged when a file is loaded, and the two commands that meet it. The first four
 * are those that a review found in the product; the others are of the kinds that people make.
 */
export interface Planted {
  readonly name: string
  readonly changes: readonly Change[]
  readonly pair: readonly [string, string]
}
export interface Change {
  readonly file: string
  readonly find: string
  readonly put: string
}

const manufacturing = 'areas/manufacturing/server/'
const one = (file: string, find: string, put: string): readonly Change[] => [{ file, find, put }]

export const faults: readonly Planted[] = [
  {
    name: 'A1: a material plan is saved without asking whether what it read still stands',
    pair: ['assign', 'material_plan'],
    changes: one(
      `${manufacturing}plan/plan-and-save.ts`,
      'if (!(await stillStands(tx, org_id, books.reading, result, { strictly, now: books.now }))) return null',
      'void strictly',
    ),
  },
  {
    name: 'A2: what is released was read before the lock',
    pair: ['pick', 'release'],
    changes: [
      {
        file: `${manufacturing}plan/material-plan.handlers.ts`,
        find: '  const mos = await mosForUpdate(\n    tx,\n    org_id,\n    (await edges())',
        put: `  const before = await rows(
    tx,
    sql<{ source_type: number; source_id: string; quantity: string }>\`select source_type, source_id, quantity from mo_assignment
      where org_id = \${org_id} and \${among(sql\`id\`, ids)}\`,
  )
  const mos = await mosForUpdate(\n    tx,\n    org_id,\n    (await edges())`,
      },
      {
        file: `${manufacturing}plan/material-plan.handlers.ts`,
        find: 'occupations: stockOf(released)',
        put: 'occupations: stockOf(before)',
      },
    ],
  },
  {
    name: 'A3: what rules ask of work orders is read before those are locked',
    pair: ['pick', 'revert'],
    changes: one(
      `${manufacturing}mo/mo.queries.ts`,
      '  await lockMos(tx, org_id, ids)\n  return moFacts(tx, org_id, ids)',
      '  const found = await moFacts(tx, org_id, ids)\n  await lockMos(tx, org_id, ids)\n  return found',
    ),
  },
  {
    name: 'A4: what is in transit is assigned without locking it',
    pair: ['assign', 'assign_too'],
    changes: one(
      `${manufacturing}plan/material-plan.handlers.ts`,
      'await lockPurchaseOrdersOf(tx, org_id, ofType(source.in_transit))',
      '',
    ),
  },
  {
    name: 'lock forgotten: what is coming goes to another order while it is received',
    pair: ['receive', 'reallocate'],
    changes: one(
      `${manufacturing}plan/reallocation.ts`,
      'await lockPurchaseOrdersOf(tx, org_id, ofType(in_transit))',
      '',
    ),
  },
  {
    name: 'occupation not returned when an order gives back stock for what it takes',
    pair: ['pick', 'reallocate'],
    changes: one(
      `${manufacturing}plan/reallocation.ts`,
      'await release(tx, { org_id, occupations: stockOf(free) })',
      'void release',
    ),
  },
  {
    name: 'lock forgotten: the floor reports without locking the work order and the task',
    pair: ['report', 'report'],
    changes: [
      {
        file: 'areas/shopfloor/server/task.queries.ts',
        find: 'order by id for no key update`.execute(',
        put: 'order by id`.execute(',
      },
      {
        file: 'areas/shopfloor/server/task.queries.ts',
        find: ' order by t.id for no key update`',
        put: ' order by t.id`',
      },
    ],
  },
  {
    name: 'lock forgotten: balances are read and written without it',
    pair: ['receive', 'pick'],
    changes: one('areas/stock/server/ledger.ts', 'order by t.id for no key update`', 'order by t.id`'),
  },
  {
    name: 'lock forgotten: occupation is counted up and down without it',
    pair: ['pick', 'split'],
    changes: one(
      'areas/stock/server/occupation.ts',
      `  await sql\`select from inventory where org_id = \${org_id} and \${among(sql\`id\`, ids)} order by id for no key update\`.execute(
    tx,
  )
  const found`,
      '  const found',
    ),
  },
  {
    name: 'lock forgotten: sales order lines are counted up without it',
    pair: ['report', 'ship'],
    changes: one(
      'areas/sales/server/follow-orders.ts',
      'order by id for no key update`.execute(',
      'order by id`.execute(',
    ),
  },
  {
    name: 'occupation not returned when a work order gives its material back',
    pair: ['split', 'merge'],
    changes: one(
      `${manufacturing}mo/mo-quantities.ts`,
      'return stockOf(released)',
      'return stockOf(released.slice(0, 0))',
    ),
  },
  {
    name: 'version unchecked',
    pair: ['change_mo', 'change_mo'],
    changes: one(
      'platform/server/http/handle.ts',
      'if (found.row_version !== row_version) throw new Refusal(generalErrors.versionConflict)',
      '',
    ),
  },
  {
    name: 'order of locks inverted: work orders before the head of the plan',
    pair: ['cancel', 'drag'],
    changes: one(
      'areas/scheduling/server/plan/planned-orders.ts',
      '  await lockHead(tx, org_id)\n  const mos = await mosForUpdate(tx, org_id, mo_ids)',
      '  const mos = await mosForUpdate(tx, org_id, mo_ids)\n  await lockHead(tx, org_id)',
    ),
  },
  {
    name: 'guard left out: an order with picked material returns to to-do',
    pair: ['pick', 'revert'],
    changes: one(
      'areas/manufacturing/model/mo/mo.rules.ts',
      'if (order.rework_task_no === null && isPositive(order.picked_quantity)) refuse(manufacturingErrors.returnHasOutbound)',
      '',
    ),
  },
  {
    name: 'guard left out: locked capacity is taken off the plan',
    pair: ['hold_capacity', 'cancel'],
    changes: one(
      'areas/scheduling/model/plan.rules.ts',
      '  if (mo.capacity_locked) refuse(schedulingErrors.capacityLocked)\n  if (tasks.some(isPublished)) refuse(schedulingErrors.planPublished)',
      '  if (tasks.some(isPublished)) refuse(schedulingErrors.planPublished)',
    ),
  },
  {
    name: 're-read left out: a replenishment is saved without asking whether what it read still stands',
    pair: ['assign', 'replenish'],
    changes: one(
      `${manufacturing}plan/replenish.ts`,
      `        if (!(await stillStands(tx, org_id, books.reading, plan, { strictly: round <= strictRounds, now: books.now })))
          throw new Moved()`,
      '',
    ),
  },
  {
    name: 're-read left out: a plan is saved although what it was computed from has changed',
    pair: ['schedule', 'drag'],
    changes: one(
      'areas/scheduling/server/problem/read-plan.ts',
      'if (!same || !(await isUnchanged(tx, org_id, known))) throw new Moved()',
      'void same',
    ),
  },
  {
    name: 'status checked before the lock: an inquiry is confirmed twice',
    pair: ['confirm', 'confirm'],
    changes: [
      {
        file: 'areas/promising/server/inquiry.handlers.ts',
        find: `    await lockHead(tx, org_id)
    await lockLosers(context, inquiry_id, found.order_id)
    const orderLines = await seenLinesForUpdate(tx, org_id, { order_ids: [found.order_id] })
    const inquiry = (await inquiryForUpdate(tx, org_id, inquiry_id)) ?? refuse(generalErrors.recordNotFound)
    expectConfirmable(inquiry, now, promise_date)`,
        put: `    const inquiry = (await inquiryForUpdate(tx, org_id, inquiry_id)) ?? refuse(generalErrors.recordNotFound)
    expectConfirmable(inquiry, now, promise_date)
    await lockHead(tx, org_id)
    await lockLosers(context, inquiry_id, found.order_id)
    const orderLines = await seenLinesForUpdate(tx, org_id, { order_ids: [found.order_id] })`,
      },
      {
        file: 'areas/promising/server/inquiry.queries.ts',
        find: `where org_id = \${org_id} and id = \${id} for update\``,
        put: `where org_id = \${org_id} and id = \${id}\``,
      },
    ],
  },
  {
    name: 'version compared before the lock: of two changes of a sales order one is lost',
    pair: ['change_order', 'change_order'],
    changes: one(
      'areas/document-kit/server/document-books.ts',
      `await sql\`select from \${seen} t where \${which} for no key update\`.execute(tx)`,
      '',
    ),
  },
  {
    name: 'lock forgotten: a material plan is saved without locking its orders',
    pair: ['assign', 'material_plan'],
    changes: one(`${manufacturing}plan/plan-and-save.ts`, 'await lockPlanned(tx, org_id, result)', ''),
  },
  {
    name: 'version compared before the lock: a work order is changed that was split meanwhile',
    pair: ['change_mo', 'split'],
    changes: one(
      `${manufacturing}mo/mo.handlers.ts`,
      '(await mosForUpdate(tx, org_id, [input.id])).get(input.id)',
      '(await moFacts(tx, org_id, [input.id])).get(input.id)',
    ),
  },
  {
    name: 'guard left out: an inquiry is confirmed whose order was cancelled meanwhile',
    pair: ['cancel_order', 'confirm'],
    changes: one('areas/promising/server/inquiry.handlers.ts', 'linesToAsk(orderLines, undefined)', 'void orderLines'),
  },
]
