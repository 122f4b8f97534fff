// A day at the chart: what is looked for is found and brought into view, and what others do is seen at once.
import { expect, type Page, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aComponent, aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { Account } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const chartOf = async (page: Page, account: Account) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const main = await desk.open(pages.productionPlan)
  const grid = main.root.getByRole('grid', { name: desk.say(text('生产计划', 'Production plan')) })
  await expect(grid).toHaveAttribute('data-ready', 'true')
  return { desk, main, grid }
}

test('orders and machines are found on the chart, gone through by keys, and each is brought into view', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Found', 'Fang')
  const { far, machine_no } = await fill(baseURL!, account, async company => {
    const plant = await aPlant(company)
    await aPlannedMo(company, plant, 1)
    const order = await aPlannedMo(company, plant, 22)
    return { far: order.no, machine_no: plant.saw2.machine_no }
  })
  const { desk, main, grid } = await chartOf(page, account)
  await expect(grid.getByRole('gridcell', { name: far })).toHaveCount(0)

  await page.keyboard.press('/')
  const field = main.field(text('在图中查找', 'Find on the chart'))
  await expect(field).toBeFocused()
  const search = main.root.getByRole('search')
  await field.fill(far)
  await page.keyboard.press('Enter')
  await expect(search).toContainText('1 / 2')
  const bar = grid.getByRole('gridcell', { name: far }).and(page.locator('[aria-selected="true"]'))
  await expect(bar).toHaveCount(1)
  const [shown, chart] = [(await bar.boundingBox())!, (await grid.boundingBox())!]
  expect(shown.x).toBeGreaterThan(chart.x)
  expect(shown.x + shown.width).toBeLessThan(chart.x + chart.width)
  await page.keyboard.press('ArrowDown')
  await expect(search).toContainText('2 / 2')
  await page.keyboard.press('ArrowDown')
  await expect(search).toContainText('1 / 2')

  await field.fill(machine_no)
  await page.keyboard.press('Enter')
  await expect(search).toContainText('1 / 1')
  await expect(grid.getByRole('rowheader', { name: machine_no })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(field).toHaveValue('')
  await expect(grid).toBeFocused()
  // What the floor has not been told of says so.
  await expect(grid.getByRole('gridcell', { name: desk.say(text('未发布', 'not published')) }).first()).toBeAttached()
  expect(desk.complaints).toEqual([])
})

test('what one planner locks, the other sees without asking', async ({ page, browser, baseURL }) => {
  const account = await newCompany('Two planners', 'Er')
  const mo = await fill(baseURL!, account, async company => aPlannedMo(company, await aPlant(company), 1))
  const first = await chartOf(page, account)
  const context = await browser.newContext()
  const second = await chartOf(await context.newPage(), account)
  const locked = ({ grid, desk }: typeof first) =>
    grid
      .getByRole('gridcell', { name: mo.no })
      .and(grid.getByRole('gridcell', { name: desk.say(text('已锁定', 'locked')) }))
  for (const one of [first, second]) await expect(one.grid.getByRole('gridcell', { name: mo.no })).toHaveCount(2)
  await first.grid.getByRole('gridcell', { name: mo.no }).first().click()
  await first.grid.press('l')
  await expect(locked(first)).toHaveCount(2)
  await expect(locked(second)).toHaveCount(2)
  for (const { desk } of [first, second]) expect(desk.complaints).toEqual([])
  await context.close()
})

test('an order that is short without a source is named before it is published, and can be left out', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Short', 'Fei')
  const { code, short, whole } = await fill(baseURL!, account, async company => {
    const plant = await aPlant(company)
    const [short, whole] = [await aPlannedMo(company, plant, 1), await aPlannedMo(company, plant, 2)]
    await aComponent(company, plant, short, null)
    return { code: plant.component.code, short, whole }
  })
  const { desk, main, grid } = await chartOf(page, account)
  await main.press(text('发布计划', 'Publish'))
  const dialog = desk.dialog(text('发布计划', 'Publish the plan'))
  const warning = dialog.root.getByRole('alert')
  await expect(warning).toContainText(short.no)
  await expect(warning).toContainText(code)
  await expect(warning).not.toContainText(whole.no)
  await expect(dialog.button(text('仍然发布2单', 'Publish 2 orders all the same'))).toBeEnabled()
  await dialog.press(text('先不发布这些', 'Leave these out'))
  await expect(warning).toHaveCount(0)
  await dialog.finish(text('发布1单', 'Publish 1 order'))
  const unpublished = grid.getByRole('gridcell', { name: desk.say(text('未发布', 'not published')) })
  await expect(grid.getByRole('gridcell', { name: whole.no }).and(unpublished)).toHaveCount(0)
  await expect(grid.getByRole('gridcell', { name: short.no }).and(unpublished)).toHaveCount(2)
  expect(desk.complaints).toEqual([])
})

test('an order that is unticked is not published with the others', async ({ page, baseURL }) => {
  const account = await newCompany('Unticked', 'Fei')
  const [now, later] = await fill(baseURL!, account, async company => {
    const plant = await aPlant(company)
    return [await aPlannedMo(company, plant, 1), await aPlannedMo(company, plant, 2)]
  })
  const { desk, main, grid } = await chartOf(page, account)
  await main.press(text('发布计划', 'Publish'))
  const dialog = desk.dialog(text('发布计划', 'Publish the plan'))
  await dialog.root.getByRole('row', { name: later!.no }).getByRole('checkbox').uncheck()
  await dialog.finish(text('发布1单', 'Publish 1 order'))
  const unpublished = grid.getByRole('gridcell', { name: desk.say(text('未发布', 'not published')) })
  await expect(grid.getByRole('gridcell', { name: now!.no }).and(unpublished)).toHaveCount(0)
  await expect(grid.getByRole('gridcell', { name: later!.no }).and(unpublished)).toHaveCount(2)
  expect(desk.complaints).toEqual([])
})
