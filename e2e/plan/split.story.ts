// A rush order comes: a task is split, so that something else passes between, undone, split again beside it, and joined.
import { expect, type Locator, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const splitting = text('拆分任务', 'Split the task')
const quantity = text('拆出数量', 'Quantity to take off')

for (const language of languagesOf('split')) {
  test(`a task is split, undone, split beside itself and joined (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Split', 'Chai')
    const { plant, no } = await fill(baseURL!, account, async company => {
      const saws = await aPlant(company)
      const mo = await aPlannedMo(company, saws, 2)
      return { plant: saws, no: mo.no }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.productionPlan)
    const grid = main.root.getByRole('grid', { name: desk.say(text('生产计划', 'Production plan')) })
    const on = ({ machine_no }: { machine_no: string }) => grid.getByRole('gridcell', { name: machine_no })
    const cutting = on(plant.saw)
    await main.press(text('适应', 'Fit'))
    await expect(cutting).toHaveCount(1)

    // The menu of a bar goes by Escape, and by a press on the chart beside it.
    const menu = page.getByRole('menuitem', { name: desk.say(text('拆分…', 'Split…')) })
    for (const leave of [() => page.keyboard.press('Escape'), () => grid.click({ position: { x: 20, y: 20 } })]) {
      await cutting.first().click({ button: 'right' })
      await expect(menu).toBeVisible()
      await leave()
      await expect(menu).toBeHidden()
    }

    // By keyboard: chosen, S, the half is offered, another quantity, Enter.
    await chooseBar(cutting.first())
    await page.keyboard.press('s')
    const dialog = desk.dialog(splitting)
    await dialog.shows(no, text('原任务保留 60', 'The task keeps 60'))
    await expect(dialog.field(quantity)).toBeFocused()
    await dialog.fill(quantity, '120')
    await dialog.shows(text('须大于0且小于120', 'More than 0 and less than 120'))
    await expect(dialog.button(text('拆分', 'Split'))).toBeDisabled()
    await dialog.fill(quantity, '40')
    await page.keyboard.press('Enter')
    await expect(dialog.root).toBeHidden()
    await expect(cutting).toHaveCount(2)

    const told = page.getByRole('alert').filter({ hasText: desk.say(text('已拆分：80 + 40', 'Split: 80 + 40')) })
    await told.getByRole('button', { name: desk.say(text('撤销', 'Undo')), exact: true }).click()
    await expect(cutting).toHaveCount(1)

    // On the other saw, side by side; then one again, from the detail.
    await chooseBar(cutting.first())
    const detail = page.getByRole('complementary', { name: desk.say(text('任务详情', 'Task')) })
    await detail.getByRole('button', { name: desk.say(text('拆分…', 'Split…')) }).click()
    await dialog.choose(text('设备', 'Machine'), plant.saw2.machine_no)
    await dialog.finish(text('拆分', 'Split'))
    await expect(on(plant.saw2)).toHaveCount(1)
    await expect(cutting).toHaveCount(1)
    // The keys go to the chart again, without a click on it.
    await expect(grid).toBeFocused()
    await page.keyboard.press('Control+z')
    await expect(on(plant.saw2)).toHaveCount(0)
    await page.keyboard.press('Control+y')
    await expect(on(plant.saw2)).toHaveCount(1)
    const beside = await on(plant.saw2).first().getAttribute('aria-label')
    await detail.getByRole('button', { name: desk.say(text('合并拆分的任务', 'Join the parts')) }).click()
    await expect(on(plant.saw2)).toHaveCount(0)
    await expect(detail).toContainText('120')

    // Back through all of it by Ctrl+Z, and forth again, faster than it is saved: what is pressed meanwhile follows.
    const press = async (...keys: readonly string[]) => {
      for (const key of keys) await page.keyboard.press(`Control+${key}`)
    }
    await grid.focus()
    await press('z', 'z', 'y')
    await expect(on(plant.saw2)).toHaveCount(1)
    await expect(main.button(text('撤销', 'Undo'))).toBeEnabled()
    await press('y')
    await expect(on(plant.saw2)).toHaveCount(0)
    await expect(cutting).toHaveCount(1)
    await press('z')
    await expect(on(plant.saw2)).toHaveCount(1)
    expect(await on(plant.saw2).first().getAttribute('aria-label')).toBe(beside)
    expect(desk.complaints).toEqual([])
  })
}

async function chooseBar(bar: Locator): Promise<void> {
  await expect(bar).toHaveAttribute('aria-busy', 'false')
  await expect(bar.locator('xpath=ancestor::*[@role="grid"]')).toHaveAttribute('data-ready', 'true')
  await bar.click()
}
