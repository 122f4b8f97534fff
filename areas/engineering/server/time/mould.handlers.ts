import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { exportHandler } from '@qitao/platform/server/excel/export.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { mouldExchange } from '../../model/engineering.exchange.ts'
import { mouldCalls } from '../../model/time/mould.calls.ts'
import { type MouldInput, type MouldRow, mould } from '../../model/time/mould.record.ts'
import { checkMould, type Mould } from '../../model/time/mould.rules.ts'

const joins = sql`join process p on p.org_id = t.org_id and p.id = t.process_id
  left join lateral (select array_agg(m.id order by m.code) as material_ids, array_agg(m.code order by m.code) as material_codes
    from mould_material x join material m on m.org_id = x.org_id and m.id = x.material_id where x.org_id = t.org_id and x.mould_id = t.id) m on true
  left join lateral (select array_agg(d.id order by d.machine_no) as device_ids, array_agg(d.machine_no order by d.machine_no) as machine_no_list
    from mould_device x join device d on d.org_id = x.org_id and d.id = x.device_id where x.org_id = t.org_id and x.mould_id = t.id) d on true`
const shown = sql`t.*, p.name as process_name, coalesce(m.material_ids, '{}') as material_ids, coalesce(m.material_codes, '{}') as material_codes,
  coalesce(d.device_ids, '{}') as device_ids, coalesce(d.machine_no_list, '{}') as machine_no_list`

/** Moulds and tools of the company, in the order of their codes. */
export const loadMoulds = (tx: Tx, org_id: string): Promise<Mould[]> =>
  rows(
    tx,
    sql<Mould>`select t.id, t.code, t.name, t.kind, t.process_id, t.quantity, t.status,
        coalesce((select array_agg(x.material_id order by x.material_id) from mould_material x where x.org_id = t.org_id and x.mould_id = t.id), '{}') as material_ids,
        coalesce((select array_agg(x.device_id order by x.device_id) from mould_device x where x.org_id = t.org_id and x.mould_id = t.id), '{}') as device_ids
      from mould t where t.org_id = ${org_id} order by t.code collate "C"`,
  )

const lock = async (tx: Tx, org_id: string, ids: readonly string[]) =>
  new Map(
    (
      await rows(
        tx,
        sql<{ id: string; code: string; row_version: number }>`select id, code, row_version from mould
          where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`,
      )
    ).map(row => [row.id, row]),
  )

/** All that is kept for one process is decided together, so the process is locked. */
async function expectFits(tx: Tx, org_id: string, input: MouldInput, id?: string): Promise<void> {
  const locked = await rows(
    tx,
    sql<{ id: string }>`select id from process where org_id = ${org_id} and id = ${input.process_id} for update`,
  )
  if (locked.length === 0) refuse(generalErrors.recordNotFound)
  const able = await rows(
    tx,
    sql<{
      device_id: string
    }>`select device_id from device_process where org_id = ${org_id} and process_id = ${input.process_id}`,
  )
  const others = (await loadMoulds(tx, org_id)).filter(one => one.id !== id)
  checkMould(input, new Set(able.map(({ device_id }) => device_id)), others)
}

async function saveLinks(tx: Tx, org_id: string, id: string, { material_ids, device_ids }: MouldInput): Promise<void> {
  await sql`delete from mould_material where org_id = ${org_id} and mould_id = ${id} and not material_id = any(${material_ids}::uuid[])`.execute(
    tx,
  )
  await sql`insert into mould_material (mould_id, material_id) select ${id}, unnest(${material_ids}::uuid[]) on conflict do nothing`.execute(
    tx,
  )
  await sql`delete from mould_device where org_id = ${org_id} and mould_id = ${id} and not device_id = any(${device_ids}::uuid[])`.execute(
    tx,
  )
  await sql`insert into mould_device (mould_id, device_id) select ${id}, unnest(${device_ids}::uuid[]) on conflict do nothing`.execute(
    tx,
  )
}
const ownColumns = ({ material_ids: _, device_ids: __, ...own }: MouldInput) => own

const list = handle(mouldCalls.list, (input, { tx, org_id }) =>
  listRows(
    tx,
    {
      org_id,
      table: 'mould',
      where: [
        contains(
          input.keyword,
          sql`t.code`,
          sql`t.name`,
          sql`p.name`,
          sql`coalesce(array_to_string(m.material_codes, ' '), '')`,
        ),
        oneOfCodes(sql`t.status`, input.statuses),
      ],
      filterJoins: joins,
      columns: shown,
      joins,
      orders: {
        code: sql`t.code`,
        name: sql`t.name`,
        kind: sql`t.kind`,
        quantity: sql`t.quantity`,
        status: sql`t.status`,
        created_time: sql`t.created_time`,
      },
      defaultOrder: 'code',
    },
    input,
  ),
)

export const mouldHandlers: Handler[] = [
  list,
  exportHandler(mouldCalls.export, list, mould, { imports: mouldExchange }),
  handle(mouldCalls.detail, async ({ id }, { tx, org_id }) => {
    const [found] = await rows(
      tx,
      sql<MouldRow>`select ${shown} from mould t ${joins} where t.org_id = ${org_id} and t.id = ${id}`,
    )
    return { record: found ?? refuse(generalErrors.recordNotFound) }
  }),
  handle(mouldCalls.add, async (input, { tx, org_id }) => {
    await expectFits(tx, org_id, input)
    const id = newId()
    await tx
      .insertInto('mould')
      .values({ id, ...ownColumns(input) })
      .execute()
    await saveLinks(tx, org_id, id, input)
    return { id }
  }),
  handle(mouldCalls.alter, async ({ id, row_version, ...input }, { tx, org_id }) => {
    expectVersion((await lock(tx, org_id, [id])).get(id), row_version)
    await expectFits(tx, org_id, input, id)
    await tx.updateTable('mould').set(ownColumns(input)).where('org_id', '=', org_id).where('id', '=', id).execute()
    await saveLinks(tx, org_id, id, input)
    return { affected: 1 }
  }),
  handle(mouldCalls.drop, async ({ ids }, { tx, org_id, language }) => {
    const { passed_ids, refused } = sortOut(ids, await lock(tx, org_id, ids), () => {})
    await sql`delete from mould where org_id = ${org_id} and ${among(sql`id`, passed_ids)}`.execute(tx)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
