import { among, rows, type Tx } from '@qitao/platform/server/database/database.ts'
import { type RawBuilder, sql } from 'kysely'
import { isSubstituteAt, usedAt } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import type { Port } from '../../model/bom/manufacturing-bom.record.ts'
import { carriedOver } from '../../model/bom/manufacturing-bom.rules.ts'
import type { StoredSubstitute } from '../../model/bom/material-bom.record.ts'
import { linesOfAllDays, versionAt } from '../../model/bom/succession.rules.ts'
import { inForceAt, inLineAt } from './bom-version.queries.ts'

export interface BomLineInForce {
  readonly line_no: number
  readonly material_id: string
  /** For `base_quantity` of the product; decimal string. */
  readonly quantity: string
  /** 0..1, on top of the quantity. */
  readonly scrap_rate: string
  /** In order of preference, those of today (where all days are asked for: all of them); `ratio` of the substitute replaces 1 of the component. */
  readonly substitutes: readonly StoredSubstitute[]
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
  /** Made for another version of the material BoM than the one in force: components that only that one has are at no node. */
  readonly carried_over: boolean
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
  /** Released, in the line of its product, valid then; null: none. */
  readonly material_bom: MaterialBomInForce | null
  /** Released and made for that material BoM (or for none), else the default one, carried over to it; null: none. */
  readonly manufacturing_bom: ManufacturingBomInForce | null
  /** The routing of the manufacturing BoM, or else the one of the material that is valid then. */
  readonly routing: RoutingInForce | null
  /** Ways that follow, from when each is in force, the next one first; told where all days are asked for. */
  readonly later: readonly LaterStructure[]
}
export interface LaterStructure extends Omit<ProductStructure, 'later'> {
  readonly valid_from: number
}

const { released } = bomVersionStatus.codes
const inLine = (now: number, chosen: ReadonlyMap<string, string>) =>
  chosen.size === 0
    ? inLineAt('b', now)
    : sql`case when ${among(sql`b.material_id`, [...chosen.keys()])}
      then b.status = ${released} and ${among(sql`b.id`, [...chosen.values()])} and (b.expiry_time is null or b.expiry_time > ${now})
      else ${inLineAt('b', now)} end`

/** Whether a material has a BoM by which it is made. */
export const hasBomInForce = (org_id: string, material_id: RawBuilder<unknown>, now: number): RawBuilder<boolean> =>
  sql<boolean>`exists (select from material_bom b where b.org_id = ${org_id} and b.material_id = ${material_id} and ${inForceAt('b', now)})`

type Dated<T> = T & { readonly material_id: string; readonly valid_from: number | null }
type Flow = Dated<Omit<ManufacturingBomInForce, 'carried_over'>> & {
  readonly material_bom_id: string | null
  readonly routing_id: string | null
  readonly is_default: boolean
  /** From when the material BoM that it is made for is in force. */
  readonly bom_valid_from: number | null
}
type Routing = Omit<Dated<RoutingInForce>, 'material_id'> & {
  readonly material_id: string | null
  readonly in_line: boolean
}
interface Versions {
  readonly boms: readonly Dated<MaterialBomInForce>[]
  readonly flows: readonly Flow[]
  readonly routings: readonly Routing[]
  readonly routingById: ReadonlyMap<string, Routing>
}

/**
 * What the materials are made of and how, in five statements whatever their number. `all_levels`: their components too,
 * down to what has no BoM. `chosen`: of these materials that released version, instead of the default one. Every asked material
 * has an entry. Components are those that are used now; `every_day`: those of all days, with their days, and the ways to come.
 */
