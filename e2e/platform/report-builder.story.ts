// A head of department builds a report of figures of the own choice, puts months across, keeps it, shares it, and has it mailed.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { someBooks } from '@qitao/figures/testing/books.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { messagesTo } from '../outbox.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk, save } from '../pages.ts'

const views = [
  { width: 1440, height: 900 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
]

for (const language of languagesOf('report builder')) {
  test(`a report is built, kept, shared and mailed (${language})`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Reports', 'Rita')
    const address = `rita-${account.company_code.toLowerCase()}@example.com`
    await fill(baseURL!, account, async company => {
      await someBooks(company)
      await company.as(tx => sql`update app_user set email = ${address}`.execute(tx))
    })
    const desk = new Desk(page, language)
    const say = (zh: string, en: string) => desk.say(text(zh, en))
    const picture = async (name: string) => {
      for (const view of views) {
        await page.setViewportSize(view)
        await page.mouse.move(0, 0)
        await page.waitForTimeout(400)
        await page.screenshot({ path: info.outputPath(`${name}-${view.width}-${language}.png`) })
        expect(await overflow(page), `${name} ${view.width}`).toBe(0)
      }
      await page.setViewportSize(views[0]!)
      expect(await barriers(page)).toEqual([])
    }
    const take = async (combobox: string, ...options: string[]) => {
      await page.getByRole('combobox', { name: combobox }).click()
      for (const option of options) {
        const found = page.locator('.ant-select-dropdown:visible').getByTitle(option, { exact: true })
        await page.keyboard.type(option)
        await found.click()
      }
      await page.keyboard.press('Escape')
    }
    await desk.arrive(account)
    const main = await desk.open(pages.operationReport)
    await main.press(text('自选指标', 'Own choice'))
    await main.shows(text('请在「指标」中选择要看的指标', 'Choose what to see under “Figures”'))
    await take(say('指标', 'Figures'), say('订单金额', 'Value of orders entered'), say('毛利', 'Gross margin'))
    await page.getByRole('combobox', { name: say('滚动期间', 'Days that move on') }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(say('最近90天', 'Last 90 days')).click()
    await page.getByRole('combobox', { name: say('维度', 'Split by') }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(say('客户', 'Customer'), { exact: true }).click()
    await page.keyboard.press('Escape')
    await page.getByRole('combobox', { name: say('列', 'Across'), exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(say('列：时间', 'Across: Time')).click()
    const pivot = page.locator('.qt-pivot')
    await expect(pivot.locator('tbody tr')).toHaveCount(3)
    await expect(pivot.locator('thead tr').first().locator('th')).not.toHaveCount(2)
    await page.getByRole('combobox', { name: say('对比', 'Compare with') }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(say('上期', 'Range before')).click()
    await page.keyboard.press('Escape')
    await expect(pivot.locator('tfoot .qt-compared').last()).toContainText(/[▲▼]/)
    await page.getByRole('combobox', { name: say('图形', 'Chart'), exact: true }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(say('图形：堆积', 'Chart: Stacked')).click()
    await expect(page.locator('.qt-report-chart rect').first()).toBeVisible()
    await picture('built')

    // Each cell opens its rows.
    await pivot.locator('tbody td button').last().click()
    await expect(page.getByRole('dialog').getByRole('link', { name: /^SO/ }).first()).toBeVisible()
    await page.keyboard.press('Escape')

    await main.press(text('另存为报表', 'Save as a report'))
    const form = desk.dialog(text('另存为报表', 'Save as a report'))
    await form.fill(text('名称', 'Name'), 'Customers')
    await form.choose(text('共享', 'Read by'), text('全公司', 'All of the company'))
    await form.press(save)
    await expect(form.root).toBeHidden()
    const entry = page
      .getByRole('navigation', { name: say('报表目录', 'Reports') })
      .getByRole('button', { name: /^Customers/ })
    await expect(entry).toHaveAttribute('aria-current', 'page')
    expect(new URL(page.url()).searchParams.get('saved')).toBeTruthy()

    // Only one customer: it differs from what is kept, until that is saved.
    await page.getByRole('combobox', { name: say('添加筛选', 'Add a filter') }).click()
    await page.locator('.ant-select-dropdown:visible').getByTitle(say('客户', 'Customer'), { exact: true }).click()
    await page
      .locator('.ant-select-dropdown:visible')
      .getByTitle(/\bC\d+$/)
      .first()
      .click()
    await page.keyboard.press('Escape')
    await expect(pivot.locator('tbody tr')).toHaveCount(1)
    await main.shows(text('（已改动）', '(changed)'))
    await main.press(save)
    await expect(page.getByText(say('（已改动）', '(changed)'))).toBeHidden()

    await main.press(text('定时邮件', 'Mail by itself'))
    const mailing = page.getByRole('dialog').filter({ hasText: 'Customers' })
    await expect(mailing).toContainText(say('将收到：Rita', 'They get it: Rita'))
    await expect(mailing).toContainText(say('未配置邮件服务器', 'No mail server is set up'))
    await picture('mailing')
    await mailing.getByRole('button', { name: desk.say(save), exact: true }).click()
    await expect(mailing).toBeHidden()
    await expect(entry.getByRole('img', { name: say('定时邮件', 'Goes out by mail') })).toBeVisible()
    await main.press(text('定时邮件', 'Mail by itself'))
    await mailing.getByRole('button', { name: say('立即发送', 'Send now') }).click()
    await desk.agree()
    await expect(mailing).toContainText(say('已发送', 'Sent'), { timeout: 30_000 })
    await picture('mailed')
    expect(messagesTo(address).at(-1)).toContain('Customers')
    await mailing.getByRole('button', { name: say('取消', 'Cancel') }).click()
    await page.goto(`${baseURL}${pages.operationReport.path}?saved=${new URL(page.url()).searchParams.get('saved')}`)
    await expect(pivot.locator('tbody tr')).toHaveCount(1)

    // Of somebody else an administrator ends the mails, and alters nothing else.
    await fill(baseURL!, account, company =>
      company.as(async tx => {
        await sql`insert into app_user (id, account, name, password_hash) values (gen_random_uuid(), 'wang', 'Wang', 'none')`.execute(
          tx,
        )
        await sql`update saved_report set owner_id = (select id from app_user where account = 'wang')`.execute(tx)
      }),
    )
    await page.reload()
    await main.press(text('定时邮件', 'Mail by itself'))
    await expect(mailing).toContainText(say('管理员可以停用', 'an administrator may switch it off'))
    await expect(mailing.getByRole('button', { name: say('立即发送', 'Send now') })).toBeDisabled()
    await picture('of another')
    await mailing.getByRole('switch').click()
    await mailing.getByRole('button', { name: desk.say(save), exact: true }).click()
    await expect(mailing).toBeHidden()
    await expect(entry.getByRole('img', { name: say('定时邮件', 'Goes out by mail') })).toBeHidden()
    expect(desk.complaints).toEqual([])
  })
}
