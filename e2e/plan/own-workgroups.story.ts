// Whoever sees the own workgroups looks at the plan: no bar is dragged, and what would move one is grey and says why.
import { expect, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { beyondWorkgroups } from '@qitao/core/grant.ts'
import { text } from '@qitao/core/text.ts'
import { aWorkgroup } from '@qitao/masterdata/testing/factories.ts'
import { aPlannedMo, aPlant } from '@qitao/scheduling/testing/plant.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { sql } from 'kysely'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-next'

for (const language of languagesOf('own-workgroups'))
  test(`a leader of the scope of own workgroups moves nothing on the chart (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Looking', 'Kan')
    const plant = await fill(baseURL!, account, async company => {
      const made = await aPlant(company)
      for (const day of [2, 3, 4]) await aPlannedMo(company, made, day)
      const role = await company.admin.ok(addRole, { role_name: 'Leader' })
      await company.admin.ok(alterRolePermissions, {
        ...{ role_id: role.id, app_code: 'mep', page_paths: [pages.productionPlan.path], action_keys: null },
        data_scope: 20,
      })
      const leader = await company.admin.ok(addUser, {
        ...{ account: 'leader', name: 'Ban', password, role_ids: [role.id] },
      })
      const group = await aWorkgroup(company, { leader_id: leader.id })
      await company.as(tx => sql`update device set workgroup_id = ${group.id} where id = ${made.welder.id}`.execute(tx))
      return made
    })
    const desk = new Desk(page, language)
    await desk.arrive({ ...account, account: 'leader', password })
    const main = await desk.open(pages.productionPlan)
    const grid = main.root.getByRole('grid', { name: desk.say(text('生产计划', 'Production plan')) })
    const welding = grid.getByRole('gridcell', { name: plant.welder.machine_no })
    await main.press(text('适应', 'Fit'))
    await expect(welding).toHaveCount(3)
    await expect(grid.getByRole('gridcell', { name: plant.saw.machine_no })).toHaveCount(0)

    const sent: string[] = []
    page.on('request', request => {
      if (/\/(move|shift|split|join|restore|alter)_task$/.test(new URL(request.url()).pathname))
        sent.push(request.url())
    })
    const bar = welding.nth(1)
    await expect(bar).toHaveAttribute('aria-busy', 'false')
    await expect(grid).toHaveAttribute('data-ready', 'true')
    const placed = await bar.getAttribute('aria-label')
    await bar.hover()
    const { x, y, width, height } = (await bar.boundingBox())!
    await page.mouse.down()
    await page.mouse.move(x + width, y + height / 2, { steps: 5 })
    await page.mouse.move(x + width * 1.5, y + height / 2, { steps: 5 })
    await page.mouse.up()
    await expect(welding.nth(1)).toHaveAttribute('aria-label', placed!)

    await bar.click({ button: 'right' })
    for (const title of [text('拆分…', 'Split…'), text('右移1小时', 'Right by 1 hour')]) {
      const entry = page.getByRole('menuitem', { name: desk.say(title) })
      await expect(entry).toHaveAttribute('aria-disabled', 'true')
      await expect(entry.getByTitle(desk.say(beyondWorkgroups))).toBeVisible()
    }
    const { STORY_PICTURES: folder } = process.env
    for (const wide of folder ? [1440, 390] : []) {
      await page.setViewportSize({ width: wide, height: 900 })
      await page.screenshot({ path: `${folder}/own-workgroups-${language}-${wide}.png` })
    }
    expect(sent).toEqual([])
    expect(desk.complaints).toEqual([])
  })
