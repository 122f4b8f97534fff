// The walk of an own order of two lines, from entry to delivery, in Chinese: a machine stops, a receipt slips and a colleague
// checks an order of his in between; at every step every page says the same of it.
import { expect, type Page, test } from '@playwright/test'
import { addDays, dayOf } from '@qitao/core/time.ts'
import { aReleasedProduct } from '@qitao/engineering/testing/factories.ts'
import { createMo, showMo } from '@qitao/manufacturing/model/mo/mo.calls.ts'
import { materialStatus } from '@qitao/manufacturing/model/mo/mo.status.ts'
import { checkKits } from '@qitao/manufacturing/model/plan/material-plan.calls.ts'
import {
  aCalendar,
  aCustomer,
  aDevice,
  aSupplier,
  aUnit,
  aWorkgroup,
  materials,
  processes,
} from '@qitao/masterdata/testing/factories.ts'
import { inDays } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { aLocation, putIn as putInStock } from '@qitao/stock/testing/stock.factory.ts'
import { type Account, signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { Desk, Part } from '../pages.ts'
import { expectSame, type Figures, figuresOf, settledFiguresOf } from './same-figures.ts'

const worker = '李工'
const customer = { code: 'C-7', name: '远行车行' }
const rim = { code: 'RIM-26', name: '铝轮圈' }
const wheels = [
  { code: 'WH-F', name: '前轮组', quantity: '10' },
  { code: 'WH-R', name: '后轮组', quantity: '12' },
] as const
const demo = { code: 'WH-X', name: '样车轮组' }
const benches = ['LACE-1', 'LACE-2'] as const
const stand = 'TRUE-1'
const bin = 'A-1'
const spoke = { code: 'SPK-26', name: '辐条', each: 28 }
const rimsNeeded = '22'
const steps = [
  { sequence: 10, process: '编轮' },
  { sequence: 20, process: '校正' },
] as const
const dayFromToday = (days: number): string => addDays(dayOf(Math.floor(Date.now() / 1000), 'Asia/Shanghai'), days)

test('an own order of two lines, through a stop, a late receipt and a colleague’s check, to delivery', async ({
  page,
  baseURL,
}) => {
  test.setTimeout(600_000)
  const account = await newCompany('Walk', worker)
  const demo_id = await theFactory(baseURL!, account)
  const walk = new Walk(page, baseURL!, account, demo_id)
  await walk.desk.signIn(account)
  for (const [title, step] of walk.steps) {
    await test.step(title, step)
    await test.step(`${title}: the same figures`, () => walk.sameFigures())
    expect(walk.desk.complaints, title).toEqual([])
  }
})

/** Wheels laced on one of two benches and trued on one stand, day and night; rims are bought, spokes lie in stock. */
const theFactory = (url: string, account: Account): Promise<string> =>
  fill(url, account, async company => {
    const round = { name: '三班', week_days: [1, 2, 3, 4, 5, 6, 7], start_second: 0, end_second: 0, breaks: [] }
    await aCalendar(company, { is_default: true, name: '三班连转', shifts: [round] })
    const { id: unit_id } = await aUnit(company, { name: '件' })
    const supplier = await aSupplier(company, { code: 'V-7', name: '轮圈厂' })
    await aCustomer(company, customer)
    const [lacing, truing] = await processes(company, [
      { code: 'LACE', name: '编轮' },
      { code: 'TRUE', name: '校正' },
    ])
    const crew = await aWorkgroup(company, { name: '轮组班', member_ids: [company.admin.user_id] })
    for (const [index, [machine_no, process]] of [
      [benches[0], lacing!],
      [benches[1], lacing!],
      [stand, truing!],
    ].entries())
      await aDevice(company, {
        ...{ machine_no: machine_no as string, name: machine_no as string, workgroup_id: crew.id, sequence: index + 1 },
        process_ids: [(process as { id: string }).id],
      })
    const [rims, spokes] = await materials(company, [
      { ...rim, unit_id, supplier_id: supplier.id },
      { code: spoke.code, name: spoke.name, unit_id },
    ])
    const made = await materials(
      company,
      [...wheels, demo].map(({ code, name }) => ({ code, name, kind: 2, unit_id })),
    )
    for (const { id } of made)
      await aReleasedProduct(company, {
        material_id: id,
        components: [
          { material_id: rims!.id, quantity: '1' },
          { material_id: spokes!.id, quantity: String(spoke.each) },
        ],
        steps: [
          { process_id: lacing!.id, cycle_seconds: '1800' },
          { process_id: truing!.id, cycle_seconds: '900' },
        ],
      })
    await company.as(async tx => {
      const location_id = await aLocation(tx)
      await tx.updateTable('location').set({ code: bin }).where('id', '=', location_id).execute()
      await putInStock(tx, { org_id: company.org_id, material_id: spokes!.id, location_id, quantity: '5000' })
    })
    return made[2]!.id
  })

class Walk {
  readonly desk: Desk
  private readonly url: string
  private readonly account: Account
  private readonly demo_id: string
  private orderNo = ''
  /** Numbers of the work orders, by product. */
  private readonly nos = new Map<string, string>()
  private isPublished = false
  private isMade = false
  /** Day on which the rims are expected, while they are. */
  private eta: string | undefined
  /** In the bin, and those of them that are held for orders. */
  private spokes = { there: 5_000, held: 0 }
  /** Where the material plan lists them. */
  private pool: string | undefined = '待办池'

  constructor(page: Page, url: string, account: Account, demo_id: string) {
    this.desk = new Desk(page, 'zh')
    this.url = url
    this.account = account
    this.demo_id = demo_id
  }

  readonly steps: readonly (readonly [string, () => Promise<void>])[] = [
    ['the order is entered', () => this.enter()],
    ['its kits are checked, and what is short is asked for', () => this.replenish()],
    ['rims are ordered', () => this.buy()],
    ['the orders are planned and published', () => this.plan()],
    ['a colleague checks an order that needs the same rims', () => this.colleague()],
    ['a bench stops, and the plan is put right', () => this.stop()],
    ['the receipt slips, and the plan is put right', () => this.slip()],
    ['rims arrive', () => this.receive()],
    ['the work is done', () => this.make()],
    ['wheels go into the bin and to the customer', () => this.deliver()],
  ]

  private async enter(): Promise<void> {
    const { desk } = this
    const page = await desk.open(pages.salesOrders)
    await page.press('新建销售订单')
    await desk.at(pages.editSalesOrder)
    await page.pick('客户', customer.code)
    await page.day('交付日期', dayFromToday(30))
    for (const [index, wheel] of wheels.entries()) {
      if (index > 0) await page.press('添加一行')
      await page.take(index + 1, '物料', wheel.code)
      await page.type(index + 1, '数量', wheel.quantity)
      await page.type(index + 1, '单价', '500')
    }
    await page.press('保存草稿')
    await desk.at(pages.salesOrders)
    await page.row(customer.name).press('提交')
    await page.showsRow(customer.name, '待办', '11,000')
    await page.row(customer.name).press('转工单')
    await desk.agree()
    await page.showsRow(customer.name, '计划中')
    this.orderNo = (await figuresOf(page, customer.name)).get('订单号') ?? ''
    const list = await desk.open(pages.manufacturingOrders)
    for (const { code, quantity } of wheels) {
      const row = await figuresOf(list, code)
      expect(row.get('计划数量')).toContain(quantity)
      this.nos.set(code, row.get('工单号')!)
    }
  }

  private async replenish(): Promise<void> {
    const { desk } = this
    const page = await desk.open(pages.materialPlan)
    await page.pressBeginning('齐套检查')
    await page.shows('检查2个工单：齐套0，缺料2')
    this.pool = '预齐套池'
    this.spokes.held += spoke.each * Number(rimsNeeded)
    await page.openTab(this.pool)
    await page.pressBeginning('自动补料')
    const preview = desk.dialog('补料预览')
    await preview.shows(rim.code, '子工单0个', '采购申请2条')
    await preview.finish('生成')
    await page.shows('生成子工单0个、采购申请2条')
    // Pressed again it makes nothing.
    await page.pressBeginning('自动补料')
    await preview.shows('不缺料，没有需要生成的单据')
    await preview.press('取消')
    await expect(preview.root).toBeHidden()
  }

  private async buy(): Promise<void> {
    const { desk } = this
    const page = await desk.open(pages.purchase)
    await page.openTab('采购申请')
    await expect(page.row(rim.code).root).toHaveCount(wheels.length)
    for (const box of await page.row(rim.code).root.getByRole('checkbox').all()) await box.check()
    await page.press('转采购订单')
    const form = desk.dialog('采购申请转采购订单')
    const lines = await form.root.getByRole('rowheader').count()
    for (let row = 1; row <= lines; row++) {
      await form.type(row, '单价', '35')
      await form.type(row, '预计到货', dayFromToday(3))
    }
    await form.finish('生成采购订单')
    await page.row('轮圈厂').press('提交')
    await page.showsRow('轮圈厂', '待入库')
    this.eta = dayFromToday(3)
    await this.check('在途')
  }

  private async plan(): Promise<void> {
    const { desk } = this
    const material = await desk.open(pages.materialPlan)
    await material.openTab('预齐套池')
    for (const no of this.nos.values()) await material.row(no).root.getByRole('checkbox').check()
    await material.press('下发计划')
    this.pool = '已下计划'
    await material.openTab(this.pool)
    for (const no of this.nos.values()) await material.showsRow(no, '已计划')

    const page = await desk.open(pages.productionPlan)
    await page.press('自动排程')
    const dialog = desk.dialog('自动排程')
    await dialog.choose('优化时间', '10秒')
    await dialog.finish('开始排程（2单）')
    await page.shows('排程完成：已排2单，延期0单，未排0单（版本1）')
    await page.press('发布计划')
    const publish = desk.dialog('发布计划')
    for (const no of this.nos.values()) await publish.showsRow(no, '满足交期')
    await publish.finish('发布2单')
    this.isPublished = true
  }

  /** He has the same rims in mind, and a customer who cannot wait; what is published keeps what it holds. */
  private async colleague(): Promise<void> {
    const caller = await signIn(this.url, this.account)
    const of = { material_id: this.demo_id, planned_quantity: '5', delivery_date: inDays(10), priority: 1 }
    const { output: made } = await caller.send(createMo, of)
    await caller.send(checkKits, { mo_ids: [made.id] })
    await expect
      .poll(async () => (await caller.send(showMo, { mo_id: made.id })).output.mo.material_status)
      .toBe(materialStatus.codes.to_be_purchased)
    await this.check('在途')
    this.spokes.held += spoke.each * Number(of.planned_quantity)
  }

  private async stop(): Promise<void> {
    const { desk } = this
    const page = await desk.open(pages.productionPlan)
    await page.root.getByRole('rowheader', { name: benches[0] }).click()
    const panel = new Part(desk, page.root.getByRole('complementary', { name: '设备详情' }))
    await panel.press('停机或冻结')
    const form = desk.dialog(`${benches[0]} 停机或冻结`)
    const [from, to] = [form.root.getByPlaceholder('开始'), form.root.getByPlaceholder('结束')]
    await from.fill(`${dayFromToday(3)} 00:00`)
    await from.press('Enter')
    await to.fill(`${dayFromToday(5)} 00:00`)
    await to.press('Enter')
    await form.press('冻结')
    await form.press('修复计划')
    await this.putRight()
  }

  private async slip(): Promise<void> {
    const { desk } = this
    const page = await desk.open(pages.arrivalPlan)
    await page.row(rim.code, dayFromToday(3)).press('改期')
    const form = desk.dialog('调整到货日期')
    await form.day('预计到货', dayFromToday(6))
    await form.finish()
    await desk.confirm('到货晚于工单开工，是否修复计划？', '以后再说')
    await page.showsRow(rim.code, dayFromToday(6))
    this.eta = dayFromToday(6)
    // What is published begins before it.
    await this.check('到料延迟')
    const chart = await desk.open(pages.productionPlan)
    await chart.root.getByRole('button', { name: '查看计划冲突' }).click()
    const drawer = desk.dialog('计划冲突')
    await drawer.shows(rim.code)
    await drawer.press('修复计划')
    await this.putRight()
    await this.check('在途')
  }

  private async receive(): Promise<void> {
    const { desk } = this
    const page = await desk.open(pages.arrivalPlan)
    await page.row(rim.code).press('入库')
    const form = desk.dialog('到货入库')
    await form.take(1, '库位', bin)
    await form.finish('确认入库')
    await expect(page.row(rim.code).root).toHaveCount(0)
    this.eta = undefined
    await this.check('齐套')
  }

  private async make(): Promise<void> {
    const { desk } = this
    const dispatch = await desk.open(pages.dispatch)
    for (const no of this.nos.values())
      for (const step of steps) {
        await dispatch.row(`${no}-${step.sequence}`).press('派工')
        const form = desk.dialog('派工')
        await form.pickAlso('人员', worker)
        await form.finish('派工')
        await dispatch.showsRow(`${no}-${step.sequence}`, '已派工')
      }
    const report = await desk.open(pages.productionReport)
    for (const { process } of steps)
      for (const [code, no] of this.nos) {
        const card = report.root
          .getByRole('list', { name: '我的任务' })
          .getByRole('listitem')
          .filter({ hasText: process })
        await new Part(desk, card.filter({ hasText: no })).press('报工')
        const panel = new Part(desk, desk.page.getByRole('dialog', { name: process }))
        await panel.fill('良品数', wheels.find(wheel => wheel.code === code)!.quantity)
        await panel.pressBeginning('报工')
        await expect(panel.root).toBeHidden()
      }
    this.pool = undefined
    this.isMade = true
    this.spokes.there -= spoke.each * Number(rimsNeeded)
    this.spokes.held -= spoke.each * Number(rimsNeeded)
  }

  private async deliver(): Promise<void> {
    const { desk } = this
    const inbound = await desk.open(pages.inbound)
    await inbound.openTab('待完工入库')
    for (const { code } of wheels) {
      await inbound.row(code).press('入库')
      const form = desk.dialog('完工入库')
      await form.pick('库位', bin)
      await form.finish('确认入库')
    }
    const orders = await desk.open(pages.salesOrders)
    await orders.showsRow(customer.name, '生产完成')
    await orders.row(customer.name).press('发货')
    const shipping = await desk.at(pages.shipping)
    for (const { code } of wheels) {
      await shipping.row(code).press('发货')
      await desk.dialog('发货').finish('确认发货')
    }
    await shipping.shows('已完成')
  }

  private async putRight(): Promise<void> {
    const dialog = this.desk.dialog('修复计划')
    await dialog.shows('移动最少')
    await dialog.finish('移动这些任务')
    await expect(this.desk.main.root.getByLabel('计划概要')).toContainText('计划冲突0')
    // Until then the floor works by what it was told.
    const page = await this.desk.open(pages.productionPlan)
    await page.press('发布计划')
    const publish = this.desk.dialog('发布计划')
    await publish.root.getByRole('button', { name: /^(仍然)?发布\d+单$/ }).click()
    await expect(publish.root).toBeHidden()
  }

  /** The kits are checked again, and come out like this. */
  private async check(status: string): Promise<void> {
    const page = await this.desk.open(pages.materialPlan)
    await page.openTab(this.pool!)
    await page.pressBeginning('齐套检查')
    await page.shows(status === '齐套' ? '检查2个工单：齐套2，缺料0' : '检查2个工单：齐套0，缺料0，在途或在制2')
    for (const no of this.nos.values()) await page.showsRow(no, status)
  }

  /** Each page on which the order, what is made for it and what is bought for it stand, beside the others. */
  async sameFigures(): Promise<void> {
    const { desk } = this
    const orders = await desk.open(pages.manufacturingOrders)
    const made = new Map<string, Figures>()
    for (const no of this.nos.values()) made.set(no, await settledFiguresOf(orders, no))
    const lastFinish = [...made.values()]
      .map(figures => figures.get('计划完成')!)
      .sort()
      .at(-1)!

    const compare = async (page: Part, must: readonly string[]) => {
      for (const [no, figures] of made)
        await expect(async () =>
          expectSame(figures, await figuresOf(page, no), must, `${no} beside the list of work orders`),
        ).toPass({ timeout: 15_000 })
    }
    const sales = await desk.open(pages.salesOrders)
    await sales.showsRow(this.orderNo, customer.name, rimsNeeded, made.values().next().value!.get('交期')!, lastFinish)

    if (this.pool) {
      const page = await desk.open(pages.materialPlan)
      await page.openTab(this.pool)
      await compare(page, ['产品', '计划数量', '交期', '齐套', '决定物料', '计划完成', '销售订单', '客户'])
    }
    if (this.isPublished) {
      const progress = await desk.open(pages.progress)
      await compare(progress, ['产品', '计划数量', '交期', '状态', '计划完成', '销售订单', '客户'])
      const dispatch = await desk.open(pages.dispatch)
      for (const [no, figures] of made)
        await expect(async () => {
          const times: string[] = []
          for (const { sequence } of steps)
            times.push((await figuresOf(dispatch, `${no}-${sequence}`)).get('计划时间')!)
          expect(spanOf(times)).toEqual([figures.get('计划开始'), figures.get('计划完成')])
        }).toPass({ timeout: 15_000 })
      const plan = await desk.open(pages.productionPlan)
      const late = [...made.values()].filter(figures => figures.get('计划完成')!.includes('超期')).length
      await expect(plan.root.getByLabel('计划概要')).toContainText(`计划冲突0延期工单${late}`)
      const chart = plan.root.getByRole('grid', { name: '生产计划' })
      await expect(chart).toHaveAttribute('data-ready', 'true')
      // What is done stands there as it was, no more as it was planned.
      for (const [no, figures] of this.isMade ? [] : made)
        await expect(chart.getByRole('gridcell', { name: barOf(no, figures) })).toHaveCount(1)
    }
    if (this.eta) {
      const arrivals = await desk.open(pages.arrivalPlan)
      await arrivals.showsRow(rim.code, this.eta, rimsNeeded, '2 个')
      const plan = await desk.open(pages.materialPlan)
      await plan.openTab(this.pool!)
      for (const no of this.nos.values()) await plan.showsRow(no, `${this.eta} 00:00`)
    }
    const { there, held } = this.spokes
    const stock = await desk.open(pages.stock)
    await stock.showsRow(spoke.code, ...[there, there - held, held].map(count => `${count.toLocaleString('en')} 件`))
  }
}

/** The bar with which an order begins, as it is read out. */
function barOf(no: string, figures: Figures): RegExp {
  const [, month, day, time] = /^\d+-(\d+)-(\d+) (\d\d:\d\d)/.exec(figures.get('计划开始')!)!
  return new RegExp(`${no}.*，${Number(month)}/${Number(day)} 周. ${time} –`)
}
/** From the first beginning to the last end, of times such as 2026-11-30 22:00 – 12-01 03:00 or 2026-11-30 08:00 – 10:00. */
function spanOf(times: readonly string[]): [string, string] {
  const parts = times.map(time => {
    const [from, to] = time.split(' – ') as [string, string]
    return [from, to.length > 5 ? from.slice(0, 5) + to : `${from.slice(0, 11)}${to}`] as const
  })
  return [
    parts.map(([from]) => from).sort()[0]!,
    parts
      .map(([, to]) => to)
      .sort()
      .at(-1)!,
  ]
}
