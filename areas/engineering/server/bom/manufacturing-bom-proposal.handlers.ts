import { refuse } from '@qitao/core/refusal.ts'
import { text } from '@qitao/core/text.ts'
import { handle } from '@qitao/platform/server/http/handle.ts'
import { contains, listRows, oneOfCodes } from '@qitao/platform/server/list/list.ts'
import { sql } from 'kysely'
import { nextVersion } from '../../model/bom/bom.rules.ts'
import { bomVersionStatus } from '../../model/bom/bom-version.status.ts'
import { listManufacturingBomCandidates, proposeManufacturingBom } from '../../model/bom/manufacturing-bom.calls.ts'
import { manufacturingBom, type PortRow } from '../../model/bom/manufacturing-bom.record.ts'
import { proposeNodes } from '../../model/bom/manufacturing-bom.rules.ts'
import { engineeringErrors } from '../../model/engineering.errors.ts'
import { loadStepRows } from '../routing/routing.queries.ts'
import { inForceAt, loadOtherVersions } from './bom-version.queries.ts'
import { bomsInForce } from './boms-in-force.ts'
import { loadSharedBoms } from './manufacturing-bom.queries.ts'
import { loadMaterials } from './material-bom.queries.ts'

const { released } = bomVersionStatus.codes

export const proposalHandlers = [
  handle(proposeManufacturingBom, async (input, { tx, org_id, now }) => {
    const { material_id } = input
    const made = (await bomsInForce(tx, org_id, [material_id], now)).get(material_id)!
    const bom_id = input.material_bom_id ?? made.material_bom?.id
    const routing_id = input.routing_id ?? made.routing?.id
    const bom = bom_id === undefined ? undefined : (await loadSharedBoms(tx, org_id, [bom_id])).get(bom_id)
    if (bom?.material_id !== material_id) {
      refuse(engineeringErrors.bomMissing, {
        field: 'material_bom_id',
        field_title: manufacturingBom.fields.material_bom_id.title,
        detail: text('请先发布该产品的物料BOM', 'Release a material BoM of the product first'),
      })
    }
    const steps = routing_id === undefined ? [] : await loadStepRows(tx, org_id, routing_id)
    if (routing_id === undefined || steps.length === 0) {
      refuse(engineeringErrors.bomMissing, {
        field: 'routing_id',
        field_title: manufacturingBom.fields.routing_id.title,
        detail: text('请选择工艺路线', 'Choose a routing'),
      })
    }
    const ids = [material_id, ...bom!.components.map(port => port.material_id)]
    const materials = await loadMaterials(tx, org_id, ids)
    const named = (of: string, quantity: string): PortRow => {
      const { code, name, unit_name } = materials.get(of)!
      return { material_id: of, quantity, material_code: code, material_name: name, unit_name }
    }
    const product = materials.get(material_id)!
    const versions = await loadOtherVersions(tx, org_id, 'manufacturing_bom', material_id)
    return {
      material_id,
      material_code: product.code,
      material_name: product.name,
      material_bom_id: bom!.id,
      routing_id: routing_id!,
      version: nextVersion(versions),
      lines: proposeNodes(
        named(material_id, bom!.base_quantity),
        bom!.components.map(port => named(port.material_id, port.quantity)),
        steps.map(({ process_id, process_code, process_name, overlap_quantity, wait_seconds }) => ({
          process_id,
          process_code,
          process_name,
          overlap_quantity,
          wait_seconds,
        })),
      ),
    }
  }),

  handle(listManufacturingBomCandidates, async (input, { tx, org_id, now }) => {
    const inForce = inForceAt('b', now)
    const flow = sql`(f.material_bom_id is null or f.material_bom_id = b.id) and f.status = ${released}`
    return listRows(
      tx,
      {
        org_id,
        table: 'material',
        where: [
          contains(input.keyword, sql`t.code`, sql`t.name`, sql`coalesce(t.specs, '')`, sql`coalesce(t.series, '')`),
          oneOfCodes(sql`t.kind`, input.kinds),
          sql`exists (select from material_bom b where b.org_id = t.org_id and b.material_id = t.id and ${inForce})`,
          input.missing === true &&
            sql`not exists (select from material_bom b join manufacturing_bom f on f.org_id = b.org_id and f.material_id = b.material_id
              where b.org_id = t.org_id and b.material_id = t.id and ${inForce} and ${flow})`,
        ],
        columns: sql`t.id, t.code, t.name, t.specs, t.kind, t.series, bom.id as material_bom_id, bom.version as material_bom_version,
          route.id as routing_id, route.code as routing_code, flow.id as manufacturing_bom_id, flow.version as manufacturing_bom_version`,
        joins: sql`left join lateral (select b.id, b.version from material_bom b
            where b.org_id = t.org_id and b.material_id = t.id and ${inForce}) bom on true
          left join lateral (select r.id, r.code from routing r where r.org_id = t.org_id and r.material_id = t.id and ${inForceAt('r', now)}
            limit 1) route on true
          left join lateral (select f.id, f.version from manufacturing_bom f
            join material_bom b on b.org_id = f.org_id and b.id = bom.id
            where f.org_id = t.org_id and f.material_id = t.id and ${flow} order by (${inForceAt('f', now)}) desc, f.id desc limit 1) flow on true`,
        orders: { code: sql`t.code`, name: sql`t.name`, kind: sql`t.kind`, created_time: sql`t.created_time` },
        defaultOrder: 'code',
      },
      input,
    )
  }),
]
