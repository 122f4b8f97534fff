// The inspector prints the sheet of a lot that waits, and the label that holds it on the shelf.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aHeldLot } from '@qitao/quality/testing/quality.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('inspection-paper'))
  test(`an inspection is printed as a report and as labels (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Printed', 'Hu')
    await fill(baseURL!, account, company => aHeldLot(company))
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const tasks = await desk.open(pages.qcTasks)
    await tasks.row(text('待检', 'Pending')).pressBeginning('ZJ')
    const task = await desk.at(pages.editQcTask)
    const saved = async (button: ReturnType<typeof text>, title: ReturnType<typeof text>) => {
      await task.press(button)
      const dialog = desk.dialog(title)
      await expect(dialog.button(text('下载PDF', 'Download PDF'))).toBeEnabled()
      if (process.env.SHOTS) await page.screenshot({ path: `/tmp/b16/print-${button.en.length}-${language}.png` })
      const download = page.waitForEvent('download')
      await dialog.press(text('下载PDF', 'Download PDF'))
      const name = (await download).suggestedFilename()
      await dialog.root.locator('.ant-modal-footer').getByRole('button').first().click()
      await expect(dialog.root).toBeHidden()
      return name
    }
    const report = text('打印检验报告', 'Print inspection reports')
    expect(await saved(text('打印检验报告', 'Print report'), report)).toBe(
      `${desk.say(text('检验报告', 'Inspection report'))}.pdf`,
    )
    const labels = text('打印检验标签', 'Print inspection labels')
    expect(await saved(text('打印检验标签', 'Print labels'), labels)).toBe(`${desk.say(labels)}.pdf`)
    if (process.env.SHOTS) {
      await page.setViewportSize({ width: 390, height: 844 })
      await page.screenshot({ path: `/tmp/b16/task-390-${language}.png` })
    }
    expect(desk.complaints).toEqual([])
  })
