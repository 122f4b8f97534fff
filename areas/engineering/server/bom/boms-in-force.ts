import { enabledStatus } from '@qitao/core/enabled.status.ts'
import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { usedAt } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { Port } from '../../model/bom/manufacturing-bom.record.ts'
import type { Substitute } from '../../model/bom/material-bom.record.ts'

export interface BomLineInForce {
  readonly line_no: number
  readonly material_id: string
  /** For `base_quantity` of the product; decimal string. */
  readonly quantity: string
  /** 0..1, on top of the quantity. */
  readonly scrap_rate: string
  /** In order of preference; `ratio` of the substitute replaces 1 of the component. */
  readonly substitutes: readonly Substitute[]
  readonly valid_from: number | null
  readonly expiry_time: number | null
}
export interface MaterialBomInForce {
  readonly id: string
  readonly code: string
  readonly version: string
  readonly material_id: string
  readonly base_quantity: string
  readonly lines: readonly BomLineInForce[]
}
export interface NodeInForce {
  readonly ordering_node: number
  readonly next_nodes: readonly number[]
  readonly process_id: string
  /** For `base_quantity` of the product. */
  readonly inputs: readonly Port[]
  readonly outputs: readonly Port[]
  readonly overlap_quantity: string | null
  readonly wait_seconds: number
}
export interface ManufacturingBomInForce {
  readonly id: string
  readonly code: string
  readonly version: string
  readonly material_id: string
  readonly mode: 'simple' | 'standard'
  readonly base_quantity: string
  readonly nodes: readonly NodeInForce[]
}
export interface RoutingInForce {
  readonly id: string
  readonly code: string
  readonly name: string
  readonly version: string
  readonly steps: readonly {
    readonly sequence: number
    readonly process_id: string
    readonly overlap_quantity: string | null
    readonly wait_seconds: number
  }[]
}
/** How one material is made, as planning sees it at an instant. */
export interface ProductStructure {
  readonly material_id: string
  /** Released, default, not expired; null: none. */
  readonly material_bom: MaterialBomInForce | null
  /** Released and made for that material BoM (or for none); null: none. */
  readonly manufacturing_bom: ManufacturingBomInForce | null
  /** The routing of the manufacturing BoM, or else the newest enabled one bound to the material. */
  readonly routing: RoutingInForce | null
}

const { released } = bomVersionStatus.codes
const inForce = (now: number, chosen: ReadonlyMap<string, string> = new Map()) => {
  const isIt =
    chosen.size === 0
      ? sql`b.is_default`
      : sql`case when ${among(sql`b.material_id`, [...chosen.keys()])}
    then ${among(sql`b.id`, [...chosen.values()])} else b.is_default end`
  return sql`b.status = ${released} and ${isIt} and (b.expiry_time is null or b.expiry_time > ${now})`
}

