import { multiply, roundHalfUp } from '@qitao/core/quantity.ts'
import { dayOf, type Instant, startOfDay } from '@qitao/core/time.ts'
import { saveUnitPrices } from '@qitao/purchasing/model/price/unit-price.calls.ts'
import { saveSalesPrices } from '@qitao/sales/model/price/sales-price.calls.ts'
import { andonCause } from '@qitao/shopfloor/model/andon/andon.status.ts'
import { andonDutyCalls } from '@qitao/shopfloor/model/andon/andon-duty.calls.ts'
import { scrapReasonCalls } from '@qitao/shopfloor/model/reason/scrap-reason.calls.ts'
import { andonOwners, bulkPrice, generalReasons, processReasons } from '../../model/sample/common.ts'
import type { Factory } from '../../model/sample/factory.ts'
import type { Clerk } from '../clerk.ts'
import type { Ids } from './ids.ts'
import type { Partners, Plant } from './make-masterdata.ts'

/** What suppliers ask and customers pay since the past begins; whoever takes many pays less. */
export async function makePrices(
  clerk: Clerk,
  { bought, finished }: Factory,
  begins: Instant,
  materials: Ids,
  { suppliers }: Partners,
): Promise<void> {
  const valid_from = startOfDay(dayOf(begins, clerk.zone), clerk.zone)
  const stepsOf = (price: string, lot: string) => [
    { price, from_quantity: '0', valid_from },
    {
      price: roundHalfUp(multiply(price, bulkPrice.share), 2),
      from_quantity: multiply(lot, bulkPrice.lots),
      valid_from,
    },
  ]
  await clerk.run(saveUnitPrices, {
    prices: bought.flatMap(([code, , , , , supplier, lead_days, price, minimum_quantity]) =>
      stepsOf(price, minimum_quantity).map(step => ({
        ...step,
        ...{ supplier_id: suppliers.of(supplier), material_id: materials.of(code), minimum_quantity, lead_days },
      })),
    ),
  })
  await clerk.run(saveSalesPrices, {
    prices: finished.flatMap(([code, , , , , , price]) =>
      price === null
        ? []
        : stepsOf(price, bulkPrice.salesLot).map(step => ({ ...step, material_id: materials.of(code) })),
    ),
  })
}

/** Why pieces are bad, by two taps, and whom a call reaches. What the company has already stays as it is. */
export async function makeReasonsAndDuties(
  clerk: Clerk,
  factory: Factory,
  people: Ids,
  { processes }: Plant,
): Promise<void> {
  for (const [process, [, reason]] of Object.entries(factory.past.processes))
    await clerk.attempt(scrapReasonCalls.add, {
      ...{ group_name: clerk.say(processReasons), name: clerk.say(reason), process_id: processes.of(process) },
    })
  for (const [group, name] of generalReasons)
    await clerk.attempt(scrapReasonCalls.add, { group_name: clerk.say(group), name: clerk.say(name) })
  const personOf = (role: string) => people.of(factory.people.find(person => person[3] === role)![0])
  for (const [cause, role] of andonOwners)
    await clerk.attempt(andonDutyCalls.add, {
      ...{ cause: andonCause.codes[cause], owner_id: personOf(role), manager_id: personOf('planner') },
    })
}
