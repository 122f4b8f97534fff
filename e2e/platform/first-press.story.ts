// What has just come up takes the first press: it stands still from its first frame, and nothing is drawn anew under the hand.
import { expect, type Page, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { addMaterial } from '@qitao/masterdata/model/material/material.calls.ts'
import { addUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { type Account, signIn } from '../caller.ts'
import { newCompany } from '../company.ts'
import { Desk } from '../pages.ts'

let account: Account
test.beforeAll(async ({ baseURL }) => {
  account = await newCompany('First press', 'Ada')
  const caller = await signIn(baseURL!, account)
  const { output: unit } = await caller.send(addUnit, { name: 'pcs', precision: 0 })
  // A company without any material is offered sample data first.
  await caller.send(addMaterial, { code: 'M-1', name: 'Wheel', kind: 2, unit_id: unit.id })
})

test('a question stands still from its first frame', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.units)
  const cancel = desk.dialog('确定删除？').button('取消')
  await watch(page, '.ant-modal-confirm-btns button')
  await list.row('pcs').press(text('删除', 'Delete'))
  await expect(cancel).toBeFocused()
  await atRest(page)
  expect(await placesSeen(page)).toHaveLength(1)
  await cancel.click()
})

test('a cell of a dialog that has just come up takes the first press', async ({ page }) => {
  const desk = new Desk(page, 'zh')
  await desk.arrive(account)
  const list = await desk.open(pages.orderPromise)
  await watch(page, '.ant-modal td.qt-can-edit', true)
  await list.press(text('询单', 'Inquire'))
  const dialog = desk.dialog('新询单')
  await expect(dialog.root.getByRole('combobox', { name: '产品', exact: true })).toBeFocused()
  await atRest(page)
  await expect(dialog.root.getByRole('combobox', { name: '产品', exact: true })).toBeFocused()
  expect(await placesSeen(page)).toHaveLength(1)
})

/** Looks at each frame where the part is, and what a pointer would hit there; presses it in the first one. */
const watch = (page: Page, selector: string, presses = false) =>
  page.evaluate(`
    window.places = new Set()
    const look = () => {
      const part = document.querySelector(${JSON.stringify(selector)})
      if (part) {
        const { x, y, width, height } = part.getBoundingClientRect()
        const hit = document.elementFromPoint(x + width / 2, y + height / 2)
        if (${presses} && window.places.size === 0) hit?.click()
        window.places.add([x, y, width, part.contains(hit)].map(one => typeof one === 'number' ? Math.round(one) : one).join(' '))
      }
      requestAnimationFrame(look)
    }
    requestAnimationFrame(look)
  `)
/** Whatever moved has come to its end. */
const atRest = (page: Page) => expect(page.locator('.ant-zoom-appear, .ant-zoom-enter')).toHaveCount(0)
const placesSeen = (page: Page): Promise<string[]> => page.evaluate('[...window.places]')
