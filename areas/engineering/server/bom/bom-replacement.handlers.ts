import { generalErrors } from '@qitao/core/general.errors.ts'
import { convert, multiply, type Quantity, roundHalfUp, subtract } from '@qitao/core/quantity.ts'
import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { insertRows } from '@qitao/platform/server/database/write-rows.ts'
import { bulkAnswer, expectVersion, type Handler, handle, sortOut } from '@qitao/platform/server/http/handle.ts'
import { sql } from 'kysely'
import { nextVersion } from '../../model/bom/bom.rules.ts'
import {
  mostReplaced,
  queryBomReplacement,
  type ReplacementRow,
  replaceInBoms,
} from '../../model/bom/bom-replacement.calls.ts'
import { type Replaced, type Replacement, replaceIn, replaceInputs } from '../../model/bom/bom-replacement.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { Port } from '../../model/bom/manufacturing-bom.record.ts'
import type { MaterialBomLineInput } from '../../model/bom/material-bom.record.ts'
import { inLineAt, lockReleases } from './bom-version.queries.ts'
import { insertNodes, loadNodes } from './manufacturing-bom.queries.ts'
import { type FoundMaterial, insertLines, loadMaterials, loadReleasedEdges } from './material-bom.queries.ts'

const { released } = bomVersionStatus.codes
const completed = 40
const costDecimals = 4

interface BomToChange {
  readonly id: string
  readonly row_version: number
  readonly code: string
  readonly material_id: string
  readonly material_code: string
  readonly material_name: string
  readonly version: string
  readonly base_quantity: Quantity
  readonly valid_from: number | null
  readonly expiry_time: number | null
  readonly remark: string | null
  readonly lines: readonly MaterialBomLineInput[]
}
/**
 * The versions in force that have the component, all or some, and how many they are. Those that have the new one too come last: where it
 * has been replaced from a day on, the next turn finds what is left.
 */
const bomsWith = (
  tx: Tx,
  org_id: string,
  { from_id, to_id }: Pick<Replacement, 'from_id' | 'to_id'>,
  now: number,
  some: readonly string[] | null,
) =>
  rows(
    tx,
    sql<
      BomToChange & { total: number }
    >`select count(*) over ()::int as total, b.id, b.row_version, b.code, b.material_id, m.code as material_code, m.name as material_name, b.version,
        trim_scale(b.base_quantity) as base_quantity, b.valid_from, b.expiry_time, b.remark,
        (select jsonb_agg(jsonb_build_object('material_id', l.material_id, 'quantity', trim_scale(l.quantity)::text,
            'scrap_rate', trim_scale(l.scrap_rate)::text, 'substitutes', l.substitutes, 'valid_from', l.valid_from,
            'expiry_time', l.expiry_time, 'position', l.position, 'remark', l.remark) order by l.line_no)
          from material_bom_line l where l.org_id = b.org_id and l.bom_id = b.id) as lines
      from material_bom b join material m on m.org_id = b.org_id and m.id = b.material_id
      where b.org_id = ${org_id} and ${inLineAt('b', now)}
        and exists (select from material_bom_line l where l.org_id = b.org_id and l.bom_id = b.id and l.material_id = ${from_id}
          and (l.expiry_time is null or l.expiry_time > ${now}))
        ${some === null ? sql`` : sql`and ${among(sql`b.id`, some)}`}
      order by exists (select from material_bom_line l where l.org_id = b.org_id and l.bom_id = b.id and l.material_id = ${to_id}), m.code, b.id
      limit ${mostReplaced}`,
  )

async function bothOf(tx: Tx, org_id: string, { from_id, to_id, valid_from }: Replacement, now: number) {
  const found = await loadMaterials(tx, org_id, [from_id, to_id])
  const known = (id: string): FoundMaterial => found.get(id) ?? refuse(generalErrors.recordNotFound)
  const both = { from: known(from_id), to: known(to_id) }
  if (from_id === to_id)
    refuse(generalErrors.badParameter, {
      field: 'to_id',
      field_title: text('新物料', 'New material'),
      detail: text('请选择另一个物料', 'Choose another material'),
    })
  if (valid_from !== null && valid_from <= now)
    refuse(generalErrors.badParameter, {
      field: 'valid_from',
      field_title: text('生效日期', 'Valid from'),
      detail: text('必须晚于今天；立即替换请留空', 'It must be after today; leave it empty to replace at once'),
    })
  return both
}

