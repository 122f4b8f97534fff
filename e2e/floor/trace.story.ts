// A recall: from a customer's serial number to the supplier's lot and to all other customers, in three clicks; then it is held.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aTracedProduct } from '@qitao/insight/testing/trace.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('trace'))
  test(`from a customer's piece to the supplier's lot and to all other customers (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Trace', 'Zhui')
    await fill(baseURL!, account, aTracedProduct)
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const trace = await desk.open(pages.trace)
    const word = (zh: string, en: string) => (language === 'zh' ? zh : en)
    await page.getByLabel(word('编号', 'Number'), { exact: true }).fill('P0001')
    await page.keyboard.press('Enter')
    await trace.shows('Alpha')
    await expect(page.getByText(word('完整度 100%', '100% recorded'))).toBeVisible()

    // One: the lot of the supplier. Two: its recall list.
    const graph = page.getByRole('region', { name: word('谱系图', 'Genealogy') })
    await graph.getByRole('button', { name: 'A1' }).click()
    await expect(page.getByRole('complementary', { name: word('节点', 'Node') })).toContainText('Supplier')
    await page.getByRole('button', { name: word('召回清单', 'Recall list') }).click()
    await trace.showsRow('Alpha', 'P0001')
    await trace.showsRow('Beta', 'P0002')

    // What is in stock of it is held and cannot be taken; a release gives it back.
    await trace.press(text('冻结全部受影响库存', 'Hold all affected'))
    const dialog = desk.dialog(text('冻结受影响库存：A1', 'Hold what is affected: A1'))
    await dialog.fill(text('原因', 'Reason'), 'Supplier told us')
    await dialog.finish(text('冻结', 'Hold'))
    const stock = await desk.open(pages.stock)
    await stock.showsRow(text('冻结', 'On hold'), 'A1')
    const held = await desk.open(pages.trace)
    await page.getByText(word('冻结记录', 'Holds'), { exact: true }).click()
    await held.row('Supplier told us').press(text('解冻', 'Release'))
    const release = page.getByRole('dialog')
    await release.getByLabel(word('解冻原因', 'Why released')).fill('Good after all')
    await release.getByRole('button', { name: word('解冻', 'Release') }).click()
    await held.showsRow('Supplier told us', 'Good after all')
  })
