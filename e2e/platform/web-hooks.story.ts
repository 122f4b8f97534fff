// Another system is told what happens: an administrator names it, tests it, sees what arrived, and sends again what did not.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { hookReceiver } from '@qitao/insight/testing/hook-receiver.ts'
import { anOrder, aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { add, Desk } from '../pages.ts'

const deliveries = text('推送记录', 'Deliveries')
const more = text('更多操作', 'More actions')
const approved = text('销售订单生效', 'Sales order approved')

for (const language of languagesOf('web hooks')) {
  test(`orders are told to the ERP, in ${language}`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Hooks', 'Ada')
    // An empty company is offered sample data, in front of everything.
    const material_id = await fill(baseURL!, account, company => aProduct(company))
    const receiver = await hookReceiver()
    const desk = new Desk(page, language)
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    try {
      await desk.signIn(account)
      const main = await desk.open(pages.webHooks)
      await picture('hooks-empty-1440')
      await main.press(add)
      const form = desk.dialog(text('新建事件推送', 'New web hook'))
      await form.fill(text('名称', 'Name'), 'ERP')
      await form.fill(text('地址', 'Address'), 'https://192.168.1.20/hook')
      await form.root.getByRole('checkbox', { name: desk.say(approved) }).check()
      await form.root.getByRole('checkbox', { name: desk.say(text('出入库过账', 'Receipt posted')) }).check()
      await form.press(text('保存', 'Save'))
      await form.shows(text('并指向公网上的主机', 'name a host on the public internet'))
      await picture('hook-form-1440')
      expect(await barriers(page)).toEqual([])
      await form.fill(text('地址', 'Address'), receiver.address)
      await form.press(text('保存', 'Save'))
      const shown = desk.dialog(text('签名密钥', 'Secret'))
      await expect(shown.root).toContainText('qitao_hook_')
      await picture('hook-secret-1440')
      await shown.finish(text('已保存', 'I have it'))

      await main.row('ERP').press(text('测试', 'Test'))
      await desk.told(text('已送达：200', 'Delivered: 200'))
      expect(receiver.received).toHaveLength(1)

      receiver.answers = 503
      await fill(baseURL!, account, company => anOrder(company, { material_id }))
      await expect.poll(() => receiver.received.length).toBe(2)
      await main.row('ERP').press(deliveries)
      const drawer = desk.dialog(text('推送记录：ERP', 'Deliveries: ERP'))
      const row = drawer.root.getByRole('listitem').filter({ hasText: desk.say(approved) })
      await expect(row).toContainText('503')
      await expect(row).toContainText(desk.say(text('待推送', 'Waiting')))
      await row.getByRole('button', { name: desk.say(text('内容', 'Body')) }).click()
      await expect(row).toContainText('"kind": "sales_order_approved"')
      await picture('hook-deliveries-1440')
      expect(await barriers(page)).toEqual([])
      await page.setViewportSize({ width: 390, height: 844 })
      await picture('hook-deliveries-390')
      expect(await overflow(page)).toBe(0)
      await page.keyboard.press('Escape')
      await expect(drawer.root).toBeHidden()
      await picture('hooks-390')
      expect(await overflow(page)).toBe(0)
      await page.setViewportSize({ width: 1440, height: 900 })

      // What was delivered once goes again under the same id.
      receiver.answers = 200
      await main.row('ERP').press(deliveries)
      const test = drawer.root.getByRole('listitem').filter({ hasText: desk.say(text('测试', 'Test')) })
      await test.getByRole('button', { name: desk.say(text('重新推送', 'Send again')) }).click()
      await expect.poll(() => receiver.received.length).toBe(3)
      const [first, , again] = receiver.received
      expect(again!.headers['qitao-delivery']).toBe(first!.headers['qitao-delivery'])
      await page.keyboard.press('Escape')

      await main.row('ERP').button(more).click()
      await page.getByRole('menuitem', { name: desk.say(text('停用', 'Turn off')) }).click()
      await main.showsRow('ERP', text('停用', 'Off'))
      await picture('hooks-1440')
      expect(await barriers(page)).toEqual([])
      await main.row('ERP').button(more).click()
      await page.getByRole('menuitem', { name: desk.say(text('删除', 'Delete')) }).click()
      await desk.confirm(text('确定删除？', 'Delete?'), text('删除', 'Delete'))
      await expect(main.row('ERP').root).toBeHidden()
      expect(desk.complaints).toEqual([])
    } finally {
      receiver.close()
    }
  })
}
