import { type Text, text } from '@qitao/core/text.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { add, type Desk, type Part, save, type Word } from '../pages.ts'
import * as w from './words.ts'

const code = text('编号', 'Code')
const name = text('名称', 'Name')

/** Everything that an order needs, typed by hand. */
export async function typeMasterData(desk: Desk): Promise<void> {
  await startEmpty(desk)
  await typePiece(desk)
  await typeCustomer(desk)
  await typeSupplier(desk)
  await typeMaterials(desk, [
    [w.wheel, finished],
    [w.rim, raw],
    [w.spoke, raw, w.supplier.code],
  ])
  await typeProcesses(desk)
  await typeCalendar(desk)
  await typeCrew(desk)
  await typeMachines(desk, w.crew.code)
  await typeBin(desk)
}

async function enter(
  desk: Desk,
  page: Part,
  title: Word,
  write: (form: Part) => Promise<void>,
  row: readonly Word[],
): Promise<void> {
  await page.press(add)
  const form = desk.dialog(title)
  await write(form)
  await form.finish()
  await page.showsRow(...row)
}

/** An empty company is offered sample data; this one goes without. */
export const startEmpty = (desk: Desk): Promise<void> =>
  desk.dialog(text('欢迎使用齐套', 'Welcome to Qitao')).finish(text('从空白开始', 'Start empty'))

export async function typePiece(desk: Desk): Promise<void> {
  const page = await desk.open(pages.units)
  const write = (form: Part) =>
    form.fillAll([
      [text('单位名称', 'Unit name'), desk.say(w.piece)],
      [text('小数位数', 'Decimals'), '0'],
    ])
  await enter(desk, page, text('新建单位', 'New unit'), write, [w.piece])
}

type Named = { code: string; name: Text }
const writeNamed = (desk: Desk, one: Named) => (form: Part) =>
  form.fillAll([
    [code, one.code],
    [name, desk.say(one.name)],
  ])

export async function typeCustomer(desk: Desk): Promise<void> {
  const page = await desk.open(pages.customers)
  const { customer } = w
  await enter(desk, page, text('新建客户', 'New customer'), writeNamed(desk, customer), [customer.code, customer.name])
}

async function typeSupplier(desk: Desk): Promise<void> {
  const page = await desk.open(pages.suppliers)
  const { supplier } = w
  await enter(desk, page, text('新建供应商', 'New supplier'), writeNamed(desk, supplier), [
    supplier.code,
    supplier.name,
  ])
}

export const finished = text('成品', 'Finished')
const raw = text('原材料', 'Raw')

/** Each with its kind, and its supplier where it has one. */
export async function typeMaterials(
  desk: Desk,
  materials: readonly (readonly [Named, Text, string?])[],
): Promise<void> {
  const page = await desk.open(pages.materials)
  for (const [material, kind, of] of materials) {
    await page.press(add)
    await desk.at(pages.editMaterial)
    await page.fillAll([
      [text('物料编码', 'Material code'), material.code],
      [text('物料名称', 'Material name'), desk.say(material.name)],
    ])
    await page.choose(text('物料属性', 'Kind'), kind)
    await page.pick(text('单位', 'Unit'), desk.say(w.piece))
    if (of) await page.pick(text('默认供应商', 'Supplier'), of)
    await page.press(save)
    await desk.at(pages.materials)
    await page.showsRow(material.code, material.name, kind)
  }
}

export async function typeProcesses(desk: Desk): Promise<void> {
  const page = await desk.open(pages.processes)
  for (const process of w.steps) {
    const write = (form: Part) =>
      form.fillAll([
        [text('工序编码', 'Process code'), process.code],
        [text('工序名称', 'Process name'), desk.say(process.name)],
      ])
    await enter(desk, page, text('新建工序', 'New process'), write, [process.code, process.name])
  }
}

export async function typeCalendar(desk: Desk): Promise<void> {
  const page = await desk.open(pages.calendars)
  await page.press(add)
  const calendar = desk.dialog(text('新建工作日历', 'New calendar'))
  await calendar.fill(text('日历名称', 'Calendar name'), desk.say(text('三班连转', 'Round the clock')))
  await calendar.toggle(text('默认日历', 'Default calendar'))
  await calendar.press(text('添加班次', 'Add a shift'))
  for (const day of [text('六', 'Sat'), text('日', 'Sun')])
    await calendar.root.getByRole('checkbox', { name: desk.say(day) }).check()
  // Day and night, so that the plan of the journey is the same at whatever hour it is tested.
  await calendar.press(text('删除休息', 'Remove the break'))
  await calendar.day(text('工作时间 开始', 'Working time from'), '00:00')
  await calendar.day(text('工作时间 结束', 'Working time to'), '00:00')
  await calendar.shows(text('24 小时', '24 h'))
  await calendar.finish()
  await page.shows(text('三班连转', 'Round the clock'), text('24 小时', '24 h'))
}

async function typeCrew(desk: Desk): Promise<void> {
  const page = await desk.open(pages.workgroups)
  const write = async (form: Part) => {
    await form.fillAll([
      [text('班组编码', 'Workgroup code'), w.crew.code],
      [text('班组名称', 'Workgroup name'), desk.say(w.crew.name)],
    ])
    await form.pickAlso(text('成员', 'Members'), desk.say(w.worker))
  }
  await enter(desk, page, text('新建班组', 'New workgroup'), write, [w.crew.code, w.crew.name])
}

/** `crew`: code of the workgroup at them, where there is one. */
export async function typeMachines(desk: Desk, crew?: string): Promise<void> {
  const page = await desk.open(pages.devices)
  for (const [device, process] of [
    [w.bench, w.lacing],
    [w.stand, w.truing],
  ] as const) {
    const write = async (form: Part) => {
      await form.fillAll([
        [text('设备编号', 'Machine no.'), device.code],
        [text('设备名称', 'Machine name'), desk.say(device.name)],
      ])
      await form.pickAlso(text('可做工序', 'Processes'), process.code)
      if (crew) await form.pick(text('班组', 'Workgroup'), crew)
    }
    await enter(desk, page, text('新建设备', 'New equipment'), write, [device.code, device.name, process.name])
  }
}

export async function typeBin(desk: Desk): Promise<void> {
  const page = await desk.open(pages.locations)
  const { warehouse, bin } = w
  await page.openTab(text('仓库', 'Warehouses'))
  const writeHouse = (form: Part) =>
    form.fillAll([
      [text('仓库编号', 'Warehouse code'), warehouse.code],
      [text('仓库名称', 'Warehouse name'), desk.say(warehouse.name)],
    ])
  await enter(desk, page, text('新建仓库', 'New warehouse'), writeHouse, [warehouse.code, warehouse.name])
  await page.openTab(text('库位', 'Bins'))
  const writeBin = async (form: Part) => {
    await form.pick(text('仓库', 'Warehouse'), warehouse.code)
    await form.fill(text('库位编号', 'Bin code'), bin.code)
  }
  await enter(desk, page, text('新建库位', 'New bin'), writeBin, [bin.code, warehouse.name])
}
