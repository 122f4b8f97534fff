// What is being bought to stand for a component stands with it in the work order, as its own material.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { someMaterials } from '@qitao/engineering/testing/factories.ts'
import { aMo } from '@qitao/manufacturing/testing/factories.ts'
import { insertPurchaseRequests } from '@qitao/purchasing/server'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('pending-substitute'))
  test(`a substitute that is asked for stands with its component (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Pending', 'Pei')
    const { mo, other } = await fill(baseURL!, account, async company => {
      const [main] = await someMaterials(company, 1)
      const [other] = await someMaterials(company, 1)
      const mo = await aMo(company, {
        components: [{ material_id: main!.id, substitutes: [{ material_id: other!.id, ratio: '2' }] }],
      })
      await company.as(tx =>
        insertPurchaseRequests(tx, {
          ...{ now: inDays(0), time_zone: 'Asia/Shanghai' },
          requests: [main!, other!].map(({ id }, index) => ({
            ...{ material_id: id, demand_quantity: String(6 + index), required_date: inDays(9), source: 'shortage' },
            asked: [{ mo_id: mo.id, quantity: String(6 + index) }],
          })),
        }),
      )
      return { mo, other: other! }
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const orders = await desk.open(pages.manufacturingOrders)
    await orders.row(mo.no).press(mo.no)
    const drawer = desk.dialog(mo.no)
    await drawer.openTab(text('用料', 'Components'))
    await drawer.shows(text('已申请', 'Asked for'), text(`替代 ${other.code}`, `substitute ${other.code}`))
    expect(desk.complaints).toEqual([])
  })
