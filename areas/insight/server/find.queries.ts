import { rows } from '@qitao/platform/server/database/database.ts'
import type { Context } from '@qitao/platform/server/http/handle.ts'
import { inquiryStatus } from '@qitao/promising/model/inquiry.status.ts'
import { seesAllChanges } from '@qitao/scheduling/server'
import { receiptsType } from '@qitao/warehouse/model/receipt.status.ts'
import { type RawBuilder, sql } from 'kysely'
import type { FoundGroups } from '../model/find.calls.ts'
import { documentKinds, type RecordKindName } from '../model/record-kinds.ts'

type Sql = RawBuilder<unknown>
/** Who looks for something, and when. */
type Looking = Pick<Context, 'tx' | 'org_id' | 'now' | 'member'>
/** How records of one kind are read: `t` is their table, or the view of what the member may see. */
interface Source {
  readonly table: string
  readonly no: Sql
  /** What else they are known by; found when it contains what is asked for. */
  readonly knownBy?: readonly Sql[]
  readonly where?: Sql
  readonly joins?: Sql
  readonly name: Sql
  readonly status?: Sql
  readonly parent?: Sql
  /** So many that they are found by the beginning of the number only. */
  readonly many?: true
}

const ofCustomer = sql`left join customer c on c.org_id = t.org_id and c.id = t.customer_id`
const ofSupplier = sql`left join supplier s on s.org_id = t.org_id and s.id = t.supplier_id`
const ofMaterial = sql`left join material m on m.org_id = t.org_id and m.id = t.material_id`
const ofWarehouse = sql`left join warehouse w on w.org_id = t.org_id and w.id = t.warehouse_id`
const ofWarehouses = sql`left join warehouse f on f.org_id = t.org_id and f.id = t.from_warehouse_id
  left join warehouse w on w.org_id = t.org_id and w.id = t.to_warehouse_id`
