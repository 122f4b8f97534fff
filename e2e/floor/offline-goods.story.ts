// A storekeeper receives and picks where there is no connection: by labels, the page closed meanwhile. Each booking is done once and in its
// order; where a colleague was faster, the one that does not fit any more says so, and is told again as it is now.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { listArrivals, receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { aLocation, aMaterial, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Hand } from './handheld.ts'

for (const language of languagesOf('offline-goods')) {
  test(`received and picked without a connection (${language})`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const account = await newCompany('Offline goods', 'Ku')
    const of = await fill(baseURL!, account, async company => {
      const made = await company.as(async tx => {
        const [dock, shelf] = [await aLocation(tx), await aLocation(tx)]
        const [bolt, nut] = [await aMaterial(tx, { precision: 0 }), await aMaterial(tx, { precision: 0 })]
        await putIn(tx, { material_id: nut, location_id: shelf, quantity: '9' })
        const [codes] = await rows(
          tx,
          sql<{ dock: string; shelf: string; bolt: string; nut: string }>`
            select d.code as dock, s.code as shelf, b.code as bolt, n.code as nut from location d, location s, material b, material n
            where d.id = ${dock} and s.id = ${shelf} and b.id = ${bolt} and n.id = ${nut}`,
        )
        return { ...codes!, bolt_id: bolt, nut_id: nut, dock_id: dock, supplier_id: await aSupplier(tx) }
      })
      const materials = [{ material_id: made.bolt_id, quantity: '20' }]
      return { ...made, order: (await aPurchaseOrder(company, { supplier_id: made.supplier_id, materials })).no }
    })
    const caller = await signIn(baseURL!, account)
    const picked = (
      await caller.send(outboundCalls.add, { submit: true, lines: [{ material_id: of.nut_id, quantity: '4' }] })
    ).output
    const stock = () =>
      fill(baseURL!, account, company =>
        company.as(async tx => {
          const found = await rows(
            tx,
            sql<{ code: string; quantity: string }>`select m.code, sum(i.quantity)::int as quantity from inventory i
              join material m on m.org_id = i.org_id and m.id = i.material_id where i.org_id = ${company.org_id} group by 1`,
          )
          return Object.fromEntries(found.map(({ code, quantity }) => [code, Number(quantity)]))
        }),
      )

    let hand = new Hand(page, language)
    await hand.open()
    await hand.signIn(account)
    const toGoods = () => hand.button(text('收货拣货', 'Goods')).click()
    const work = (no: string) => hand.page.getByRole('button', { name: new RegExp(`^${no}`) })
    const card = () => hand.page.getByRole('region')
    const type = async (figure: string) => {
      const back = card().getByRole('button', { name: hand.say(text('退格', 'Backspace')) })
      for (let n = 0; n < 4; n++) await back.click()
      for (const digit of figure) await card().getByRole('button', { name: digit, exact: true }).click()
    }
    await toGoods()
    await expect(work(of.order)).toBeVisible()
    await hand.isKept()
    await context.setOffline(true)
    await page.screenshot({ path: `/tmp/e18-goods-list-${language}.png` })

    // Twelve of twenty, then the page is closed; what is still to come is known all the same.
    await work(of.order).click()
    await hand.scan(of.bolt)
    // What is typed stands in place of what was proposed; too much of it is said before it is kept.
    for (const digit of '25') await card().getByRole('button', { name: digit, exact: true }).click()
    await expect(card().getByText('25', { exact: true })).toBeVisible()
    await expect(page.getByRole('alert')).toContainText('20')
    await page.screenshot({ path: `/tmp/m3-too-much-${language}.png` })
    await hand.scan(of.dock)
    await hand.waits(0)
    await type('12')
    await page.screenshot({ path: `/tmp/e18-receive-${language}.png` })
    expect(await overflow(page)).toBe(0)
    expect(await barriers(page)).toEqual([])
    await hand.scan(of.dock)
    await hand.waits(1)
    await hand.page.close()
    hand = new Hand(await context.newPage(), language)
    await hand.page.setViewportSize({ width: 390, height: 844 })
    await hand.open()
    await toGoods()
    await work(of.order).click()
    await hand.scan(of.bolt)
    await expect(card()).toContainText('8')
    await hand.scan(of.dock)
    await hand.waits(2)
    // Picked: bin, goods, and the button.
    await hand.button(text('返回清单', 'Back to the list')).click()
    await work(picked.no).click()
    await hand.scan(of.shelf)
    await hand.scan(of.nut)
    await hand.page.screenshot({ path: `/tmp/e18-pick-${language}.png` })
    await hand.button(text('确认，下一站', 'Confirm, next stop')).click()
    await hand.waits(3)
    await expect(hand.page.getByText(hand.say(text('没有待拣的了', 'Nothing is left to pick')))).toBeVisible()

    // Meanwhile a colleague has received five of the twenty.
    const { output } = await caller.send(listArrivals, {})
    const arrival_id = output.result[0]!.id
    const lines = [{ arrival_id, quantity: '5', location_id: of.dock_id, quality_status: 0 as const }]
    await caller.send(receiveArrivals, { arrival_ids: [arrival_id], lines })
    await context.setOffline(false)
    // The first does not fit any more and says why; the second of its line waits for it; the pick is done.
    await hand.waits(2)
    await expect.poll(async () => (await stock())[of.nut]).toBe(5)
    expect((await stock())[of.bolt]).toBe(5)
    await hand.toOutbox()
    await hand.page.screenshot({ path: `/tmp/e18-goods-outbox-${language}.png` })
    const entry = (words: string) => hand.page.getByRole('listitem').filter({ hasText: words })
    await entry('× 12')
      .getByRole('button', { name: hand.say(text('修改', 'Change')) })
      .click()
    await expect(card()).toContainText('12')
    await expect(card()).toContainText('15')
    await hand.scan(of.dock)
    // The one behind it knows no better either: only three are left.
    await hand.toOutbox()
    await entry('× 8')
      .getByRole('button', { name: hand.say(text('修改', 'Change')) })
      .click()
    await type('3')
    await hand.scan(of.dock)
    await hand.waits(0)
    expect(await stock()).toEqual({ [of.bolt]: 20, [of.nut]: 5 })
    expect((await caller.send(listArrivals, {})).output.total).toBe(0)
  })
}
