// A planner looks at what will be asked for: calculated from three years of orders, looked at, set otherwise with a reason, released to the plan.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { daySeconds } from '@qitao/core/time.ts'
import { horizonAt } from '@qitao/demand/model/forecast.rules.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, done } from '../pages.ts'

const monthly = 3
const calculate = text('计算预测', 'Calculate')

for (const language of languagesOf('demand planning')) {
  test(`demand is forecast, looked at and set (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Demand', 'Deming')
    const code = 'BELL-1'
    const { past, ahead } = horizonAt(Math.floor(Date.now() / 1000), monthly, 'Asia/Shanghai')
    await fill(baseURL!, account, async company => {
      const material_id = await aProduct(company, code)
      for (const [k, period] of past.slice(-14).entries())
        await anOrder(company, {
          material_id,
          quantity: String(100 + 10 * (k % 3)),
          delivery_date: period + daySeconds,
        })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const main = await desk.open(pages.demandForecast)

    await main.press(calculate)
    await main.showsRow(code, text('连续', 'Steady'))
    await main.row(code).press(text('查看', 'View'))
    const drawer = desk.dialog(code)
    await expect(
      drawer.root.getByRole('img', { name: desk.say(text('需求历史与预测', 'Demand and forecast')) }),
    ).toBeVisible()
    await drawer.shows(text('移动平均', 'Rolling average'), text('权重%', 'Share %'))

    const month = new Date((ahead[1]! + daySeconds) * 1000).toISOString().slice(0, 7)
    await drawer.press(text(`设定${month}`, `Set ${month}`))
    const dialog = desk.dialog(text(`设定预测：从${month}起`, `Set the forecast from ${month}`))
    await dialog.fill(text('数量', 'Quantities'), '500 1,200')
    await dialog.fill(text('原因', 'Reason'), 'Fair')
    await dialog.finish()
    await desk.told(done)
    await drawer.shows('1,200', 'Fair · Deming')

    const title = text(`移动${month}的预测`, `Move the forecast of ${month}`)
    await drawer.press(title)
    const move = desk.dialog(title)
    await move.fill(text('移动数量', 'Move'), '200')
    await move.fill(text('原因', 'Reason'), 'Fair is later')
    await move.finish()
    await desk.told(done)
    await drawer.shows('300', '1,400', 'Fair is later · Deming')
    // What is dragged asks for the same, with where it was dropped.
    const nameOf = (at: number) => new Date((ahead[at]! + daySeconds) * 1000).toISOString().slice(0, 7)
    await drawer.root.getByRole('button', { name: desk.say(title) }).dragTo(
      drawer.root
        .getByRole('row')
        .filter({ hasText: nameOf(5) })
        .last(),
    )
    await expect(move.root).toContainText(nameOf(5))
    await page.keyboard.press('Escape')
    await expect(move.root).toBeHidden()

    await page.keyboard.press('Escape')
    await expect(drawer.root).toBeHidden()
    const release = text('发布', 'Release')
    await main.press(release)
    await desk
      .dialog(text('发布预测：供需计划将采用现在的预测', 'Release the forecast: the plan takes what it says now'))
      .finish(release)
    await main.shows(text('第1版', 'Version 1'))
    await main.openTab(text('发布', 'Releases'))
    await main.showsRow('1', '2')

    await main.openTab(text('历史', 'History'))
    await main.showsRow(code, '1,530')
    expect(desk.complaints).toEqual([])
  })
}
