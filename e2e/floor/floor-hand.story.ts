// What else the floor does by the phone: several lots of a component, a report undone, a call for help.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { inStock } from '@qitao/manufacturing/testing/factories.ts'
import { listAndon } from '@qitao/shopfloor/model/andon/andon.calls.ts'
import { listReports, listReportTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Hand } from './handheld.ts'

for (const language of languagesOf('floor hand')) {
  test(`several lots, a report undone, a call for help (${language})`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const account = await newCompany('Hand', 'Ada')
    const caller = await signIn(baseURL!, account)
    await fill(baseURL!, account, async company => {
      const { component_ids } = await onTheFloor(company, { quantity: '20' })
      for (const [lot_number, quantity] of [
        ['L-A', '6'],
        ['L-B', '30'],
      ] as const)
        await inStock(company, component_ids, quantity, { lot_number })
    })
    const { output } = await caller.send(listReportTasks, { order_by: 'task_no' })
    const { task_no, id: task_id } = output.result[0]!
    const hand = new Hand(page, language)
    await hand.open()
    await hand.signIn(account)
    await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))
    await hand.isKept()

    // Ten pieces: six of the first lot, four of the second, told by labels.
    await hand.scan(task_no)
    for (const digit of '10') await hand.sheet().getByRole('button', { name: digit, exact: true }).click()
    await hand
      .sheet()
      .getByText(hand.say(text('批次、序列号', 'Lots, serial numbers')))
      .click()
    await expect(hand.sheet().getByRole('button', { name: /^L-A/ }).first()).toBeVisible()
    await context.setOffline(true)
    for (const lot of [/^L-A/, /^L-B/]) await hand.sheet().getByRole('button', { name: lot }).first().click()
    const used = (lot: string) => hand.sheet().getByLabel(hand.say(text(`批次 ${lot} 用掉`, `Used of lot ${lot}`)))
    await expect(used('L-A')).toHaveValue('6')
    await expect(used('L-B')).toHaveValue('4')
    await page.screenshot({ path: `/tmp/e18-lots-${language}.png`, fullPage: true })
    expect(await barriers(page)).toEqual([])
    await hand
      .sheet()
      .getByRole('button', { name: `${hand.say(text('报工', 'Report'))} 10` })
      .click()
    await expect(hand.sheet()).toBeHidden()
    await hand.waits(1)
    // Help is called for at once; without a connection the page says that nobody hears it yet.
    const card = page.getByRole('listitem').filter({ hasText: task_no })
    await card.getByRole('button', { name: hand.say(text('呼叫', 'Call')), exact: true }).click()
    await card.getByText(hand.say(text('没有连接：呼叫要等连接后才送达', 'No connection: the call arrives'))).waitFor()
    await page.screenshot({ path: `/tmp/e18-call-${language}.png` })
    await card.getByRole('button', { name: hand.say(text('设备', 'Machine')), exact: true }).click()
    await hand.waits(2)
    await context.setOffline(false)
    await hand.waits(0)
    expect((await caller.send(listAndon, { task_id })).output.result).toMatchObject([{ cause: 1, status: 0 }])
    await expect(card).toContainText(hand.say(text('待响应', 'Called')))
    const reported = async () => (await caller.send(listReports, {})).output.result[0]!
    expect((await reported()).inputs.filter(({ lot_number }) => lot_number !== '')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ lot_number: 'L-A', quantity: '6' }),
        expect.objectContaining({ lot_number: 'L-B', quantity: '4' }),
      ]),
    )

    // Undone by who made it: the page knows at once, the books with the connection.
    await page.getByRole('button', { name: hand.say(text('我的报工', 'My reports')), exact: true }).click()
    const row = page.getByRole('listitem').filter({ hasText: (await reported()).report_no })
    page.on('dialog', dialog => void dialog.accept())
    await row.getByRole('button', { name: hand.say(text('撤销', 'Undo')), exact: true }).click()
    await expect(row).toContainText(hand.say(text('已撤销', 'Undone')))
    await page.screenshot({ path: `/tmp/e18-recent-${language}.png` })
    expect(await overflow(page)).toBe(0)
    expect(await barriers(page)).toEqual([])
    expect((await reported()).revoked).toBe(true)
  })
}