export async function bomsInForce(
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  now: number,
  {
    all_levels = false,
    every_day = false,
    chosen = new Map(),
  }: { all_levels?: boolean; every_day?: boolean; chosen?: ReadonlyMap<string, string> } = {},
): Promise<Map<string, ProductStructure>> {
  const ids = all_levels ? await loadAllLevels(tx, org_id, material_ids, now) : [...new Set(material_ids)]
  const boms = (await loadBoms(tx, org_id, ids, now, chosen)).map(bom =>
    // Who chooses a version takes it on every day.
    chosen.get(bom.material_id) === bom.id ? { ...bom, valid_from: null } : bom,
  )
  const flows = await loadFlows(
    tx,
    org_id,
    ids,
    boms.map(({ id }) => id),
    now,
  )
  const routings = await loadRoutings(
    tx,
    org_id,
    ids,
    flows.flatMap(({ routing_id }) => routing_id ?? []),
    now,
  )
  const bomsOf = Map.groupBy(boms, ({ material_id }) => material_id)
  const flowsOf = Map.groupBy(flows, ({ material_id }) => material_id)
  const routingsOf = Map.groupBy(
    routings.filter(({ in_line }) => in_line),
    ({ material_id }) => material_id,
  )
  const routingById = new Map(routings.map(one => [one.id, one]))
  return new Map(
    ids.map(material_id => {
      const versions: Versions = {
        boms: bomsOf.get(material_id) ?? [],
        flows: flowsOf.get(material_id) ?? [],
        routings: routingsOf.get(material_id) ?? [],
        routingById,
      }
      const today = structureAt(material_id, versions, now, every_day)
      const later = every_day ? laterOf(material_id, versions, now) : []
      return [material_id, { ...today, later }]
    }),
  )
}

function structureAt(
  material_id: string,
  { boms, flows, routings, routingById }: Versions,
  at: number,
  every_day: boolean,
): Omit<ProductStructure, 'later'> {
  const material_bom = versionAt(boms, at) ?? null
  // The last one holds: the default, else one for this very material BoM, else the newest.
  const own = versionAt(
    flows.filter(one => one.material_bom_id === null || one.material_bom_id === material_bom?.id),
    at,
  )
  const older = own || !material_bom ? undefined : defaultAt(flows, at)
  const flow = own
    ? { ...own, carried_over: false }
    : older && material_bom && { ...carriedOver(older, material_bom), carried_over: true }
  const routing = (flow?.routing_id && routingById.get(flow.routing_id)) || versionAt(routings, at) || null
  if (every_day) return { material_id, material_bom, manufacturing_bom: flow ?? null, routing }
  const used = usedAt({ lines: material_bom?.lines ?? [], nodes: flow?.nodes ?? [] }, at)
  return {
    material_id,
    material_bom: material_bom && {
      ...material_bom,
      lines: used.lines.map(line => ({
        ...line,
        substitutes: line.substitutes.filter(one => isSubstituteAt(one, at)),
      })),
    },
    manufacturing_bom: flow ? { ...flow, nodes: used.nodes } : null,
    routing,
  }
}
const defaultAt = (flows: readonly Flow[], at: number) =>
  versionAt(
    flows.filter(({ is_default, bom_valid_from }) => is_default && (bom_valid_from ?? at) <= at),
    at,
  )
function laterOf(material_id: string, versions: Versions, now: number): LaterStructure[] {
  const begins = [versions.boms, versions.flows, versions.routings].flatMap(line =>
    line.flatMap(({ valid_from }) => (valid_from !== null && valid_from > now ? valid_from : [])),
  )
  return [...new Set(begins)]
    .toSorted((a, b) => a - b)
    .map(valid_from => ({ valid_from, ...structureAt(material_id, versions, valid_from, true) }))
}

/** The material BoM of today and those that follow as one, each line within its days; null: there is none today. */
export function bomOfAllDays({ material_bom, later }: ProductStructure) {
  if (!material_bom) return null
  const versions = [{ ...material_bom, from: null as number | null }]
  for (const { material_bom: next, valid_from } of later)
    if (next && next.id !== versions.at(-1)?.id) versions.push({ ...next, from: valid_from })
  const { material_id, base_quantity } = material_bom
  return { material_id, base_quantity, lines: linesOfAllDays(versions) }
}

