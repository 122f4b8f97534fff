// What is half written when somebody looks elsewhere is there when he comes back, and is lost to nobody unasked.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { alterMaterial, listMaterials } from '@qitao/masterdata/model/material/material.calls.ts'
import { aUnit, materials } from '@qitao/masterdata/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk, save } from '../pages.ts'

const name = text('物料名称', 'Material name')
const discard = text('放弃未保存的内容', 'Discard it')
const leave = text('离开', 'Leave')
const stay = text('继续编辑', 'Keep editing')
const unsaved = text('有未保存的修改', 'There are unsaved changes')

for (const language of languagesOf('kept-forms'))
  test(`a half-written form waits in its tab (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Kept', 'Ada')
    await fill(baseURL!, account, async company => {
      const { id: unit_id } = await aUnit(company, { precision: 0 })
      await materials(company, [
        { code: 'P-1', name: 'Pedal', unit_id },
        { code: 'Q-1', name: 'Quill', unit_id },
      ])
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const tab = page.getByRole('navigation', { name: desk.say(text('已打开的页面', 'Open pages')) })
    const tabOf = (words: string) => tab.getByRole('button', { name: words }).first()
    const edit = desk.say(pages.editMaterial.title)
    const named = () => desk.main.field(name)

    let list = await desk.open(pages.materials)
    await list.row('P-1').press(text('编辑', 'Edit'))
    await desk.at(pages.editMaterial)
    await desk.main.fill(name, 'Pedal left')
    list = await desk.open(pages.materials)
    await list.showsRow('P-1', 'Pedal')
    await tabOf(edit).click()
    await desk.at(pages.editMaterial)
    await desk.main.shows(text('已恢复您离开前未保存的内容', 'What you had not saved when you left is here again'))
    await expect(named()).toHaveValue('Pedal left')

    // Its way back is the way out: it asks, and one may stay.
    await desk.main.press(text('取消', 'Cancel'))
    await desk.confirm(unsaved, stay)
    await expect(named()).toHaveValue('Pedal left')

    // A colleague was there meanwhile.
    await desk.open(pages.units)
    const caller = await signIn(baseURL!, account)
    const { result } = (await caller.send(listMaterials, { keyword: 'P-1' })).output
    const { id, row_version, code, kind, unit_id } = result[0]!
    await caller.send(alterMaterial, { id, row_version, code, kind, unit_id, name: 'Pedal right' })
    await tabOf(edit).click()
    await desk.main.shows(text('此后有人修改过这条数据', 'Someone has changed this since'))
    await expect(named()).toHaveValue('Pedal left')
    await desk.main.press(discard)
    await expect(named()).toHaveValue('Pedal right')

    await desk.main.fill(name, 'Pedal both')
    await desk.open(pages.units)
    await tabOf(edit).click()
    await desk.main.press(save)
    await desk.at(pages.materials)
    await list.showsRow('P-1', 'Pedal both')

    // Another document of the kind comes and goes in the same tab: the first one waits there.
    await list.row('P-1').press(text('编辑', 'Edit'))
    await desk.at(pages.editMaterial)
    await expect(named()).toHaveValue('Pedal both')
    await desk.main.fill(name, 'Pedal thrice')
    list = await desk.open(pages.materials)
    await list.row('Q-1').press(text('编辑', 'Edit'))
    await desk.at(pages.editMaterial)
    await expect(named()).toHaveValue('Quill')
    await desk.main.fill(name, 'Quill stem')
    await desk.main.press(save)
    await desk.at(pages.materials)
    await list.showsRow('Q-1', 'Quill stem')
    await tabOf(edit).click()
    await desk.at(pages.editMaterial)
    await expect(named()).toHaveValue('Pedal thrice')
    await desk.main.press(discard)
    await desk.main.press(text('取消', 'Cancel'))
    await desk.at(pages.materials)

    // A tab that is not on the screen asks, too.
    await list.row('P-1').press(text('编辑', 'Edit'))
    await desk.at(pages.editMaterial)
    await expect(named()).toHaveValue('Pedal both')
    await desk.main.fill(name, 'Nobody')
    await desk.open(pages.units)
    const close = tab.getByRole('button', { name: desk.say(text(`关闭 ${edit}`, `Close ${edit}`)) })
    await close.click()
    await desk.confirm(unsaved, stay)
    await close.click()
    await desk.confirm(unsaved, leave)
    await expect(close).toBeHidden()
    list = await desk.open(pages.materials)
    await list.row('P-1').press(text('编辑', 'Edit'))
    await desk.at(pages.editMaterial)
    await expect(named()).toHaveValue('Pedal both')

    // Who signs out is asked once, and nothing is left for the next.
    await desk.main.fill(name, 'Nobody')
    await page.getByRole('button', { name: new RegExp(`^${desk.say(text('用户', 'User'))} `) }).click()
    await page.getByRole('menuitem', { name: desk.say(text('退出登录', 'Sign out')) }).click()
    await desk.confirm(unsaved, leave)
    await expect(page).toHaveURL(/\/login/)
    expect(desk.complaints).toEqual([])
  })