/** What is below the new component must not contain the product. */
async function replacer(tx: Tx, org_id: string, of: Replacement, { to }: { to: FoundMaterial }) {
  const below = await loadReleasedEdges(tx, org_id, [of.to_id])
  const reached = new Set([of.to_id, ...below.edges.map(edge => edge.to)])
  return (bom: BomToChange): Replaced => {
    if (reached.has(bom.material_id))
      return {
        whyNot: text('新物料包含此产品，BOM会循环', 'The new one contains this product: the BoM would refer to itself'),
      }
    return replaceIn(bom.lines, of, to.precision)
  }
}

const unitCost = (quantity: Quantity, bom: BomToChange, price: Quantity): Quantity =>
  convert(multiply(quantity, price), '1', bom.base_quantity)

export const bomReplacementHandlers: Handler[] = [
  handle(queryBomReplacement, async (of, { tx, org_id, now }) => {
    const both = await bothOf(tx, org_id, of, now)
    const boms = await bomsWith(tx, org_id, of, now, null)
    const replace = await replacer(tx, org_id, of, both)
    const prices = await rows(
      tx,
      sql<{ id: string; price: Quantity | null }>`select id, trim_scale(purchase_price)::text as price from material
        where org_id = ${org_id} and ${among(sql`id`, [of.from_id, of.to_id])}`,
    )
    const priceOf = new Map(prices.map(({ id, price }) => [id, price]))
    const [before, after] = [priceOf.get(of.from_id), priceOf.get(of.to_id)]
    const touched = await rows(
      tx,
      sql<{
        bom_id: string
        nos: string[]
      }>`select o.material_bom_id as bom_id, array_agg(o.no order by o.delivery_date, o.no) as nos
        from mo o where o.org_id = ${org_id} and o.status < ${completed} and ${among(
          sql`o.material_bom_id`,
          boms.map(bom => bom.id),
        )} and exists (select from mo_component c where c.org_id = o.org_id and c.mo_id = o.id and c.material_id = ${of.from_id})
        group by 1`,
    )
    const nosOf = new Map(touched.map(({ bom_id, nos }) => [bom_id, nos]))
    const result = boms.map((bom): ReplacementRow => {
      const replaced = replace(bom)
      const { quantity } = bom.lines.find(line => line.material_id === of.from_id)!
      const nos = nosOf.get(bom.id) ?? []
      const { id: bom_id, row_version, material_code, material_name, version } = bom
      return {
        ...{ bom_id, row_version, material_code, material_name, version, quantity },
        new_quantity: replaced.whyNot ? null : replaced.quantity,
        ...{ mo_count: nos.length, mo_nos: nos.slice(0, mostNamed) },
        cost_change:
          replaced.whyNot || before == null || after == null
            ? null
            : roundHalfUp(
                subtract(unitCost(replaced.quantity, bom, after), unitCost(quantity, bom, before)),
                costDecimals,
              ),
        why_not: replaced.whyNot ? { zh: replaced.whyNot.zh, en: replaced.whyNot.en } : null,
      }
    })
    return { result, total: boms[0]?.total ?? 0, from_unit: both.from.unit_name, to_unit: both.to.unit_name }
  }),

  handle(replaceInBoms, async ({ boms: chosen, ...of }, { tx, org_id, now, language }) => {
    await lockReleases(tx, org_id)
    const ids = chosen.map(({ id }) => id)
    await sql`select from material_bom where org_id = ${org_id} and ${among(sql`id`, ids)} order by id for update`.execute(
      tx,
    )
    const both = await bothOf(tx, org_id, of, now)
    const found = new Map((await bomsWith(tx, org_id, of, now, ids)).map(bom => [bom.id, bom]))
    const replace = await replacer(tx, org_id, of, both)
    const asked = new Map(chosen.map(({ id, row_version }) => [id, row_version]))
    const lines = new Map<string, MaterialBomLineInput[]>()
    const { passed, passed_ids, refused } = sortOut(ids, found, bom => {
      expectVersion(bom, asked.get(bom.id)!)
      const replaced = replace(bom)
      if (replaced.whyNot) refuse(generalErrors.badParameter, { detail: replaced.whyNot })
      lines.set(bom.id, replaced.lines)
    })
    if (passed.length > 0) await saveVersions(tx, org_id, of, passed, lines)
    return bulkAnswer(passed_ids, refused, language)
  }),
]
const mostNamed = 5

interface Flow {
  readonly id: string
  readonly code: string
  readonly material_id: string
  readonly material_bom_id: string | null
  readonly routing_id: string | null
  readonly mode: string
  readonly is_default: boolean
  readonly valid_from: number | null
  readonly expiry_time: number | null
  readonly remark: string | null
}

