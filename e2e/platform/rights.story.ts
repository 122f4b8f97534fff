// What a member has no right to is greyed and says why; a changed right reaches the open page at once. Of all pages a run looks
// at a third, WHOLE=1 at each.
import { randomUUID } from 'node:crypto'
import { expect, type Page, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { type AnyCall, actionKey } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { addMaterial, alterMaterial, showMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { sliceOf } from '@qitao/platform/server/testing/slice.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { allPages, pages, type Page as SitePage } from '@qitao/site/model/pages.ts'
import { aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { type Account, type Caller, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-pass'
const newWords = text('新建', 'New')

interface Staff {
  readonly account: Account
  /** Gives the role these pages and actions; actions null: all. */
  give(granted: readonly SitePage[], actions: readonly AnyCall[] | null): Promise<unknown>
}
async function staff(admin: Caller, { company_code }: Account): Promise<Staff> {
  const name = randomUUID().slice(0, 8)
  const { output: role } = await admin.send(addRole, { role_name: name })
  await admin.send(addUser, { account: name, name, password, role_ids: [role.id] })
  return {
    account: { company_code, account: name, password },
    give: (granted, actions) =>
      admin.send(alterRolePermissions, {
        role_id: role.id,
        app_code: 'mep',
        page_paths: granted.map(({ path }) => path),
        action_keys: actions?.map(actionKey),
      }),
  }
}

test('who does not see prices edits a material without its purchase price, which stays', async ({
  page,
  baseURL,
}, info) => {
  const account = await newCompany('Prices', 'Ada')
  const admin = await signIn(baseURL!, account)
  const bo = await staff(admin, account)
  await bo.give([pages.materials, pages.editMaterial, pages.units, pages.stockByBom], null)
  const { output: unit } = await admin.send(addUnit, { name: 'pcs', precision: 0 })
  const bolt = { code: 'M-1', name: 'Bolt', kind: 0 as const, unit_id: unit.id, purchase_price: '12.34' }
  const { output: made } = await admin.send(addMaterial, bolt)

  const desk = new Desk(page, 'en')
  await desk.arrive(bo.account)
  await desk.open(pages.materials)
  await page.getByRole('row').filter({ hasText: 'M-1' }).getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByLabel('Sales price')).toBeVisible()
  await expect(page.getByLabel('Purchase price')).toHaveCount(0)
  await page.getByLabel('Sales price').scrollIntoViewIfNeeded()
  await page.screenshot({ path: info.outputPath('material-without-price-1440.png') })
  await page.getByLabel('Drawing no.').fill('D-1')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect
    .poll(async () => (await admin.send(showMaterial, { id: made.id })).output.record)
    .toMatchObject({ drawing_no: 'D-1', purchase_price: '12.3400' })
})

test('a withheld action is greyed with its reason, and follows a changed right without a reload', async ({
  page,
  baseURL,
}) => {
  const account = await newCompany('Rights', 'Ada')
  const admin = await signIn(baseURL!, account)
  const bo = await staff(admin, account)
  const own = [pages.materials, pages.editMaterial, pages.units]
  await bo.give(own, [alterMaterial])
  const { output: unit } = await admin.send(addUnit, { name: 'pcs', precision: 0 })
  await admin.send(addMaterial, { code: 'M-1', name: 'Bolt', kind: 0, unit_id: unit.id })

  const desk = new Desk(page, 'en')
  await desk.arrive(bo.account)
  const main = await desk.open(pages.materials)
  await expect(main.button(newWords).first()).toBeDisabled()
  const row = page.getByRole('row').filter({ hasText: 'M-1' })
  await expect(row.getByRole('button', { name: 'Edit' })).toBeEnabled()
  await expect(row.getByRole('button', { name: 'Copy' })).toBeDisabled()
  await main.button(newWords).first().hover({ force: true })
  await expect(page.getByRole('tooltip').filter({ hasText: 'You have no right to this: Add material' })).toBeVisible()

  // The right is given while the page is open.
  await page.evaluate('window.stays = true')
  await bo.give(own, [alterMaterial, addMaterial])
  await expect(main.button(newWords).first()).toBeEnabled()
  await expect(row.getByRole('button', { name: 'Copy' })).toBeEnabled()

  // A form that is open when the right goes can no longer be saved.
  await row.getByRole('button', { name: 'Edit' }).click()
  await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
  await bo.give(own, [addMaterial])
  await expect(page.getByText('You have no right to this: Alter material')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Save' })).toHaveCount(0)

  // A page that is no longer allowed is left, and goes from menu and tabs.
  await bo.give([pages.units], null)
  await expect.poll(() => new URL(page.url()).pathname).toBe('/403')
  await expect(desk.menu.getByRole('link', { name: 'Material', exact: true })).toHaveCount(0)
  expect(await page.evaluate('window.stays')).toBe(true)
})

test('with all pages and no action nothing can be begun anywhere, and nothing is refused by surprise', async ({
  page,
  baseURL,
}) => {
  test.slow()
  const account = await newCompany('Looks on', 'Ada')
  const admin = await signIn(baseURL!, account)
  const cy = await staff(admin, account)
  await cy.give(allPages, [])
  const refused: string[] = []
  page.on('response', async response => {
    if (response.headers()['content-type']?.includes('json') && response.url().includes('/mep')) {
      const { code } = (await response.json().catch(() => ({}))) as { code?: number }
      if (code === 5011) refused.push(response.url())
    }
  })
  const desk = new Desk(page, 'zh')
  await desk.arrive(cy.account)
  const looked = sliceOf(
    'menu pages without an action',
    allPages.filter(({ kind }) => kind === 'menu'),
    3,
  )
  console.log(looked.map(({ path }) => path).join(' '))
  for (const one of looked) {
    await page.goto(one.path)
    await desk.at(one)
    await settled(page)
    await expect(page.getByRole('main').locator('.ant-btn-primary:not(:disabled)'), one.path).toHaveCount(0)
  }
  // Who may not save a document adds nothing to it.
  for (const one of allPages.filter(({ kind }) => kind === 'edit')) {
    await page.goto(one.path)
    await settled(page)
    await expect(page.getByRole('main').getByRole('button', { name: /^(添加一行|删除|复制)/ }), one.path).toHaveCount(0)
    await expect(page.getByRole('main').locator('.ant-btn-primary:not(:disabled)'), one.path).toHaveCount(0)
  }
  expect(refused).toEqual([])
})

test('who may only look reads a document: nothing is added, pasted, taken away or saved', async ({ page, baseURL }) => {
  const account = await newCompany('Reads on', 'Ada')
  const admin = await signIn(baseURL!, account)
  const cy = await staff(admin, account)
  await cy.give(allPages, [])
  let id = ''
  await fill(baseURL!, account, async company => {
    const [material_id, supplier_id] = await company.as(async tx => [await aMaterial(tx), await aSupplier(tx)])
    ;({ id } = await aPurchaseOrder(company, {
      supplier_id,
      materials: [{ material_id, quantity: '7' }],
      submit: false,
    }))
  })
  const desk = new Desk(page, 'en')
  await desk.arrive(cy.account)
  const isRead = async (address: string) => {
    await expect(page.getByText('Read only', { exact: true }), address).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add a row' }), address).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^(Copy|Remove) row/ }), address).toHaveCount(0)
    await expect(page.getByRole('button', { name: /^Save/ }), address).toHaveCount(0)
    await expect(page.locator('.qt-edit-body input:not(:disabled):visible'), address).toHaveCount(0)
  }
  const begun = [pages.editPurchase, pages.editOutsourcing, pages.editArrival, pages.editSalesOrder, pages.editTransfer]
  const others = [
    pages.editReceipt,
    pages.editStockCount,
    pages.editQcScheme,
    pages.editMaterialBom,
    pages.editMaterial,
  ]
  for (const { path } of [...begun, ...others]) {
    await page.goto(path)
    await isRead(path)
  }

  const stored = `${pages.editPurchase.path}?id=${id}`
  await page.goto(stored)
  await isRead(stored)
  const grid = page.getByRole('grid')
  const quantity = grid.getByRole('gridcell', { name: '7', exact: true }).first()
  await quantity.click()
  await page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', '99\\n98')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true }))
  }`)
  await page.keyboard.press('Delete')
  await page.keyboard.type('5')
  await expect(quantity).toHaveText('7')
  await expect(grid.getByRole('row')).toHaveCount(3)
})

const settled = (page: Page) => page.waitForLoadState('networkidle')