/** Whether a material has a BoM by which it is made. */
export const hasBomInForce = (org_id: string, material_id: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from material_bom b where b.org_id = ${org_id} and b.material_id = ${material_id} and ${inForce(now)})`

/**
 * What the materials are made of and how, in five statements whatever their number. `all_levels`: their components too,
 * down to what has no BoM. `chosen`: of these materials that released version, instead of the default one. Every asked material
 * has an entry. Components are those that are used now; `every_day`: those of all days, with their days.
 */
export async function bomsInForce(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  now: number,
  {
    all_levels = false,
    every_day = false,
    chosen,
  }: { all_levels?: boolean; every_day?: boolean; chosen?: ReadonlyMap<string, string> } = {},
): Promise<Map<string, ProductStructure>> {
  const ids = all_levels ? await loadAllLevels(tx, org_id, material_ids, now) : [...new Set(material_ids)]
  const boms = await rows(
    tx,
    sql<MaterialBomInForce>`select b.id, b.code, b.version, b.material_id, trim_scale(b.base_quantity) as base_quantity,
      ${children(
        sql`jsonb_build_object('line_no', l.line_no, 'material_id', l.material_id, 'quantity', trim_scale(l.quantity)::text,
          'scrap_rate', trim_scale(l.scrap_rate)::text, 'substitutes', l.substitutes,
          'valid_from', l.valid_from, 'expiry_time', l.expiry_time) order by l.line_no`,
        sql`material_bom_line l where l.org_id = b.org_id and l.bom_id = b.id`,
      )} as lines
      from material_bom b where b.org_id = ${org_id} and ${among(sql`b.material_id`, ids)} and ${inForce(now, chosen)}`,
  )
  const bomOf = new Map(boms.map(bom => [bom.material_id, bom]))
  const flows = await rows(
    tx,
    sql<ManufacturingBomInForce & { material_bom_id: string | null; routing_id: string | null }>`
      select f.id, f.code, f.version, f.material_id, f.mode, f.material_bom_id, f.routing_id,
        coalesce(trim_scale(b.base_quantity), 1) as base_quantity,
        ${children(
          sql`jsonb_build_object('ordering_node', n.ordering_node, 'next_nodes', to_jsonb(n.next_nodes), 'process_id', n.process_id,
            'inputs', n.inputs, 'outputs', n.outputs, 'overlap_quantity', trim_scale(n.overlap_quantity)::text,
            'wait_seconds', n.wait_seconds) order by n.ordering_node`,
          sql`manufacturing_bom_node n where n.org_id = f.org_id and n.bom_id = f.id`,
        )} as nodes
      from manufacturing_bom f left join material_bom b on b.org_id = f.org_id and b.id = f.material_bom_id
      where f.org_id = ${org_id} and ${among(sql`f.material_id`, ids)} and f.status = ${released}
        and (f.material_bom_id is null or ${among(
          sql`f.material_bom_id`,
          boms.map(bom => bom.id),
        )})
      order by f.is_default, (f.material_bom_id is not null), f.id`,
  )
  // The last one holds: the default, else one for this very material BoM, else the newest.
  const flowOf = new Map(flows.map(flow => [flow.material_id, flow]))
  const routings = await loadRoutings(
    tx,
    org_id,
    ids,
    [...flowOf.values()].flatMap(({ routing_id }) => routing_id ?? []),
  )
  const routingOf = new Map(routings.filter(one => one.bound).map(one => [one.material_id, one]))
  const routingById = new Map(routings.map(one => [one.id, one]))
  const bomsOf = (material_id: string): Pick<ProductStructure, 'material_bom' | 'manufacturing_bom'> => {
    const material_bom = bomOf.get(material_id) ?? null
    const manufacturing_bom = flowOf.get(material_id) ?? null
    if (every_day) return { material_bom, manufacturing_bom }
    const used = usedAt({ lines: material_bom?.lines ?? [], nodes: manufacturing_bom?.nodes ?? [] }, now)
    return {
      material_bom: material_bom && { ...material_bom, lines: used.lines },
      manufacturing_bom: manufacturing_bom && { ...manufacturing_bom, nodes: used.nodes },
    }
  }
  return new Map(
    ids.map(material_id => {
      const flow = flowOf.get(material_id)
      const routing = (flow?.routing_id && routingById.get(flow.routing_id)) || routingOf.get(material_id)
      return [
        material_id,
        {
          material_id,
          ...bomsOf(material_id),
          routing: routing ?? null,
        },
      ]
    }),
  )
}

const children = (row: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${row}), '[]') from ${from})`

async function loadAllLevels(tx: Tx, org_id: string, material_ids: readonly string[], now: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ material_id: string }>`
      with recursive used(material_id) as (
        select unnest(${material_ids}::uuid[])
        union
        select l.material_id from used
        join material_bom b on b.org_id = ${org_id} and b.material_id = used.material_id and ${inForce(now)}
        join material_bom_line l on l.org_id = b.org_id and l.bom_id = b.id
      ) select material_id from used`,
  )
  return found.map(({ material_id }) => material_id)
}

/** Routings by id, and the enabled ones bound to the materials, oldest first. */
const loadRoutings = (tx: Tx, org_id: string, material_ids: readonly string[], ids: readonly string[]) =>
  rows(
    tx,
    sql<RoutingInForce & { material_id: string | null; bound: boolean }>`
      select r.id, r.code, r.name, r.version, r.material_id,
        (r.status = ${enabledStatus.codes.enabled} and r.material_id is not null) as bound,
        ${children(
          sql`jsonb_build_object('sequence', s.sequence, 'process_id', s.process_id,
            'overlap_quantity', trim_scale(s.overlap_quantity)::text, 'wait_seconds', s.wait_seconds) order by s.sequence`,
          sql`routing_step s where s.org_id = r.org_id and s.routing_id = r.id`,
        )} as steps
      from routing r where r.org_id = ${org_id} and (${among(sql`r.id`, ids)} or ${among(sql`r.material_id`, material_ids)})
      order by r.created_time, r.id`,
  )
