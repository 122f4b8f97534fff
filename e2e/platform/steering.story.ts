// The lean lead draws the value stream of a product, wishes for a better one and keeps it; the owner enters what others reach, with its source.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { someBooks } from '@qitao/figures/testing/books.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('steering')) {
  test(`a value stream is drawn, wished for otherwise and kept; a benchmark needs its source (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Steering', 'Lena')
    const code = await fill(baseURL!, account, async company => {
      const { product, other, component, cutting, welding } = await someBooks(company)
      await aReleasedProduct(company, {
        ...{
          material_id: product.id,
          components: [{ material_id: other.id }, { material_id: component.id }],
          manufacturing_bom: false,
        },
        steps: [{ process_id: cutting.id }, { process_id: welding.id }],
      })
      return product.code
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const say = (zh: string, en: string) => desk.say(text(zh, en))

    await desk.open(pages.valueStream)
    await page.getByRole('combobox', { name: say('物料', 'Material') }).click()
    await page.keyboard.type(code)
    await page.getByTitle(new RegExp(code)).last().click()
    const map = page.getByRole('img', { name: say('现状', 'Current') })
    await expect(map).toContainText('Cutting')
    await expect(map).toContainText('Welding')
    await page.getByText(say('未来', 'Future'), { exact: true }).click()
    const wished = page.getByRole('img', { name: say('未来', 'Future') })
    await page.getByRole('textbox', { name: `Cutting ${say('周期（秒）', 'Cycle time (s)')}` }).fill('33')
    await expect(wished).toContainText('33 s')
    await page.getByRole('textbox', { name: `Welding ${say('改善', 'To be done')}` }).fill('SMED')
    await expect(wished).toContainText('SMED')
    await page.getByRole('textbox', { name: say('名称', 'Name'), exact: true }).fill('Spring')
    await desk.main.press(text('保存', 'Save'))
    await expect(page).toHaveURL(/[?&]id=/)
    await page.reload()
    await expect(wished).toContainText('SMED')

    await desk.open(pages.benchmarking)
    const row = page.getByRole('row').filter({ hasText: /^K3 / })
    await row.getByRole('button', { name: say('录入', 'Enter') }).click()
    const dialog = desk.dialog(text('对标值', 'Benchmark'))
    await dialog.fill(text('行业前25%', 'Top quartile'), '95')
    await dialog.press(text('保存', 'Save'))
    await expect(page.getByRole('dialog')).toContainText(say('来源', 'Source'))
    await dialog.fill(text('来源', 'Source'), 'Survey of the association')
    await dialog.press(text('保存', 'Save'))
    await expect(row).toContainText('95')
    await expect(row).toContainText('Survey of the association')
    expect(desk.complaints).toEqual([])
  })
}
