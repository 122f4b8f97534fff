// The lite edition goes from order to delivery by its own pages: no BoM, no kit, no dispatch.
import { expect, test } from '@playwright/test'
import { liteApp } from '@qitao/access/model/company/app.ts'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'
import { putIn, ship } from './delivery.ts'
import { cycleTimes, routing } from './engineering.ts'
import { report } from './floor.ts'
import * as data from './master-data.ts'
import { publish, schedule } from './plan.ts'
import { postStock, takeTheOrder } from './supply.ts'
import * as w from './words.ts'

for (const language of languagesOf('lite'))
  test(`the lite edition, from order to delivery (${language})`, async ({ page }) => {
    test.setTimeout(300_000)
    const desk = new Desk(page, language)
    await desk.signIn(await newCompany(`Lite ${language}`, w.worker[language], liteApp.app_code))
    await data.startEmpty(desk)
    await data.typePiece(desk)
    await data.typeCustomer(desk)
    await data.typeMaterials(desk, [[w.wheel, data.finished]])
    await data.typeProcesses(desk)
    await data.typeCalendar(desk)
    await data.typeMachines(desk)
    await data.typeBin(desk)
    await routing(desk)
    await cycleTimes(desk)
    await postStock(desk, [[w.wheel.code, '1']])
    await takeTheOrder(desk)
    const list = await desk.open(pages.manufacturingOrders)
    await list.row(w.wheel.code).press(text('下发计划', 'Send to plan'))
    await schedule(desk, { kits: false })
    await publish(desk)
    await report(desk)
    await putIn(desk)
    await ship(desk)
    expect(desk.complaints).toEqual([])
  })