const product = sql`m.code || ' ' || m.name`
const receipts = (receipts_type: number): Source => ({
  table: 'seen_receipt',
  no: sql`t.no`,
  where: sql`t.receipts_type = ${receipts_type}`,
  joins: sql`${ofCustomer} ${ofSupplier}`,
  name: sql`coalesce(c.name, s.name)`,
})
const named = (table: string, no: Sql): Source => ({ table, no, knownBy: [sql`t.name`], name: sql`t.name` })
const sources = ({ now, member }: Looking): Readonly<Record<RecordKindName, Source>> => ({
  sales_order: {
    table: 'seen_sales_order',
    no: sql`t.no`,
    knownBy: [sql`t.customer_order_no`],
    where: sql`not t.deleted`,
    joins: ofCustomer,
    name: sql`c.name`,
  },
  quotation: {
    table: 'seen_quotation',
    no: sql`t.no`,
    knownBy: [sql`t.customer_inquiry_no`],
    joins: ofCustomer,
    name: sql`c.name`,
  },
  sales_return: {
    table: 'seen_sales_return',
    no: sql`t.no`,
    joins: sql`join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id ${ofCustomer}`,
    name: sql`coalesce(c.name, o.no)`,
  },
  inquiry: {
    table: 'seen_inquiry',
    no: sql`t.no`,
    joins: sql`left join seen_sales_order o on o.org_id = t.org_id and o.id = t.order_id
      left join customer c on c.org_id = o.org_id and c.id = o.customer_id`,
    name: sql`coalesce(c.name, o.no)`,
    status: sql`case when t.status = ${inquiryStatus.codes.pending} and t.result_kept_until < ${now}
      then ${inquiryStatus.codes.expired} else t.status end`,
  },
  mo: { table: 'mo', no: sql`t.no`, joins: ofMaterial, name: product, parent: sql`t.parent_mo_id` },
  task: {
    table: 'production_task',
    no: sql`t.task_no`,
    joins: sql`join mo on mo.org_id = t.org_id and mo.id = t.mo_id
      left join process p on p.org_id = t.org_id and p.id = t.process_id
      left join device d on d.org_id = t.org_id and d.id = t.device_id`,
    name: sql`concat_ws(' · ', mo.no, p.name, d.machine_no)`,
    parent: sql`t.mo_id`,
    many: true,
  },
  change_request: {
    table: 'plan_change_request',
    no: sql`t.no`,
    where: seesAllChanges(member) ? sql`true` : sql`t.asked_by = ${member.user_id}`,
    name: sql`(select string_agg(l.task_no, ', ' order by l.line_no) from plan_change_task l
      where l.org_id = t.org_id and l.request_id = t.id)`,
  },
  purchase_request: { table: 'purchase_request', no: sql`t.no`, joins: ofMaterial, name: product },
  purchase_order: { table: 'purchase_order', no: sql`t.no`, joins: ofSupplier, name: sql`s.name` },
  outsource_order: { table: 'outsource_order', no: sql`t.no`, joins: ofSupplier, name: sql`s.name` },
  arrival: { table: 'arrival', no: sql`t.no`, knownBy: [sql`t.vehicle`], joins: ofSupplier, name: sql`s.name` },
  inbound: receipts(receiptsType.inbound),
  outbound: receipts(receiptsType.outbound),
  pick_wave: { table: 'pick_wave', no: sql`t.no`, name: sql`t.remark`, status: sql`null` },
  transfer: { table: 'transfer', no: sql`t.no`, joins: ofWarehouses, name: sql`concat_ws(' → ', f.name, w.name)` },
  stock_count: { table: 'inventory_count', no: sql`t.no`, joins: ofWarehouse, name: sql`w.name` },
  stock_adjustment: { table: 'stock_adjustment', no: sql`t.no`, joins: ofMaterial, name: product },
  qc_task: { table: 'qc_task', no: sql`t.no`, joins: ofMaterial, name: product },
  trace_case: { table: 'trace_case', no: sql`t.no`, knownBy: [sql`t.title`, sql`t.value`], name: sql`t.title` },
  material: named('material', sql`t.code`),
  material_bom: {
    table: 'material_bom',
    no: sql`t.code`,
    joins: ofMaterial,
    name: sql`${product} || ' ' || t.version`,
  },
  routing: named('routing', sql`t.code`),
  device: named('device', sql`t.machine_no`),
  customer: named('customer', sql`t.code`),
  supplier: named('supplier', sql`t.code`),
  lot: {
    table: 'inventory',
    no: sql`t.lot_number`,
    where: sql`t.lot_number <> ''`,
    joins: ofMaterial,
    name: product,
    status: sql`null`,
    many: true,
  },
})

interface Row {
  readonly kind: RecordKindName
  readonly id: string
  readonly no: string
  readonly name: string | null
  readonly status: string | null
  readonly parent_id: string | null
}
/** Which records of a kind are meant: `ids` is a query of their ids. */
type Wanted = readonly { readonly kind: RecordKindName; readonly ids: (source: Source) => Sql; readonly most: number }[]

/** Of all kinds in one statement. */
async function read(looking: Looking, wanted: Wanted): Promise<Row[]> {
  const { tx, org_id } = looking
  if (wanted.length === 0) return []
  const all = sources(looking)
  const parts = wanted.map(({ kind, ids, most }) => {
    const source = all[kind]
    return sql`(select ${kind} as kind, t.id, ${source.no} as no, ${source.name} as name,
        (${source.status ?? sql`t.status`})::text as status, ${source.parent ?? sql`null::uuid`} as parent_id
      from ${sql.table(source.table)} t ${source.joins ?? sql``}
      where t.org_id = ${org_id} and t.id in (${ids(source)}) and ${source.where ?? sql`true`} limit ${most})`
  })
  return rows(tx, sql<Row>`${sql.join(parts, sql` union all `)}`)
}

const last = '\u{10FFFF}'
const conditionOf = (org_id: string, { where }: Source): Sql => sql`t.org_id = ${org_id} and ${where ?? sql`true`}`