/** Manufacturing BoMs that were made for these, or for none and name the component at a step. */
async function lockFlows(tx: Tx, org_id: string, from_id: string, boms: readonly BomToChange[]): Promise<string[]> {
  const ids = boms.map(bom => bom.id)
  const products = boms.map(bom => bom.material_id)
  const found = await rows(
    tx,
    sql<{ id: string }>`select f.id from manufacturing_bom f
      where f.org_id = ${org_id} and f.status = ${released} and (${among(sql`f.material_bom_id`, ids)}
        or f.material_bom_id is null and ${among(sql`f.material_id`, products)} and exists (select from manufacturing_bom_node n
          where n.org_id = f.org_id and n.bom_id = f.id and n.inputs @> ${JSON.stringify([{ material_id: from_id }])}::jsonb))
      order by f.id for update`,
  )
  return found.map(({ id }) => id)
}

/** New versions in force in the place of these, and of the manufacturing BoMs that were made for them or name the component. */
async function saveVersions(
  tx: Tx,
  org_id: string,
  of: Replacement,
  boms: readonly BomToChange[],
  lines: ReadonlyMap<string, MaterialBomLineInput[]>,
): Promise<void> {
  const bom_ids = boms.map(bom => bom.id)
  const products = boms.map(bom => bom.material_id)
  const flow_ids = await lockFlows(tx, org_id, of.from_id, boms)
  const flows = await rows(
    tx,
    sql<Flow>`select f.id, f.code, f.material_id, f.material_bom_id, f.routing_id, f.mode, f.is_default, f.valid_from, f.expiry_time, f.remark
      from manufacturing_bom f where f.org_id = ${org_id} and ${among(sql`f.id`, flow_ids)} order by f.id`,
  )
  const nodesOf = await loadNodes(tx, org_id, flow_ids)
  const next = {
    bom: await versionsOf(tx, org_id, 'material_bom', products),
    flow: await versionsOf(tx, org_id, 'manufacturing_bom', products),
  }
  const newBoms = boms.map(bom => ({ bom, id: newId(), version: next.bom(bom.material_id) }))
  const newIdOf = new Map(newBoms.map(({ bom, id }) => [bom.id, id]))
  await sql`update material_bom set is_default = false where org_id = ${org_id} and ${among(sql`id`, bom_ids)}`.execute(
    tx,
  )
  await insertRows(
    tx,
    'material_bom',
    newBoms.map(({ bom: { code, material_id, base_quantity, valid_from, expiry_time, remark }, id, version }) => ({
      ...{ id, code, material_id, version, base_quantity, valid_from, expiry_time, remark },
      ...{ status: released, is_default: true },
    })),
  )
  await insertLines(
    tx,
    newBoms.map(({ bom, id: bom_id }) => ({ bom_id, lines: lines.get(bom.id)! })),
  )
  if (flows.length === 0) return
  const bomOf = new Map(boms.map(bom => [bom.material_id, bom]))
  const newFlows = flows.map(flow => ({ flow, id: newId(), version: next.flow(flow.material_id) }))
  await sql`update manufacturing_bom set is_default = false where org_id = ${org_id} and ${among(
    sql`id`,
    flows.map(flow => flow.id),
  )}`.execute(tx)
  await insertRows(
    tx,
    'manufacturing_bom',
    newFlows.map(({ flow: { id: _, material_bom_id, ...flow }, id, version }) => ({
      ...{ ...flow, id, version },
      ...{ material_bom_id: material_bom_id && newIdOf.get(material_bom_id)!, status: released },
    })),
  )
  const nodes = newFlows.flatMap(({ flow, id: bom_id }) => {
    const after = new Set(lines.get(bomOf.get(flow.material_id)!.id)!.map(line => line.material_id))
    const before = new Set(bomOf.get(flow.material_id)!.lines.map(line => line.material_id))
    const inputsOf = (inputs: readonly Port[]) => replaceInputs(inputs, of, { before, after })
    return (nodesOf.get(flow.id) ?? []).map(node => ({ ...node, bom_id, inputs: inputsOf(node.inputs) }))
  })
  await insertNodes(tx, nodes)
}

/** Gives each product its next version, one after the other. */
async function versionsOf(
  tx: Tx,
  org_id: string,
  table: 'material_bom' | 'manufacturing_bom',
  material_ids: readonly string[],
): Promise<(material_id: string) => string> {
  const found = await rows(
    tx,
    sql<{ material_id: string; version: string }>`select material_id, version from ${sql.table(table)}
      where org_id = ${org_id} and ${among(sql`material_id`, material_ids)}`,
  )
  const taken = Map.groupBy(found, one => one.material_id)
  return material_id => {
    const own = taken.get(material_id) ?? []
    const version = nextVersion(own.map(one => one.version))
    taken.set(material_id, [...own, { material_id, version }])
    return version
  }
}
