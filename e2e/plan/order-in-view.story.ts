// An order of the list is clicked: its bar is in view beside the detail that opens.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

test('the bar of a clicked order is in view, though its detail narrows the chart', async ({ page, baseURL }) => {
  const account = await newCompany('In view', 'Chai')
  const { no, far, machine_no } = await fill(baseURL!, account, async company => {
    const plant = await aPlant(company)
    await aPlannedMo(company, plant, 1)
    const far = (await aPlannedMo(company, plant, 45)).no
    return { no: (await aPlannedMo(company, plant, 20)).no, far, machine_no: plant.saw.machine_no }
  })
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const main = await desk.open(pages.productionPlan)
  const grid = main.root.getByRole('grid', { name: desk.say(text('生产计划', 'Production plan')) })
  await expect(grid).toHaveAttribute('data-ready', 'true')
  await main.press(no)
  const detail = page.getByRole('complementary', { name: desk.say(text('任务详情', 'Task')) })
  await expect(detail).toContainText(no)
  const bar = grid.getByRole('gridcell', { name: machine_no }).and(page.locator('[aria-selected="true"]'))
  await expect(bar).toHaveCount(1)
  const expectInView = async () => {
    const [shown, chart] = [(await bar.boundingBox())!, (await grid.boundingBox())!]
    expect(shown.x).toBeGreaterThan(chart.x)
    expect(shown.x + shown.width).toBeLessThan(chart.x + chart.width)
  }
  await expectInView()
  // One that stands after the time shown takes the chart along.
  await main.press(far)
  await expect(detail).toContainText(far)
  await expect(bar).toHaveCount(1)
  await expectInView()
})
