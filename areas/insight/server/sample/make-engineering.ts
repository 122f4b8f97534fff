import { multiply } from '@qitao/core/quantity.ts'
import { text } from '@qitao/core/text.ts'
import { minuteSeconds } from '@qitao/core/time.ts'
import { addManufacturingBom, releaseManufacturingBoms } from '@qitao/engineering/model/bom/manufacturing-bom.calls.ts'
import { addMaterialBom, releaseMaterialBoms } from '@qitao/engineering/model/bom/material-bom.calls.ts'
import { addRouting, releaseRoutings } from '@qitao/engineering/model/routing/routing.calls.ts'
import { changeLineCalls } from '@qitao/engineering/model/time/change-line.calls.ts'
import { cycleTimeCalls } from '@qitao/engineering/model/time/cycle-time.calls.ts'
import { cycleTimeType } from '@qitao/engineering/model/time/cycle-time.record.ts'
import { mouldCalls } from '@qitao/engineering/model/time/mould.calls.ts'
import { mouldKind } from '@qitao/engineering/model/time/mould.record.ts'
import type { Factory, Recipe, Substitute } from '../../model/sample/factory.ts'
import { routingCode } from '../../model/sample/names.ts'
import type { Clerk } from '../clerk.ts'
import type { Ids } from './ids.ts'
import type { Plant } from './make-masterdata.ts'

const version = 'V1'
const stepDistance = 10

/** By what a product is made. */
export interface MadeBy {
  readonly material_bom_id: string
  readonly routing_id: string
  readonly manufacturing_bom_id: string
}
/** Released material BoMs, routings and released manufacturing BoMs of everything that is made, by the product. */
export async function makeRecipes(
  clerk: Clerk,
  { recipes, substitutes }: Factory,
  materials: Ids,
  { processes }: Plant,
): Promise<Map<string, MadeBy>> {
  const made = new Map<string, MadeBy>()
  const boms: string[] = []
  const routings: string[] = []
  const flows: string[] = []
  for (const recipe of recipes) {
    const material_id = materials.of(recipe.product)
    const { id: material_bom_id } = await clerk.run(addMaterialBom, {
      material_id,
      version,
      lines: linesOf(recipe, substitutes, materials),
    })
    boms.push(material_bom_id)
    const steps = recipe.steps.map((step, index) => ({
      process_id: processes.of(step.process),
      overlap_quantity: step.overlap ?? null,
      wait_seconds: step.wait_seconds ?? 0,
      place: (index + 1) * stepDistance,
      uses: step.uses,
    }))
    const { id: routing_id } = await clerk.run(addRouting, {
      code: routingCode(recipe.product),
      name: `${recipe.product} ${clerk.say(text('工艺路线', 'routing'))}`,
      material_id,
      lines: steps.map(({ place, uses: _, ...step }) => ({ ...step, sequence: place })),
    })
    const { id: flow } = await clerk.run(addManufacturingBom, {
      material_id,
      version,
      mode: 'simple',
      material_bom_id,
      routing_id,
      lines: steps.map(({ place, uses, ...step }, index) => ({
        ...step,
        ordering_node: place,
        inputs: uses.map(([material, quantity]) => ({ material_id: materials.of(material), quantity })),
        outputs: index + 1 === steps.length ? [{ material_id, quantity: '1' }] : [],
      })),
    })
    flows.push(flow)
    routings.push(routing_id)
    made.set(recipe.product, { material_bom_id, routing_id, manufacturing_bom_id: flow })
  }
  await clerk.run(releaseMaterialBoms, { ids: boms })
  await clerk.run(releaseRoutings, { ids: routings })
  await clerk.run(releaseManufacturingBoms, { ids: flows })
  return made
}

/** A component that several steps use is one line of the BoM. */
function linesOf(recipe: Recipe, substitutes: readonly Substitute[], materials: Ids) {
  return recipe.steps
    .flatMap(step => step.uses)
    .map(([material, quantity, scrap_rate = '0']) => ({
      material_id: materials.of(material),
      quantity,
      scrap_rate,
      substitutes: substitutes
        .filter(one => one.product === recipe.product && one.component === material)
        .map(one => ({ material_id: materials.of(one.by), ratio: one.ratio })),
    }))
}

/** What a charge takes, that is full of these pieces. */
const chargeTime = (each: string, pieces: number) => ({
  ...{ type: cycleTimeType.codes.per_batch, batch_quantity: String(pieces) },
  cycle_seconds: multiply(each, String(pieces)),
})

export async function makeTimes(
  clerk: Clerk,
  { cycleTimes, changeovers, moulds, furnaces }: Factory,
  materials: Ids,
  { processes, devices }: Plant,
): Promise<void> {
  const charges = new Map(furnaces.map(({ process, pieces }) => [process, pieces]))
  for (const { process, product, machine, ...time } of cycleTimes) {
    const pieces = charges.get(process)
    await clerk.run(cycleTimeCalls.add, {
      ...time,
      ...(pieces === undefined ? {} : chargeTime(time.cycle_seconds, pieces)),
      process_id: processes.of(process),
      material_id: product === undefined ? null : materials.of(product),
      device_id: machine === undefined ? null : devices.of(machine),
    })
  }
  for (const { code, name, kind, process, product, quantity } of moulds) {
    await clerk.run(mouldCalls.add, {
      ...{ code, name: clerk.say(name), kind: mouldKind.codes[kind], quantity },
      process_id: processes.of(process),
      material_ids: product === undefined ? [] : [materials.of(product)],
    })
  }
  for (const { machine, from, to, minutes } of changeovers) {
    await clerk.run(changeLineCalls.add, {
      device_id: machine === undefined ? null : devices.of(machine),
      from_series: clerk.say(from),
      to_series: clerk.say(to),
      change_seconds: minutes * minuteSeconds,
    })
  }
}
