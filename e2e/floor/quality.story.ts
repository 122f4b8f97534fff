// A lot that is refused at its receipt takes a kit away; used as it is by somebody else's decision, it gives it back.
import { expect, test } from '@playwright/test'
import { addRole, alterRolePermissions } from '@qitao/access/model/member/role.calls.ts'
import { addUser } from '@qitao/access/model/member/user.calls.ts'
import { text } from '@qitao/core/text.ts'
import { showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import { receiveArrivals } from '@qitao/purchasing/model/purchase-order.calls.ts'
import { qualityErrors } from '@qitao/quality/model/quality.errors.ts'
import { aMethod, aWaitingMo } from '@qitao/quality/testing/quality.factory.ts'
import { addReport } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import type { Refused } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-pass'
for (const language of languagesOf('quality'))
  test(`a refused lot takes a kit away and is released by concession (${language})`, async ({
    page,
    browser,
    baseURL,
  }) => {
    const account = await newCompany('Quality', 'Zhi')
    const { receive, kit } = await fill(baseURL!, account, async company => {
      await aMethod(company)
      const waits = await aWaitingMo(company)
      const role = await company.admin.ok(addRole, { role_name: 'Quality lead' })
      const page_paths = [pages.qcTasks.path, pages.editQcTask.path]
      await company.admin.ok(alterRolePermissions, { role_id: role.id, app_code: 'mep', page_paths, action_keys: null })
      await company.admin.ok(addUser, { account: 'lead', name: 'Lead', password, role_ids: [role.id] })
      await company.admin.ok(checkKits, { mo_ids: [waits.mo.id] })
      const kit = async () => (await company.admin.ok(showMo, { mo_id: waits.mo.id })).mo.material_status
      await expect.poll(kit).not.toBeNull()
      const receive = () =>
        company.admin.ok(receiveArrivals, {
          arrival_ids: waits.order.line_ids,
          lines: [{ arrival_id: waits.order.line_ids[0]!, quantity: '10', location_id: waits.location_id }],
        })
      return { receive, kit }
    })
    const codes = materialStatus.codes
    const desk = new Desk(page, language)
    await desk.arrive(account)

    // A plan for all that comes: five pieces of each lot.
    const plans = await desk.open(pages.qcSchemes)
    await plans.press(text('新建方案', 'New plan'))
    await desk.at(pages.editQcScheme)
    await plans.fill(text('方案编号', 'Plan code'), 'QP-1')
    await plans.fill(text('方案名称', 'Plan name'), 'Incoming')
    await plans.pick(text('质检方法', 'QC method'), 'QM')
    await plans.choose(text('抽样方式', 'Sampling'), text('固定数量', 'Fixed number'))
    await plans.fill(text('抽样数量', 'Sample size'), '5')
    await plans.press(text('保存', 'Save'))
    await desk.at(pages.qcSchemes)
    await plans.row('QP-1').press(text('发布', 'Release'))
    await plans.showsRow('QP-1', text('已发布', 'Released'))

    // It comes and is held; the order still counts on it.
    await receive()
    await expect.poll(kit).toBe(codes.in_transit)
    const tasks = await desk.open(pages.qcTasks)
    await tasks.showsRow(text('待检', 'Pending'), text('1 张工单', '1 MOs'))
    await tasks.row(text('待检', 'Pending')).pressBeginning('ZJ')
    await desk.at(pages.editQcTask)
    const cell = page.getByLabel('Length 1', { exact: true })
    await cell.fill('10')
    await cell.press('Enter')
    await expect(page.getByLabel('Length 2', { exact: true })).toBeFocused()
    await page.keyboard.type('12')
    await tasks.shows(text('样本不合格 1 件 > Ac 0', '1 nonconforming > Ac 0'))
    await tasks.press(text('全部不合格', 'All fail'))
    await tasks.press(text('提交判定', 'Submit the judgement'))
    await tasks.shows(text('待处置', 'To dispose of'))
    await expect.poll(kit).toBe(codes.to_be_purchased)
    const stock = await desk.open(pages.stock)
    await stock.showsRow(text('不良品', 'Defective'), '10')

    // Its inspector may not decide that it is used all the same; somebody else does.
    const other = new Desk(await (await browser.newContext()).newPage(), language)
    await other.page.goto(baseURL!)
    await other.arrive({ company_code: account.company_code, account: 'lead', password })
    const failed = await other.open(pages.qcTasks)
    await failed.row(text('不合格', 'Fail')).pressBeginning('ZJ')
    await other.at(pages.editQcTask)
    await failed.press(text('处置', 'Dispose of'))
    const dialog = other.dialog(text('处置不合格品', 'Dispose of what failed'))
    await dialog.choose(text('处置方式', 'Disposal'), text('让步使用', 'Use as is'))
    await dialog.fill(text('原因', 'Reason'), 'urgent')
    await dialog.finish()
    await failed.shows('urgent')
    await expect.poll(kit).toBe(codes.kitting_complete)
    await desk.open(pages.qcTasks)
    await desk.open(pages.stock)
    // With the other component of the order: both are good now.
    await expect(stock.root.getByText(desk.say(text('良品', 'Finished (good)')), { exact: true })).toHaveCount(2)
    expect([...desk.complaints, ...other.complaints]).toEqual([])
  })

for (const language of languagesOf('quality 2'))
  test(`the first pieces are inspected before more are made (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Floor', 'Zhi')
    const { report } = await fill(baseURL!, account, async company => {
      await aMethod(company)
      const floor = await onTheFloor(company, { stock: '100' })
      const report = (step: number, finished_quantity: string) =>
        company.admin.ok(addReport, { task_id: floor.task_ids[step]!, finished_quantity }).then(
          () => 200,
          (refused: Refused) => refused.code,
        )
      return { report }
    })
    const blocked = qualityErrors.operationBlocked.code
    const desk = new Desk(page, language)
    await desk.arrive(account)

    const plans = await desk.open(pages.qcSchemes)
    await plans.press(text('新建方案', 'New plan'))
    await desk.at(pages.editQcScheme)
    await plans.fill(text('方案编号', 'Plan code'), 'QF-1')
    await plans.fill(text('方案名称', 'Plan name'), 'First piece')
    await plans.choose(text('检验类型', 'Inspection'), text('首件检', 'First piece'))
    await plans.choose(text('合格前不得报工', 'Blocks until passed'), text('本道和后道', 'This and later'))
    await plans.pick(text('质检方法', 'QC method'), 'QM')
    await plans.press(text('保存', 'Save'))
    await desk.at(pages.qcSchemes)
    await plans.row('QF-1').press(text('发布', 'Release'))
    await plans.showsRow('QF-1', text('已发布', 'Released'))

    expect(await report(0, '4')).toBe(blocked)
    expect(await report(0, '1')).toBe(200)
    expect(await report(0, '3')).toBe(blocked)
    const tasks = await desk.open(pages.qcTasks)
    await tasks.showsRow(text('首件检', 'First piece'), text('1 张工单', '1 MOs'))
    await tasks.row(text('首件检', 'First piece')).pressBeginning('ZJ')
    await desk.at(pages.editQcTask)
    await tasks.shows(text('合格前不得报工：', 'Not reported until it passes: '))
    const cell = page.getByLabel('Length 1', { exact: true })
    await cell.fill('12')
    await tasks.press(text('全部不合格', 'All fail'))
    await tasks.press(text('提交判定', 'Submit the judgement'))
    await tasks.shows(text('在制品的不合格请在报工中报为不良', 'What failed in work is reported as defective'))
    expect(await report(0, '3')).toBe(blocked)
    // The machine is set anew, and the next first piece is good.
    await tasks.press(text('复检', 'Inspect again'))
    await cell.fill('10')
    await tasks.press(text('全部合格', 'All pass'))
    await tasks.press(text('提交判定', 'Submit the judgement'))
    await expect.poll(() => report(0, '3')).toBe(200)
    // The plan is for every step: the next one begins with a first piece, too.
    expect(await report(1, '4')).toBe(blocked)
    expect(await report(1, '1')).toBe(200)
    expect(desk.complaints).toEqual([])
  })
