// A month's wages: calculated by the clerk, disputed and confirmed by the worker, paid beside by a supplement, locked.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { dayOf } from '@qitao/core/time.ts'
import { inDays } from '@qitao/purchasing/testing/purchasing.factory.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aPaidPeriod } from '@qitao/wages/testing/wages.factory.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { Desk } from '../pages.ts'

const save = text('保存计算结果', 'Save what was calculated')
const recalculate = text('重算', 'Recalculate')
for (const language of languagesOf('wages'))
  test(`a period is paid: calculated, disputed, answered, confirmed, locked (${language})`, async ({
    page,
    baseURL,
  }) => {
    const account = await newCompany('Wages', 'Wu')
    await fill(baseURL!, account, aPaidPeriod)
    const desk = new Desk(page, language)
    await desk.arrive(account)

    // What is paid beside the reports: typed once, for as many people as are named.
    const supplements = await desk.open(pages.supplements)
    await supplements.press(text('新建补报单', 'New supplement sheet'))
    const sheet = desk.dialog(text('新建补报单', 'New supplement sheet'))
    await sheet.pickAlso(text('人员', 'People'), 'Wu')
    await sheet.day(text('日期', 'Date'), dayOf(inDays(-3), 'Asia/Shanghai'))
    await sheet.fill(text('金额', 'Amount'), '12.345')
    await sheet.fill(text('原因', 'Reason'), 'Training')
    // No third decimal can be typed.
    await expect(sheet.field(text('金额', 'Amount'))).toHaveValue('12.34')
    await sheet.finish()
    await supplements.row('Training').press(text('提交', 'Submit'))
    await supplements.showsRow('Training', text('已生效', 'In force'))

    const wages = await desk.open(pages.wages)
    await wages.openTab(text('工资期间', 'Periods'))
    await wages.row('P1').press(recalculate)
    const preview = desk.dialog(text('重算 P1', 'Recalculate P1'))
    // 4 at 1.255 less one scrap piece at 0.50, and 12.34.
    await preview.shows('16.86')
    await preview.finish(save)
    await wages.showsRow('P1', '16.86')
    await wages.openTab(text('工资', 'Wages'))
    await wages.row('P1').press(text('发送确认', 'Send'))
    await wages.showsRow('P1', text('待确认', 'To confirm'))

    const mine = await desk.open(pages.myWages)
    await mine.row('P1').press('P1')
    const lines = desk.dialog('Wu · P1')
    await lines.showsRow(text('计件', 'Piece'), '5.02')
    await lines.showsRow(text('不良扣款', 'Scrap deduction'), '-0.50')
    await lines.press(text('提出异议', 'Dispute'))
    const dispute = desk.dialog(text('对P1的工资提出异议', 'Dispute the wages of P1'))
    await dispute.fill(text('异议', 'Objection'), 'Five were good')
    await dispute.finish(text('提出异议', 'Dispute'))
    await mine.showsRow('P1', text('有异议', 'Disputed'))

    await desk.open(pages.wages)
    await wages.row('Five were good').press(text('答复', 'Answer'))
    const answer = desk.dialog(text('答复 Wu P1', 'Answer Wu P1'))
    await answer.fill(text('答复', 'Answer'), 'One was scrap')
    await answer.finish(text('答复并重新发送', 'Answer and send again'))
    await desk.open(pages.myWages)
    await mine.showsRow('P1', 'One was scrap')
    await mine.row('P1').press(text('确认', 'Confirm'))
    await mine.showsRow('P1', text('已确认', 'Confirmed'))

    await desk.open(pages.wages)
    await wages.openTab(text('工资期间', 'Periods'))
    await wages.row('P1').press(text('锁定', 'Lock'))
    await desk.agree()
    await wages.showsRow('P1', text('已锁定', 'Locked'))
    await wages.openTab(text('工资', 'Wages'))
    await wages.showsRow('P1', text('已锁定', 'Locked'), '16.86')
    expect(desk.complaints).toEqual([])
  })
