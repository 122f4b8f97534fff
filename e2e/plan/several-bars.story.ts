// Several bars go together or not at all: one call, one undo; one that may not go keeps all where they are.
import { expect, type Locator, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { moveTasks, restoreTasks } from '@qitao/scheduling/model/schedule.calls.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

test('two bars are moved by one call and put back by one; when one may not go, neither goes', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Several', 'Duo')
  const plant = await fill(baseURL!, account, async company => {
    const made = await aPlant(company)
    // The outer ones leave room at the edges of the chart, where it would scroll.
    for (const day of [2, 3, 4, 5]) await aPlannedMo(company, made, day)
    return made
  })
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const main = await desk.open(pages.productionPlan)
  const grid = main.root.getByRole('grid', { name: desk.say(text('生产计划', 'Production plan')) })
  const bars = (machine_no: string) => grid.getByRole('gridcell', { name: machine_no })
  await main.press(text('适应', 'Fit'))
  const welding = bars(plant.welder.machine_no)
  await expect(welding).toHaveCount(4)
  const names = async () => {
    const all = await Promise.all((await welding.all()).map(one => one.getAttribute('aria-label')))
    return all.toSorted((a, b) => a!.localeCompare(b!))
  }
  const sent: string[] = []
  page.on('request', request => {
    const { pathname } = new URL(request.url())
    if ([moveTasks.path, restoreTasks.path].includes(pathname)) sent.push(pathname)
  })

  const placed = await names()
  await together(welding.nth(1), welding.nth(2))
  await drag(welding.nth(2), 0.5)
  await expect.poll(async () => (await names()).filter(name => !placed.includes(name))).toHaveLength(2)
  expect(sent).toEqual([moveTasks.path])
  await main.press(text('撤销', 'Undo'))
  await expect.poll(names).toEqual(placed)
  expect(sent).toEqual([moveTasks.path, restoreTasks.path])

  // Before the cut that feeds it none of them may go.
  await together(welding.nth(1), welding.nth(2))
  await drag(welding.nth(2), -1.5)
  await main.shows(
    text('任务结束时间早于前道工序允许的时间', 'The task ends earlier than the preceding operation allows'),
  )
  await expect.poll(names).toEqual(placed)

  // The detail went with the selection: a drag does not bring it back under the hand, which would take room from the chart.
  const detail = page.locator('.qt-plan-panel')
  await expect(detail).toBeVisible()
  await grid.focus()
  await page.keyboard.press('Escape')
  await expect(detail).toBeHidden()
  await main.press(text('适应', 'Fit'))
  await drag(welding.nth(2), 0.5)
  await expect.poll(async () => (await names()).filter(name => !placed.includes(name))).toHaveLength(1)
  await expect(detail).toBeHidden()
  expect(desk.complaints).toEqual([])

  async function together(first: Locator, second: Locator): Promise<void> {
    await grid.focus()
    await page.keyboard.press('Escape')
    await atRest(first)
    await first.click()
    await main.press(text('适应', 'Fit'))
    await atRest(second)
    await second.click({ modifiers: ['Control'] })
    await expect(grid.locator('[role="gridcell"][aria-selected="true"]')).toHaveCount(2)
  }
  async function drag(bar: Locator, lengths: number): Promise<void> {
    await atRest(bar)
    await bar.hover()
    const { x, y, width, height } = (await bar.boundingBox())!
    const [from, line] = [x + width / 2, y + height / 2]
    await page.mouse.down()
    await page.mouse.move(from + (width * lengths) / 2, line, { steps: 5 })
    await page.mouse.move(from + width * lengths, line, { steps: 5 })
    await page.mouse.up()
  }
})

async function atRest(bar: Locator): Promise<void> {
  await expect(bar).toHaveAttribute('aria-busy', 'false')
  await expect(bar.locator('xpath=ancestor::*[@role="grid"]')).toHaveAttribute('data-ready', 'true')
}
