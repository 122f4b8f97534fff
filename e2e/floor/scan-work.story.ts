// A storekeeper with a phone: a purchase is received, put away and picked in one walk for two documents, by labels alone and faster than
// a hundred a minute. None is lost, none counts twice, none is joined to the one before.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addUnit, addUnitConversions } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { listArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { countCalls } from '@qitao/warehouse/model/count/count.calls.ts'
import { outboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { pickWaveCalls } from '@qitao/warehouse/model/wave/pick-wave.calls.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const phone = { width: 390, height: 844 }
const each = 40

for (const language of languagesOf('scan-work')) {
  test(`received, put away and picked by scanning alone (${language})`, async ({ page, baseURL }) => {
    test.slow()
    const account = await newCompany('Floor', 'Ku')
    const of = await fill(baseURL!, account, async company => {
      const made = await company.as(async tx => {
        const [dock, shelf] = [await aLocation(tx), await aLocation(tx)]
        const [bolt, nut] = [await aMaterial(tx, { precision: 0 }), await aMaterial(tx, { precision: 0 })]
        const [codes] = await rows(
          tx,
          sql<{
            dock: string
            shelf: string
            bolt: string
            nut: string
            unit_id: string
          }>`select d.code as dock, s.code as shelf, b.code as bolt, n.code as nut, n.unit_id
            from location d, location s, material b, material n
            where d.id = ${dock} and s.id = ${shelf} and b.id = ${bolt} and n.id = ${nut}`,
        )
        return { ...codes!, bolt_id: bolt, nut_id: nut, supplier_id: await aSupplier(tx) }
      })
      const { id: box_id } = await company.admin.ok(addUnit, { name: 'Box' })
      await company.admin.ok(addUnitConversions, {
        conversions: [{ from_unit_id: box_id, to_unit_id: made.unit_id, numerator: '12', material_id: made.nut_id }],
      })
      const materials = [made.bolt_id, made.nut_id].map(material_id => ({ material_id, quantity: String(each) }))
      const order = await aPurchaseOrder(company, { supplier_id: made.supplier_id, materials })
      return { ...made, order: order.no, box: 'Box' }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const caller = await signIn(baseURL!, account)
    await page.setViewportSize(phone)
    const scanned: string[] = []
    const scan = async (...labels: string[]) => {
      await expect(field()).toBeVisible()
      for (const label of labels) {
        await page.keyboard.type(label)
        await page.keyboard.press('Enter')
        scanned.push(label)
      }
    }
    const fits = async () =>
      expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(phone.width)
    const field = () => page.getByLabel(desk.say(text('扫描', 'Scan')), { exact: true })

    // Received: the purchase order, then each kind of goods and the bin, all of it without a pause.
    await page.goto(pages.scanWork.path)
    await expect(field()).toBeFocused()
    await scan(of.order)
    await expect(page.getByText(desk.say(text('还有 2 行', '2 lines to come')))).toBeVisible()
    await scan(of.bolt, of.dock, of.nut, of.dock)
    await expect(page.getByRole('status').getByText(desk.say(text('已全部收到', 'All of it has come')))).toBeVisible()
    await fits()
    expect((await caller.send(listArrivals, {})).output.total).toBe(0)

    // Put away.
    await page.getByRole('button', { name: desk.say(text('其他作业', 'Other work')) }).click()
    await page.getByRole('button', { name: desk.say(text('上架与移库', 'Put away or move')) }).click()
    await expect(field()).toBeFocused()
    await scan(of.dock, of.bolt, of.shelf, of.nut)
    // Nuts are counted in boxes of twelve, then what is over by the piece.
    const much = page.getByLabel(desk.say(text('数量', 'Quantity')), { exact: true })
    await expect(much).toHaveValue(String(each))
    await page.getByRole('combobox', { name: desk.say(text('计数单位', 'Counted in')) }).click()
    await page.getByTitle(of.box, { exact: true }).click()
    await much.fill('3')
    await expect(page.getByText(/= 36/)).toBeVisible()
    await field().focus()
    await scan(of.shelf, of.nut, of.shelf)
    const moved = page.getByRole('list', { name: desk.say(text('已移动', 'Moved')) }).getByRole('listitem')
    await expect(moved).toHaveText([/× 4$/, /× 36$/, new RegExp(`× ${each}$`)])
    await fits()

    // Picked for two documents in one walk, piece after piece.
    const receipt = async (bolts: number, nuts: number) => {
      const lines = [
        { material_id: of.bolt_id, quantity: String(bolts) },
        { material_id: of.nut_id, quantity: String(nuts) },
      ]
      return (await caller.send(outboundCalls.add, { submit: true, lines })).output
    }
    const [one, two] = [await receipt(20, 5), await receipt(10, 15)]
    const { output: wave } = await caller.send(pickWaveCalls.add, { receipt_ids: [one.id, two.id] })
    await page.goto(pages.scanWork.path)
    await expect(field()).toBeFocused()
    await scan(wave.no)
    await page.getByText(desk.say(text('逐件扫码', 'Each scan is one piece'))).click()
    const first = (await caller.send(pickWaveCalls.walk, { wave_id: wave.id })).output.stops[0]!
    const [a, b] = first.material_id === of.bolt_id ? ([of.bolt, of.nut] as const) : ([of.nut, of.bolt] as const)
    const wanted = { [of.bolt]: 30, [of.nut]: 20 }
    const began = Date.now()
    const before = scanned.length
    // The next bin ends the stop before it; of the last one three are missing.
    await scan(of.shelf, ...Array(wanted[a]!).fill(a), of.shelf, ...Array(wanted[b]! - 3).fill(b))
    expect(((scanned.length - before) * 60_000) / (Date.now() - began)).toBeGreaterThan(100)
    const picked = page.getByLabel(desk.say(text('实拣数量', 'Picked')), { exact: true })
    await expect(picked).toHaveValue(String(wanted[b]! - 3), { timeout: 60_000 })
    await fits()
    await page.getByRole('button', { name: desk.say(text('确认，下一站', 'Confirm, next stop')) }).click()

    // What is missing is to be counted, and stays open on its document.
    await page
      .getByRole('button', { name: desk.say(text('换库位，并盘点此库位', 'Another bin, and have this one counted')) })
      .click()
    await expect(page.getByText(desk.say(text('没有待拣的了', 'Nothing is left to pick')))).toBeVisible()
    await expect(page.getByText(desk.say(text('缺料', 'Short')), { exact: true })).toBeVisible()
    await fits()
    expect((await caller.send(countCalls.list, {})).output.total).toBe(1)
    const done = async (id: string) =>
      (await caller.send(outboundCalls.detail, { id })).output.lines.map(line => [
        line.material_id,
        Number(line.done_quantity),
      ])
    const all = [...(await done(one.id)), ...(await done(two.id))]
    const sumOf = (id: string) => all.filter(([material]) => material === id).reduce((sum, [, n]) => sum + Number(n), 0)
    expect([sumOf(of.bolt_id), sumOf(of.nut_id)]).toEqual(
      [of.bolt, of.nut].map(code => wanted[code]! - (code === b ? 3 : 0)),
    )
  })
}
