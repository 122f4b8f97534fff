// A planner prepares a year: the public holidays go into the calendar, what a further day off would do to the plan is seen before it is taken,
// and what was set goes into another calendar.
import { expect, type Locator, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { aCalendar } from '@qitao/masterdata/testing/factories.ts'
import { aPlannedMo, aPlant, at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const zone = 'Asia/Shanghai'

for (const language of languagesOf('calendar-year')) {
  test(`a year of a calendar is prepared, and its effect is seen first (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Year', 'Nian')
    const mo = await fill(baseURL!, account, async company => {
      const plant = await aPlant(company)
      await aCalendar(company, { name: 'Z2' })
      return aPlannedMo(company, plant, 2, { delivery_date: at(2, 0) })
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.calendars)

    // Three days off from today: the order of the last of them can only come late.
    await page.getByText(desk.say(text('年', 'Year')), { exact: true }).click()
    for (const n of [0, 1, 2]) {
      const day = dayOf(at(n, 0), zone)
      const isNext = day.slice(0, 4) !== dayOf(at(0, 0), zone).slice(0, 4)
      if (isNext) await list.press(text('下一年', 'Next year'))
      await page.getByRole('button', { name: new RegExp(`^${day} `) }).click()
      if (isNext) await list.press(text('上一年', 'Previous year'))
    }
    await list.press(text('影响预览', 'Effect on the plan'))
    const effect = desk.dialog(text('日历变更对计划的影响（3 天）', 'What the change does to the plan (3 days)'))
    await effect.showsRow(mo.no, text('准时', 'in time'))
    await effect.press(text('按此修改', 'Change so'))
    await expect(effect.root).toBeHidden()
    const off = page.getByRole('button', { name: `${dayOf(at(0, 0), zone)} ${desk.say(text('节假日', 'Holiday'))}` })
    await expect(off).toBeVisible()

    await list.press(text('导入法定节假日', 'Public holidays'))
    const holidays = desk.dialog(text('导入法定节假日（中国）', 'Import public holidays (China)'))
    const year = (within: Locator) => within.getByRole('spinbutton', { name: desk.say(text('年份', 'Year')) })
    await year(holidays.root).fill('2099')
    await holidays.shows(text('未收录', 'are not known'))
    await year(holidays.root).fill('2026')
    await expect(holidays.root.getByRole('checkbox', { name: /^10-01/ })).toBeChecked()
    await holidays.finish()

    await list.press(text('复制特殊日', 'Copy special days'))
    const copy = page.getByRole('dialog')
    await copy.getByRole('combobox').click()
    await page.getByTitle('Z2', { exact: true }).click()
    await year(copy).fill('2026')
    await copy.getByRole('button', { name: desk.say(text('保存', 'Save')) }).click()
    await expect(copy).toBeHidden()
    await page.getByRole('combobox', { name: desk.say(text('工作日历', 'Calendar')) }).click()
    await page.getByTitle('Z2', { exact: true }).click()
    for (let shown = Number(dayOf(at(0, 0), zone).slice(0, 4)); shown > 2026; shown--)
      await list.press(text('上一年', 'Previous year'))
    await expect(page.getByRole('button', { name: `2026-10-01 ${desk.say(text('节假日', 'Holiday'))}` })).toBeVisible()
    expect(desk.complaints).toEqual([])
  })
}
