// Sample data that would collide with what the company has says so where it is chosen, and what is in the way; that is renamed, and it loads.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { processCalls } from '@qitao/masterdata/model/process/process.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('sample-taken')) {
  test(`sample data names what is in its way (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Own process', 'Lu')
    const caller = await signIn(baseURL!, account)
    const process = await caller.send(processCalls.add, { code: 'P10', name: 'Ours' })
    const desk = new Desk(page, language)
    const load = text('加载示例数据', 'Load sample data')
    const inTheWay = text('工序“P10”。请先改名', 'process “P10”. Rename')
    await desk.arrive(account)
    // It is offered first, and stays to be read there.
    const offer = page.getByRole('dialog')
    await offer.getByRole('button', { name: desk.say(load) }).click()
    await expect(offer.getByRole('alert')).toContainText(desk.say(inTheWay))
    await offer.getByRole('button', { name: desk.say(text('从空白开始', 'Start empty')) }).click()

    const sample = await desk.open(pages.sampleData)
    await sample.press(load)
    await expect(page.locator('.qt-sample-why')).toContainText(desk.say(inTheWay))

    await caller.send(processCalls.drop, { ids: [process.output.id] })
    await sample.press(load)
    await expect(page.locator('.qt-job')).toBeVisible()
    await expect(page.locator('.qt-sample-why')).toBeHidden()
  })
}