/** Documents that a text is looked for inside of: the newest. By the beginning of its number any one is found. */
const lookedThrough = 10_000

/**
 * Those whose number begins with it, by index; when none is it exactly, of kinds that have room left those whose number or name
 * contains it. As it was
 * typed, in capitals and in small letters: numbers are written so, and no index knows letters apart otherwise.
 */
export async function findByText(
  looking: Looking,
  kinds: readonly RecordKindName[],
  keyword: string,
  most: number,
): Promise<FoundGroups> {
  const spelled = [...new Set([keyword, keyword.toUpperCase(), keyword.toLowerCase()])]
  const { org_id } = looking
  const beginning = await read(
    looking,
    kinds.map(kind => ({
      kind,
      most,
      ids: source =>
        sql.join(
          spelled.map(
            from => sql`(select t.id from ${sql.table(source.table)} t where ${conditionOf(org_id, source)}
              and ${source.no} collate "C" >= ${from} and ${source.no} collate "C" < ${from + last}
              order by ${source.no} collate "C" limit ${most})`,
          ),
          sql` union all `,
        ),
    })),
  )
  const all = sources(looking)
  const count = (kind: RecordKindName) => beginning.filter(row => row.kind === kind).length
  const pattern = `%${keyword.replace(/[\\%_]/g, '\\$&')}%`
  const wanted = keyword.toLowerCase()
  const isIt = ({ no, name }: Row) => no.toLowerCase() === wanted || name?.toLowerCase() === wanted
  const isThere = beginning.some(isIt)
  const containing = await read(
    looking,
    kinds
      .filter(kind => !isThere && !all[kind].many && count(kind) < most)
      .map(kind => ({
        kind,
        most,
        ids: source => sql`select t.id from (select t.* from ${sql.table(source.table)} t where ${conditionOf(org_id, source)}
            ${(documentKinds as readonly string[]).includes(kind) ? sql`order by t.id desc limit ${lookedThrough}` : sql``}) t
          where ${sql.join(
            [source.no, ...(source.knownBy ?? [])].map(column => sql`${column} ilike ${pattern}`),
            sql` or `,
          )} limit ${most}`,
      })),
  )
  const place = (row: Row) => (isIt(row) ? 0 : row.no.toLowerCase().startsWith(wanted) ? 1 : 2)
  const found = [...new Map([...beginning, ...containing].map(row => [row.id, row])).values()]
  found.sort((a, b) => place(a) - place(b) || (a.no < b.no ? -1 : 1))
  // The kind with the best match stands first; else they stand in the order of the flow.
  const grouped = Map.groupBy(found, row => row.kind)
  return inGroups(grouped, kinds, most).sort((a, b) => place(bestOf(grouped, a)) - place(bestOf(grouped, b)))
}
const bestOf = (grouped: ReadonlyMap<RecordKindName, Row[]>, { kind }: FoundGroups[number]): Row =>
  grouped.get(kind)![0]!

const inGroups = (
  found: ReadonlyMap<RecordKindName, readonly Row[]>,
  kinds: readonly RecordKindName[],
  most: number,
): FoundGroups =>
  kinds.flatMap(kind => {
    const records = found
      .get(kind)
      ?.slice(0, most)
      .map(({ kind: _, ...record }) => record)
    return records ? [{ kind, records }] : []
  })

/** Records of several kinds, each by a query of its ids. */
export async function findByIds(
  looking: Looking,
  ids: Readonly<Partial<Record<RecordKindName, Sql>>>,
  most: number,
): Promise<FoundGroups> {
  const kinds = Object.keys(ids) as RecordKindName[]
  const found = await read(
    looking,
    kinds.map(kind => ({ kind, most, ids: () => ids[kind]! })),
  )
  found.sort((a, b) => (a.no < b.no ? -1 : 1))
  return inGroups(
    Map.groupBy(found, row => row.kind),
    kinds,
    most,
  )
}
