// A storekeeper who does not report begins with the goods; what was made at the desk since is there on a press, a document opens by its
// number, and what the paper says of a lot is kept without a connection.
import { expect, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { rows } from '@qitao/platform/server/database/database.ts'
import { aPurchaseOrder, aSupplier } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { lotBirthFields } from '@qitao/stock/model/lot-birth.record.ts'
import { aLocation, aMaterial } from '@qitao/stock/testing/stock.factory.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Hand } from './handheld.ts'

for (const language of languagesOf('goods-fresh')) {
  test(`goods of one who does not report (${language})`, async ({ page, context, baseURL }) => {
    await page.setViewportSize({ width: 390, height: 844 })
    const account = await newCompany('Goods fresh', 'Ada')
    const admin = await signIn(baseURL!, account)
    const of = await fill(baseURL!, account, company =>
      company.as(async tx => {
        const [dock, paint] = [await aLocation(tx), await aMaterial(tx, { precision: 0, lot_managed: true })]
        const [codes] = await rows(
          tx,
          sql<{ dock: string; paint: string }>`select d.code as dock, m.code as paint from location d, material m
            where d.id = ${dock} and m.id = ${paint}`,
        )
        return { ...codes!, paint_id: paint, supplier_id: await aSupplier(tx) }
      }),
    )
    const { output: role } = await admin.send(addRole, { role_name: 'Store' })
    const page_paths = [pages.scanWork.path]
    await admin.send(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths, action_keys: null })
    const password = 'Story-2026-pass'
    await admin.send(addUser, { account: 'ku', name: 'Ku', password, role_ids: [role.id] })

    const hand = new Hand(page, language)
    await hand.open()
    await hand.signIn({ company_code: account.company_code, account: 'ku', password })
    const nothing = page.getByText(hand.say(text('没有待收、待拣的单据', 'Nothing to receive or to pick')))
    await expect(nothing).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
    await page.screenshot({ path: `/tmp/m3-first-${language}.png` })

    const { no } = await fill(baseURL!, account, company =>
      aPurchaseOrder(company, {
        supplier_id: of.supplier_id,
        materials: [{ material_id: of.paint_id, quantity: '20' }],
      }),
    )
    await hand.button(text('刷新', 'Refresh')).click()
    await expect(page.getByRole('button', { name: new RegExp(`^${no}`) })).toBeVisible()
    await page.screenshot({ path: `/tmp/m3-list-${language}.png` })
    expect(await barriers(page)).toEqual([])
    await hand.isKept()
    await context.setOffline(true)
    await hand.scan('NO-SUCH')
    await expect(page.getByRole('alert')).toContainText('NO-SUCH')
    await hand.scan(no)
    await hand.scan(of.paint)
    const card = page.getByRole('region')
    await card
      .getByText(hand.say(text('供应商批号、生产日期、有效期（可不填）', "Supplier's lot, made on, use by (if known)")))
      .click()
    const field = (name: keyof typeof lotBirthFields) => card.getByLabel(hand.say(lotBirthFields[name].title))
    await field('supplier_lot').fill('G-77')
    await field('production_time').fill('2026-01-10')
    await field('expire_time').fill('2026-01-09')
    await expect(page.getByRole('alert')).toContainText(
      hand.say(text('有效期不能早于生产日期', 'It keeps at least until the day it was made')),
    )
    await field('expire_time').fill('2027-01-09')
    await expect(page.getByRole('alert')).toHaveCount(0)
    await card.getByLabel(hand.say(text('批号', 'Lot number')), { exact: true }).fill('L-1')
    await page.screenshot({ path: `/tmp/m3-birth-${language}.png`, fullPage: true })
    expect(await overflow(page)).toBe(0)
    expect(await barriers(page)).toEqual([])
    await field('supplier_lot').blur()
    await card.getByLabel(hand.say(text('批号', 'Lot number')), { exact: true }).blur()
    await hand.scan(of.dock)
    await hand.waits(1)
    await context.setOffline(false)
    await hand.waits(0)
    const lot = () =>
      fill(baseURL!, account, company =>
        company.as(tx =>
          rows(
            tx,
            sql<{
              supplier_lot: string
              days: number
            }>`select supplier_lot, (expire_time - production_time) / 86400 as days
              from stock_lot where org_id = ${company.org_id} and lot_number = 'L-1'`,
          ),
        ),
      )
    expect(await lot()).toMatchObject([{ supplier_lot: 'G-77', days: 364 }])
  })
}
