// One order all the way through the visible pages, in both languages, each in a company that begins empty.
import { expect, test } from '@playwright/test'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'
import { putIn, ship } from './delivery.ts'
import { describeTheWheel } from './engineering.ts'
import { dispatch, report } from './floor.ts'
import { typeMasterData } from './master-data.ts'
import { moveTasks, publish, schedule } from './plan.ts'
import { buyTheSpokes, findTheShortage, postOpeningStock, sendToPlan, takeTheOrder } from './supply.ts'
import { worker } from './words.ts'

const steps: readonly (readonly [string, (desk: Desk) => Promise<void>])[] = [
  ['master data', typeMasterData],
  ['engineering', describeTheWheel],
  ['opening stock', postOpeningStock],
  ['sales order to MO', takeTheOrder],
  ['kitting check finds the shortage', findTheShortage],
  ['request, purchase order, receipt', buyTheSpokes],
  ['kitting complete, to the plan', sendToPlan],
  ['auto schedule', schedule],
  ['drag, refusal, undo on the Gantt', moveTasks],
  ['publish', publish],
  ['dispatch', dispatch],
  ['report', report],
  ['completion inbound', putIn],
  ['ship', ship],
]

for (const language of languagesOf('journey')) {
  test(`one order all the way, in ${language}`, async ({ page }) => {
    test.setTimeout(900_000)
    const desk = new Desk(page, language)
    await desk.signIn(await newCompany(`Journey ${language}`, worker[language]))
    for (const [title, step] of steps) {
      await test.step(title, () => step(desk))
      expect(desk.complaints, title).toEqual([])
    }
  })
}
