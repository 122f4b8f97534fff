import type { TestCompany } from '@qitao/app-server/testing/test-app.ts'
import { aUnit, type MadeCode, type MadeMaterial, materials, processes } from '@qitao/masterdata/testing/factories.ts'
import { newId } from '@qitao/platform/server/database/new-id.ts'
import { addManufacturingBom, releaseManufacturingBoms } from '../model/bom/manufacturing-bom.calls.ts'
import { addMaterialBom, releaseMaterialBoms } from '../model/bom/material-bom.calls.ts'
import { addRouting, releaseRoutings } from '../model/routing/routing.calls.ts'

let made = 0
const next = (letter: string): string => `${letter}-${++made}`

/** Materials in one new unit with `precision` decimals. */
export async function someMaterials(
  company: TestCompany,
  count: number,
  { precision = 0, kind = 0 }: { precision?: number; kind?: number } = {},
): Promise<MadeMaterial[]> {
  const { id: unit_id } = await aUnit(company, { precision })
  return materials(
    company,
    Array.from({ length: count }, () => ({ kind, unit_id })),
  )
}
export const someProcesses = (company: TestCompany, count: number): Promise<MadeCode[]> =>
  processes(
    company,
    Array.from({ length: count }, () => ({})),
  )

export interface StepWanted {
  process_id: string
  cycle_seconds?: string
  setup_seconds?: number
  overlap_quantity?: string
  wait_seconds?: number
}
export interface ProductWanted {
  /** A material that exists; absent: a new one. */
  material_id?: string
  version?: string
  base_quantity?: string
  expiry_time?: number
  /** Components; a number makes as many new materials, one piece of each. */
  components?:
    | number
    | readonly {
        material_id: string
        quantity?: string
        scrap_rate?: string
        substitutes?: { material_id: string; ratio: string; valid_from?: number; expiry_time?: number }[]
        valid_from?: number
        expiry_time?: number
      }[]
  /** Steps in order; a number makes as many new processes. Each gets a cycle time for the product (60 s a piece). */
  steps?: number | readonly StepWanted[]
  /** Whether a released manufacturing BoM is made too (else the routing alone tells the steps). All inputs at the first. */
  manufacturing_bom?: boolean
}
export interface ReleasedProduct {
  readonly material_id: string
  readonly material_bom_id: string
  readonly routing_id: string
  readonly manufacturing_bom_id: string | null
  readonly component_ids: readonly string[]
  readonly process_ids: readonly string[]
}

/** A product that can be planned: released material BoM, routing, manufacturing BoM and cycle times. Machines are yours. */
export async function aReleasedProduct(company: TestCompany, wanted: ProductWanted = {}): Promise<ReleasedProduct> {
  const { admin } = company
  const { base_quantity = '1', version = 'V1', manufacturing_bom = true } = wanted
  const material_id = wanted.material_id ?? (await someMaterials(company, 1, { kind: 2 }))[0]!.id
  const components =
    typeof wanted.components === 'object'
      ? wanted.components
      : (await someMaterials(company, wanted.components ?? 2)).map(({ id }) => ({ material_id: id }))
  const steps: readonly StepWanted[] =
    typeof wanted.steps === 'object'
      ? wanted.steps
      : (await someProcesses(company, wanted.steps ?? 2)).map(({ id }) => ({ process_id: id }))
  const lines = components.map(one => ({ quantity: '1', ...one }))
  const expiry = wanted.expiry_time === undefined ? {} : { expiry_time: wanted.expiry_time }
  const bom = await admin.ok(addMaterialBom, { material_id, version, base_quantity, ...expiry, lines })
  await admin.ok(releaseMaterialBoms, { ids: [bom.id] })
  const code = next('ROUTE')
  const inOrder = steps.map((step, index) => ({ step, sequence: (index + 1) * 10 }))
  const routing = await admin.ok(addRouting, {
    code,
    name: code,
    material_id,
    lines: inOrder.map(({ step: { process_id, overlap_quantity, wait_seconds }, sequence }) => ({
      sequence,
      process_id,
      overlap_quantity,
      wait_seconds,
    })),
  })
  await admin.ok(releaseRoutings, { ids: [routing.id] })
  await company.as(tx =>
    tx
      .insertInto('cycle_time')
      .values(
        [...new Map(steps.map(step => [step.process_id, step])).values()].map(
          ({
            process_id,
            cycle_seconds = '60',
            setup_seconds = 0,
          }: (typeof steps)[number] & {
            cycle_seconds?: string
            setup_seconds?: number
          }) => ({ id: newId(), material_id, process_id, cycle_seconds, setup_seconds }),
        ),
      )
      .onConflict(conflict => conflict.doNothing())
      .execute(),
  )
  let manufacturing_bom_id: string | null = null
  if (manufacturing_bom) {
    const flow = await admin.ok(addManufacturingBom, {
      material_id,
      version,
      mode: 'simple',
      material_bom_id: bom.id,
      routing_id: routing.id,
      lines: inOrder.map(({ step: { process_id, overlap_quantity, wait_seconds }, sequence }, index) => ({
        ordering_node: sequence,
        process_id,
        overlap_quantity,
        wait_seconds,
        inputs: index === 0 ? lines.map(line => ({ material_id: line.material_id, quantity: line.quantity })) : [],
        outputs: index + 1 === steps.length ? [{ material_id, quantity: base_quantity }] : [],
      })),
    })
    await admin.ok(releaseManufacturingBoms, { ids: [flow.id] })
    manufacturing_bom_id = flow.id
  }
  return {
    material_id,
    material_bom_id: bom.id,
    routing_id: routing.id,
    manufacturing_bom_id,
    component_ids: lines.map(line => line.material_id),
    process_ids: steps.map(step => step.process_id),
  }
}
