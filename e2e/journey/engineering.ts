import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { add, type Desk, type Part, save } from '../pages.ts'
import * as w from './words.ts'

const product = text('产品', 'Product')
const release = text('发布', 'Release')
const released = text('已发布', 'Released')
const newRow = text('添加一行', 'Add a row')

/** What the wheel is made of, how, and how long it takes; released, so that orders can use it. */
export async function describeTheWheel(desk: Desk): Promise<void> {
  await materialBom(desk)
  await routing(desk)
  await manufacturingBom(desk)
  await cycleTimes(desk)
}

async function materialBom(desk: Desk): Promise<void> {
  const page = await desk.open(pages.materialBoms)
  await page.press(add)
  await desk.at(pages.editMaterialBom)
  await page.pick(product, w.wheel.code)
  for (const [index, [component, quantity]] of w.recipe.entries()) {
    await page.press(newRow)
    await page.take(index + 1, text('子项物料', 'Component'), component.code)
    await page.type(index + 1, text('用量', 'Quantity'), quantity)
  }
  await page.press(save)
  await desk.confirm(
    text('物料BOM已保存为草稿，尚未生效', 'Material BoM saved as a draft, which has no effect yet'),
    text('稍后发布', 'Later'),
  )
  await page.showsRow(w.wheel.code, text('草稿', 'Draft'))
  await releaseRow(desk, page, text('发布物料BOM？', 'Release?'))
}

export async function routing(desk: Desk): Promise<void> {
  const page = await desk.open(pages.routings)
  await page.press(add)
  const form = desk.dialog(text('新建工艺路线', 'New routing'))
  await form.fillAll([
    [text('工艺路线编号', 'Routing code'), w.route.code],
    [text('工艺路线名称', 'Routing name'), desk.say(w.route.name)],
  ])
  await form.pick(product, w.wheel.code)
  for (const [index, process] of w.steps.entries()) {
    await form.press(newRow)
    await form.take(index + 1, text('工序', 'Process'), process.code)
  }
  await form.press(save)
  await desk.confirm(
    text('工艺路线已保存为草稿，尚未生效', 'Routing saved as a draft, which has no effect yet'),
    text('稍后发布', 'Later'),
  )
  await page.showsRow(w.route.code, w.route.name)
  await releaseRow(desk, page, text('发布工艺路线？', 'Release?'), w.route.code)
}

/** Proposed from the released material BoM and the routing; all components go in at the first process. */
async function manufacturingBom(desk: Desk): Promise<void> {
  const page = await desk.open(pages.manufacturingBoms)
  await page.press(add)
  await desk.at(pages.selectManufacturingBom)
  await page.row(w.wheel.code).press(text('创建制造BOM', 'Create'))
  await page.shows(w.lacing.name, w.truing.name)
  await page.press(save)
  await desk.open(pages.manufacturingBoms)
  await page.showsRow(w.wheel.code, text('草稿', 'Draft'))
  await releaseRow(desk, page, text('发布制造BOM？', 'Release?'))
}

export async function cycleTimes(desk: Desk): Promise<void> {
  const page = await desk.open(pages.cycleTimes)
  for (const process of w.steps) {
    await page.press(add)
    const form = desk.dialog(text('新建工时', 'New cycle time'))
    await form.pick(text('工序', 'Process'), process.code)
    await form.pick(product, w.wheel.code)
    await form.fillAll([
      [text('加工时间', 'Run time'), '600'],
      [text('准备时间', 'Set-up time'), '900'],
      [text('预期OEE', 'Expected OEE'), '100'],
    ])
    await form.finish()
    await page.showsRow(w.wheel.code, process.name)
  }
}

async function releaseRow(
  desk: Desk,
  page: Part,
  question: { zh: string; en: string },
  code = w.wheel.code,
): Promise<void> {
  await page.row(code).press(release)
  await desk.confirm(question, text('确定', 'OK'))
  await page.showsRow(code, released)
}
