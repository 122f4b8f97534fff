// What a task holds beside its machine: a mould and a skill are entered in the master data, and the chart says where the plan has too few.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { conflictKind } from '@qitao/scheduling/model/conflict/conflict.status.ts'
import { aMo, aPlant, aTask, at } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

for (const language of languagesOf('mould'))
  test(`one mould for two tasks, and a skill that nobody has, are told on the chart (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Mould', 'Mu')
    const numbers = await fill(baseURL!, account, async company => {
      const plant = await aPlant(company)
      const [one, other] = [await aMo(company, plant, { steps: 1 }), await aMo(company, plant, { steps: 1 })]
      // Side by side on two saws.
      await aTask(company, one, 0, plant.saw, at(3, 8))
      await aTask(company, other, 0, plant.saw2, at(3, 8))
      return [one.no, other.no]
    })
    const desk = new Desk(page, language)
    await desk.arrive(account)
    const conflicts = async (count: number) => {
      const plan = await desk.open(pages.productionPlan)
      await expect(plan.root.locator('dl')).toContainText(desk.say(text(`计划冲突${count}`, `Conflicts${count}`)))
      return plan
    }
    await conflicts(0)

    const changeovers = await desk.open(pages.changeovers)
    await changeovers.press(text('模具工装', 'Moulds and tools'))
    await changeovers.pressBeginning(text('新建', 'New'))
    const form = desk.dialog(text('新建模具工装', 'New mould or tool'))
    await form.fill(text('编号', 'Code'), 'M-1')
    await form.fill(text('名称', 'Name'), 'Cap')
    await form.pick(text('工序', 'Process'), 'Cutting')
    await form.finish()
    await changeovers.showsRow('M-1', 'Cap', 'Cutting')

    await conflicts(1)
    const show = text('计划冲突', 'Conflicts of the plan')
    await page.goto(`${pages.productionPlan.path}?show=conflicts`)
    await desk.dialog(show).shows(conflictKind.stateOf('tool'), 'M-1 Cap')

    // The process asks for people of the second level, and there is none.
    const processes = await desk.open(pages.processes)
    await processes.row('Cutting').press(text('编辑', 'Edit'))
    const process = desk.dialog(text('工序 ', 'Process '))
    await process.fill(text('要求技能等级', 'Skill asked for'), '2')
    await process.finish()
    await page.goto(`${pages.productionPlan.path}?show=conflicts`)
    await desk.dialog(show).shows(conflictKind.stateOf('people'), 'Cutting ≥2', 'M-1 Cap', numbers[0]!, numbers[1]!)
    expect(desk.complaints).toEqual([])
  })
