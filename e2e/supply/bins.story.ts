// A material gets a bin of its own; it is filled up from storage by one transfer, and what comes in goes where the rules of the bins say.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, aMaterial, aWarehouse, putIn } from '@qitao/stock/testing/stock.factory.ts'
import { inboundCalls } from '@qitao/warehouse/model/receipt.calls.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('bins')) {
  test(`a pick face is filled from storage, and goods that come are put where they belong (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Bins', 'Ku')
    const of = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const warehouse_id = await aWarehouse(tx)
        const storage = await aLocation(tx, { warehouse_id })
        const face = await aLocation(tx, { warehouse_id })
        const material_id = await aMaterial(tx, { precision: 0 })
        await putIn(tx, { material_id, location_id: storage, quantity: '50' })
        const [named] = await rows(
          tx,
          sql<{ code: string; storage: string; face: string }>`select m.code, s.code as storage, f.code as face
            from material m, location s, location f where m.id = ${material_id} and s.id = ${storage} and f.id = ${face}`,
        )
        return { ...named!, material_id }
      }),
    )
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const list = await desk.open(pages.locations)
    await list.openTab(text('固定库位', 'Fixed bins'))
    await list.press(text('新建', 'New'))
    const form = desk.dialog(text('新建固定库位', 'New fixed bin'))
    await form.pick(text('库位', 'Bin'), of.face)
    await form.pick(text('物料', 'Material'), of.code)
    await form.fill(text('最小数量', 'Minimum'), '5')
    await form.fill(text('最大数量', 'Maximum'), '20')
    await form.finish()
    await list.showsRow(of.face, of.code, '5', '20')

    await desk.open(pages.transfers)
    await list.press(text('新建调拨单', 'New transfer'))
    await desk.at(pages.editTransfer)
    await list.press(text('补货到固定库位', 'Replenish fixed bins'))
    await expect(await list.cell(1, text('数量', 'Quantity'))).toContainText('20')
    await expect(await list.cell(1, text('调入库位', 'To bin'))).toContainText(of.face)
    // Asked again, it is not filled twice.
    await list.press(text('补货到固定库位', 'Replenish fixed bins'))
    await expect(page.getByText(of.face)).toHaveCount(1)
    await list.press(text('保存', 'Save'))
    await desk.at(pages.transfers)
    await list.row(of.code).press(text('执行', 'Carry out'))
    await list.showsRow(of.code, text('已完成', 'Completed'))

    // The face is full: what comes goes to the goods in storage.
    const caller = await signIn(baseURL!, account)
    const line = { material_id: of.material_id, quantity: '7' }
    const { output: receipt } = await caller.send(inboundCalls.add, { submit: true, lines: [line] })
    await desk.open(pages.inbound)
    await list.row(receipt.no).press(text('入库', 'Put in'))
    const dialog = desk.dialog(text(`入库 ${receipt.no}`, `Put in ${receipt.no}`))
    await dialog.press(text('建议库位', 'Propose bins'))
    await dialog.shows(of.storage)
    await dialog.shows(text('同批次', 'Same lot there'))
    await dialog.finish(text('确认入库', 'Put in'))
    await list.showsRow(receipt.no, text('已完成', 'Completed'))
    const stock = await desk.open(pages.stock)
    await stock.showsRow(of.code, of.storage, '37')
    await stock.showsRow(of.code, of.face, '20')
  })
}
