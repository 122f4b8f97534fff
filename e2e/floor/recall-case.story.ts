// A recall that takes weeks: it is kept, each of its lines is judged, and it is closed with a reason once none is to do.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aTracedProduct } from '@qitao/insight/testing/trace.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('recall-case'))
  test(`a recall is kept, judged line by line and closed (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Recall', 'Zhao')
    await fill(baseURL!, account, aTracedProduct)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const trace = await desk.open(pages.trace)
    await page.getByLabel(desk.say(text('编号', 'Number')), { exact: true }).fill('A1')
    await page.keyboard.press('Enter')
    await trace.shows('Alpha')
    await page.getByTitle(desk.say(text('召回清单', 'Recall list')), { exact: true }).click()
    await trace.showsRow('Beta', 'P0002')
    await trace.press(text('保存为案例', 'Save as case'))
    const save = desk.dialog(text('保存为召回案例：A1', 'Save as a recall case: A1'))
    await save.fill(text('标题', 'Title'), 'Soft rivets')
    await save.finish()

    await expect(page.getByRole('heading', { name: 'Soft rivets' })).toBeVisible()
    await trace.showsRow('Alpha', 'P0001', text('待处理', 'To do'))
    await trace.row('Alpha').press(text('登记处置', 'Record'))
    const judge = desk.dialog(text('登记处置', 'Record what became of it'))
    await judge.choose(text('处置', 'What became of it'), text('已退回', 'Returned'))
    await judge.fill(text('备注', 'Remark'), 'By parcel')
    await judge.finish()
    await trace.showsRow('Alpha', text('已退回', 'Returned'), 'By parcel')

    await page.getByRole('checkbox').first().check()
    await trace.press(text('登记处置', 'Record'))
    await judge.choose(text('处置', 'What became of it'), text('已封存', 'Blocked'))
    await judge.finish()
    await trace.press(text('关闭案例', 'Close'))
    const close = desk.dialog(text('关闭 ZH', 'Close ZH'))
    await close.fill(text('关闭原因', 'Why closed'), 'All is known')
    await close.finish(text('确认关闭', 'Close the case'))
    await trace.shows(text('已关闭', 'Closed'))
    await trace.shows('All is known')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.setViewportSize({ width: 1440, height: 900 })
    await trace.press(text('全部案例', 'All cases'))
    await trace.showsRow('Soft rivets', '0 / 3', 'All is known')
  })
