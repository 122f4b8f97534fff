import { text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { add, type Desk, type Part, save, type Word } from '../pages.ts'
import * as w from './words.ts'

const code = text('编号', 'Code')
const name = text('名称', 'Name')

/** Everything that an order needs, typed by hand. */
export async function typeMasterData(desk: Desk): Promise<void> {
  const say = (word: Word) => desk.say(word)
  const enter = async (page: Part, title: Word, fill: (form: Part) => Promise<void>, row: readonly Word[]) => {
    await page.press(add)
    const form = desk.dialog(title)
    await fill(form)
    await form.finish()
    await page.showsRow(...row)
  }

  // An empty company is offered sample data; this one goes without.
  await desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))
  let page = await desk.open(pages.units)
  await enter(
    page,
    text('新建单位', 'New unit'),
    form =>
      form.fillAll([
        [text('单位名称', 'Unit name'), say(w.piece)],
        [text('小数位数', 'Decimals'), '0'],
      ]),
    [w.piece],
  )

  page = await desk.open(pages.customers)
  await enter(
    page,
    text('新建客户', 'New customer'),
    form =>
      form.fillAll([
        [code, w.customer.code],
        [name, say(w.customer.name)],
      ]),
    [w.customer.code, w.customer.name],
  )
  page = await desk.open(pages.suppliers)
  await enter(
    page,
    text('新建供应商', 'New supplier'),
    form =>
      form.fillAll([
        [code, w.supplier.code],
        [name, say(w.supplier.name)],
      ]),
    [w.supplier.code, w.supplier.name],
  )

  page = await desk.open(pages.materials)
  for (const [material, kind, of] of [
    [w.wheel, text('成品', 'Finished'), undefined],
    [w.rim, text('原材料', 'Raw'), undefined],
    [w.spoke, text('原材料', 'Raw'), w.supplier.code],
  ] as const) {
    await page.press(add)
    await desk.at(pages.editMaterial)
    await page.fillAll([
      [text('物料编码', 'Material code'), material.code],
      [text('物料名称', 'Material name'), say(material.name)],
    ])
    await page.choose(text('物料属性', 'Kind'), kind)
    await page.pick(text('单位', 'Unit'), say(w.piece))
    if (of) await page.pick(text('默认供应商', 'Supplier'), of)
    await page.press(save)
    await desk.at(pages.materials)
    await page.showsRow(material.code, material.name, kind)
  }

  page = await desk.open(pages.processes)
  for (const process of [w.lacing, w.truing])
    await enter(
      page,
      text('新建工序', 'New process'),
      form =>
        form.fillAll([
          [text('工序编码', 'Process code'), process.code],
          [text('工序名称', 'Process name'), say(process.name)],
        ]),
      [process.code, process.name],
    )

  page = await desk.open(pages.calendars)
  await page.press(add)
  const calendar = desk.dialog(text('新建工作日历', 'New calendar'))
  await calendar.fill(text('日历名称', 'Calendar name'), say(text('三班连转', 'Round the clock')))
  await calendar.toggle(text('默认日历', 'Default calendar'))
  await calendar.press(text('添加班次', 'Add a shift'))
  for (const day of [text('六', 'Sat'), text('日', 'Sun')])
    await calendar.root.getByRole('checkbox', { name: say(day) }).check()
  // Day and night, so that the plan of the journey is the same at whatever hour it is tested.
  await calendar.press(text('删除休息', 'Remove the break'))
  await calendar.day(text('工作时间 开始', 'Working time from'), '00:00')
  await calendar.day(text('工作时间 结束', 'Working time to'), '00:00')
  await calendar.shows(text('24 小时', '24 h'))
  await calendar.finish()
  await page.shows(text('三班连转', 'Round the clock'), text('24 小时', '24 h'))

  page = await desk.open(pages.workgroups)
  await enter(
    page,
    text('新建班组', 'New workgroup'),
    async form => {
      await form.fillAll([
        [text('班组编码', 'Workgroup code'), w.crew.code],
        [text('班组名称', 'Workgroup name'), say(w.crew.name)],
      ])
      await form.pickAlso(text('成员', 'Members'), say(w.worker))
    },
    [w.crew.code, w.crew.name],
  )

  page = await desk.open(pages.devices)
  for (const [device, process] of [
    [w.bench, w.lacing],
    [w.stand, w.truing],
  ] as const)
    await enter(
      page,
      text('新建设备', 'New equipment'),
      async form => {
        await form.fillAll([
          [text('设备编号', 'Machine no.'), device.code],
          [text('设备名称', 'Machine name'), say(device.name)],
        ])
        await form.pickAlso(text('可做工序', 'Processes'), process.code)
        await form.pick(text('班组', 'Workgroup'), w.crew.code)
      },
      [device.code, device.name, process.name],
    )

  page = await desk.open(pages.locations)
  await page.openTab(text('仓库', 'Warehouses'))
  await enter(
    page,
    text('新建仓库', 'New warehouse'),
    form =>
      form.fillAll([
        [text('仓库编号', 'Warehouse code'), w.warehouse.code],
        [text('仓库名称', 'Warehouse name'), say(w.warehouse.name)],
      ]),
    [w.warehouse.code, w.warehouse.name],
  )
  await page.openTab(text('库位', 'Bins'))
  await enter(
    page,
    text('新建库位', 'New bin'),
    async form => {
      await form.pick(text('仓库', 'Warehouse'), w.warehouse.code)
      await form.fill(text('库位编号', 'Bin code'), w.bin.code)
    },
    [w.bin.code, w.warehouse.name],
  )
}
