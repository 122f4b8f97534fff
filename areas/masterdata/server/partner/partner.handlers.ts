import { customFieldsFor, settledCustom } from '@qitao/access/server'
import type { PlainCalls } from '@qitao/core/call.ts'
import type { CustomValues } from '@qitao/core/custom.ts'
import type { Exchange } from '@qitao/core/exchange.ts'
import type { Common, Fields, RecordOf } from '@qitao/core/record.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { expectVersion, type Handler, handle } from '@qitao/platform/server/http/handle.ts'
import { plainHandlers } from '@qitao/platform/server/list/plain-record.ts'
import { sql } from 'kysely'
import { masterdataErrors } from '../../model/masterdata.errors.ts'
import { customerExchange, supplierExchange } from '../../model/masterdata.exchange.ts'
import { customerCalls } from '../../model/partner/customer.calls.ts'
import { customer } from '../../model/partner/customer.record.ts'
import { sharedColumns } from '../../model/partner/partner.fields.ts'
import { partnerKind } from '../../model/partner/partner-kind.status.ts'
import { supplierCalls } from '../../model/partner/supplier.calls.ts'
import { supplier } from '../../model/partner/supplier.record.ts'
import { dropHandler, writableColumns } from '../saved-record.ts'

interface Twins {
  readonly table: 'customer' | 'supplier'
  readonly other: 'customer' | 'supplier'
  /** Kind of a partner that stands in the other table only. */
  readonly otherKind: number
}
/**
 * Customers and suppliers. A partner that is both stands in both tables under one id; its shared columns are kept alike. One
 * that is no longer both, or is deleted on one side, goes on as an ordinary partner on the other side.
 */
interface Side<F extends Fields = Fields> extends Twins {
  readonly record: RecordOf<F>
  readonly calls: PlainCalls<F> & { readonly export: typeof customerCalls.export }
  readonly inUse: ErrorDefinition
  readonly imports: Exchange
}
const both = partnerKind.codes.both

async function keepTwin(tx: Tx, org_id: string, side: Twins, ids: readonly string[]): Promise<void> {
  const [table, other] = [sql.table(side.table), sql.table(side.other)]
  const shared = sql.join(sharedColumns.map(name => sql.ref(name)))
  const renewed = sql.join(sharedColumns.map(name => sql`${sql.ref(name)} = excluded.${sql.ref(name)}`))
  await sql`insert into ${other} (id, partner_kind, ${shared})
    select id, ${both}::smallint, ${shared} from ${table}
    where org_id = ${org_id} and ${among(sql`id`, ids)} and partner_kind = ${both}
    on conflict (org_id, id) do update set partner_kind = excluded.partner_kind, ${renewed}`.execute(tx)
  await sql`update ${other} o set partner_kind = ${side.otherKind}
    where o.org_id = ${org_id} and ${among(sql`o.id`, ids)} and o.partner_kind = ${both}
      and not exists (select 1 from ${table} t where t.org_id = o.org_id and t.id = o.id and t.partner_kind = ${both})`.execute(
    tx,
  )
}

const customOf = (input: object) => (input as { custom?: CustomValues }).custom

function partnerHandlers<F extends Fields>(side: Side<F>): Handler[] {
  const { record, calls } = side
  const table = sql.table(side.table)
  const { columns, valuesOf } = writableColumns(record)
  const [list, detail] = plainHandlers(record, calls, {
    table: side.table,
    keyword: ['code', 'name', 'contact', 'phone'],
    orders: ['code', 'name', 'partner_kind', 'status'],
    defaultOrder: 'code',
  })
  return [
    list!,
    detail!,
    exportHandler(calls.export, list, record, { imports: side.imports, custom: customFieldsFor(record.name) }),
    handle(calls.add, async (input, { tx, org_id }) => {
      const id = newId()
      const custom = await settledCustom(tx, org_id, side.table, customOf(input))
      await sql`insert into ${table} (id, ${columns}) values (${id}, ${valuesOf({ ...input, custom })})`.execute(tx)
      await keepTwin(tx, org_id, side, [id])
      return { id }
    }),
    handle(calls.alter, async (given, { tx, org_id }) => {
      const input = given as Common
      const [stored] = await rows(
        tx,
        sql<{
          row_version: number
        }>`select row_version from ${table} where org_id = ${org_id} and id = ${input.id} for update`,
      )
      expectVersion(stored, input.row_version)
      const custom = await settledCustom(tx, org_id, side.table, customOf(input), input.id)
      await sql`update ${table} set (${columns}) = row(${valuesOf({ ...input, custom })})
        where org_id = ${org_id} and id = ${input.id}`.execute(tx)
      await keepTwin(tx, org_id, side, [input.id])
      return { affected: 1 }
    }),
    dropHandler(calls.drop, side.table, {
      inUse: side.inUse,
      after: (tx, org_id, ids) => keepTwin(tx, org_id, side, ids),
    }),
  ]
}

const customers: Side<typeof customer.fields> = {
  record: customer,
  calls: customerCalls,
  table: 'customer',
  other: 'supplier',
  otherKind: partnerKind.codes.supplier,
  inUse: masterdataErrors.customerInUse,
  imports: customerExchange,
}
const suppliers: Side<typeof supplier.fields> = {
  record: supplier,
  calls: supplierCalls,
  table: 'supplier',
  other: 'customer',
  otherKind: partnerKind.codes.customer,
  inUse: masterdataErrors.supplierInUse,
  imports: supplierExchange,
}
export const customerHandlers = partnerHandlers(customers)
export const supplierHandlers = partnerHandlers(suppliers)

type KeepTwins = (tx: Tx, org_id: string, ids: readonly string[]) => Promise<void>
export const keepCustomerTwins: KeepTwins = (tx, org_id, ids) => keepTwin(tx, org_id, customers, ids)
export const keepSupplierTwins: KeepTwins = (tx, org_id, ids) => keepTwin(tx, org_id, suppliers, ids)
export const partnerConstraints = {
  customer_org_id_code_key: masterdataErrors.customerCodeExists,
  customer_org_id_name_key: masterdataErrors.customerNameExists,
  supplier_org_id_code_key: masterdataErrors.supplierCodeExists,
  supplier_org_id_name_key: masterdataErrors.supplierNameExists,
}
