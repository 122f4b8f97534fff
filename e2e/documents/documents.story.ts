// A drawing from its first file to the customer's word: versions, which one is valid, a link for somebody without an account.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { add, Desk, done, Part, save } from '../pages.ts'

const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.4\n% ${name}\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>`),
})
const words = (name: string, said: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(said) })
const release = text('发布', 'Release')
const valid = text('有效', 'Valid')
const obsolete = text('已作废', 'Obsolete')

for (const language of languagesOf('documents')) {
  test(`a drawing in two versions, confirmed by a customer through a link (${language})`, async ({ page, browser }) => {
    const account = await newCompany('Drawings', 'Ada')
    const desk = new Desk(page, language)
    await desk.arrive(account)
    await desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
    const list = await desk.open(pages.drawings)

    const upload = async (form: Part, file: { name: string; mimeType: string; buffer: Buffer }) => {
      await form.root.locator('input[type=file]').setInputFiles(file)
      await expect(form.root.getByRole('button', { name: file.name, exact: true })).toBeVisible()
    }
    await list.press(add)
    const first = desk.dialog(text('新建图纸', 'New drawing'))
    await first.press(save)
    await first.shows(text('请上传文件', 'Upload the file'))
    await upload(first, pdf('frame.pdf'))
    await first.fillAll([
      [text('图号', 'Drawing no.'), 'FR-1'],
      [text('名称', 'Name'), 'Frame'],
    ])
    await first.finish()
    await desk.told(done)
    await list.row('FR-1').press(release)
    await desk.agree()
    await list.showsRow('FR-1', 'V1', valid)

    await list.row('FR-1').press('FR-1')
    const detail = desk.dialog('')
    await expect(detail.root.locator('iframe[title="frame.pdf"]')).toBeVisible()
    await detail.press(text('新版本', 'New version'))
    const second = desk.dialog(text('图纸 FR-1 新版本', 'Drawing FR-1: new version'))
    await expect(second.field(text('版本', 'Version'))).toHaveValue('V2')
    await upload(second, words('frame.txt', '加强焊缝'))
    await second.fill(text('变更说明', 'What changed'), 'stronger')
    await second.finish()
    await list.row('FR-1', 'V2').press(release)
    await desk.agree()
    await list.showsRow('FR-1', 'V2', valid)
    await list.showsRow('FR-1', 'V1', obsolete)

    await list.row('FR-1', 'V2').press('FR-1')
    await detail.press(text('分享', 'Share'))
    const share = desk.dialog(text('分享图纸', 'Share drawing'))
    await share.root.getByRole('checkbox').check()
    await share.press(text('生成链接', 'Make a link'))
    const url = (await share.root.getByRole('status').locator('code').textContent()) ?? ''
    const outside = await browser.newContext()
    const guest = new Desk(await outside.newPage(), 'zh')
    await guest.page.goto(url.trim())
    const shown = new Part(guest, guest.page.locator('body'))
    await shown.shows('FR-1 Frame V2', '加强焊缝')
    await guest.page.getByRole('textbox', { name: '您的姓名' }).fill('Rider')
    await shown.press(text('确认', 'Confirm'))
    await shown.shows(text('Rider 已确认', 'Rider confirmed'))
    expect(guest.complaints).toEqual([])
    await outside.close()
    expect(desk.complaints).toEqual([])
  })
}