const children = (row: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
  sql`(select coalesce(jsonb_agg(${row}), '[]') from ${from})`

const loadBoms = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  now: number,
  chosen: ReadonlyMap<string, string>,
): Promise<Dated<MaterialBomInForce>[]> =>
  rows(
    tx,
    sql<
      Dated<MaterialBomInForce>
    >`select b.id, b.code, b.version, b.material_id, trim_scale(b.base_quantity) as base_quantity, b.valid_from,
      ${children(
        sql`jsonb_build_object('line_no', l.line_no, 'material_id', l.material_id, 'quantity', trim_scale(l.quantity)::text,
          'scrap_rate', trim_scale(l.scrap_rate)::text, 'substitutes', l.substitutes,
          'valid_from', l.valid_from, 'expiry_time', l.expiry_time) order by l.line_no`,
        sql`material_bom_line l where l.org_id = b.org_id and l.bom_id = b.id`,
      )} as lines
      from material_bom b where b.org_id = ${org_id} and ${among(sql`b.material_id`, ids)} and ${inLine(now, chosen)}
      order by b.valid_from nulls first`,
  )
const loadFlows = (
  tx: Tx,
  org_id: string,
  ids: readonly string[],
  bom_ids: readonly string[],
  now: number,
): Promise<Flow[]> =>
  rows(
    tx,
    sql<Flow>`select f.id, f.code, f.version, f.material_id, f.mode, f.material_bom_id, f.routing_id, f.is_default, f.valid_from, b.valid_from as bom_valid_from,
        coalesce(trim_scale(b.base_quantity), 1) as base_quantity,
        ${children(
          sql`jsonb_build_object('ordering_node', n.ordering_node, 'next_nodes', to_jsonb(n.next_nodes), 'process_id', n.process_id,
            'inputs', n.inputs, 'outputs', n.outputs, 'overlap_quantity', trim_scale(n.overlap_quantity)::text,
            'wait_seconds', n.wait_seconds) order by n.ordering_node`,
          sql`manufacturing_bom_node n where n.org_id = f.org_id and n.bom_id = f.id`,
        )} as nodes
      from manufacturing_bom f left join material_bom b on b.org_id = f.org_id and b.id = f.material_bom_id
      where f.org_id = ${org_id} and ${among(sql`f.material_id`, ids)} and f.status = ${released}
        and (f.expiry_time is null or f.expiry_time > ${now}) and (f.material_bom_id is null or f.is_default or ${among(sql`f.material_bom_id`, bom_ids)})
      order by f.is_default, case when f.is_default then f.valid_from end nulls first, (f.material_bom_id is not null),
        f.valid_from nulls first, f.id`,
  )

async function loadAllLevels(tx: Tx, org_id: string, material_ids: readonly string[], now: number): Promise<string[]> {
  const found = await rows(
    tx,
    sql<{ material_id: string }>`
      with recursive used(material_id) as (
        select unnest(${material_ids}::uuid[])
        union
        select l.material_id from used
        join material_bom b on b.org_id = ${org_id} and b.material_id = used.material_id and ${inLineAt('b', now)}
        join material_bom_line l on l.org_id = b.org_id and l.bom_id = b.id
      ) select material_id from used`,
  )
  return found.map(({ material_id }) => material_id)
}

/** Routings by id, and those of the materials that are in force or to come. */
const loadRoutings = (
  tx: Tx,
  org_id: string,
  material_ids: readonly string[],
  ids: readonly string[],
  now: number,
): Promise<Routing[]> =>
  rows(
    tx,
    sql<Routing>`select r.id, r.code, r.name, r.version, r.material_id, r.valid_from, (${inLineAt('r', now)}) as in_line,
        ${children(
          sql`jsonb_build_object('sequence', s.sequence, 'process_id', s.process_id,
            'overlap_quantity', trim_scale(s.overlap_quantity)::text, 'wait_seconds', s.wait_seconds) order by s.sequence`,
          sql`routing_step s where s.org_id = r.org_id and s.routing_id = r.id`,
        )} as steps
      from routing r where r.org_id = ${org_id} and (${among(sql`r.id`, ids)} or ${among(sql`r.material_id`, material_ids)} and ${inLineAt('r', now)})
      order by r.valid_from nulls first`,
  )
