// The product as a person works with it: by the names of buttons, fields, rows and pages, in one of its languages.
import { expect, type Locator, type Page } from '@playwright/test'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import { allGroups, type Page as SitePage } from '@qitao/site/model/pages.ts'
import type { Account } from './caller.ts'
import { tokenOf } from './uploads.ts'

/** A word of the product in both languages, or data as it was typed. */
export type Word = Text | string

/** Somebody at a browser. */
export class Desk {
  readonly page: Page
  readonly language: Language
  /** What the browser complained about: must stay empty. */
  readonly complaints: string[] = []

  constructor(page: Page, language: Language) {
    this.page = page
    this.language = language
    page.on('console', message => {
      if (message.type() === 'error' || message.type() === 'warning')
        this.complaints.push(`${message.type()}: ${message.text()} (${page.url()})`)
    })
    page.on('pageerror', error => this.complaints.push(`exception: ${error.stack ?? error} (${page.url()})`))
    page.on('response', response => {
      if (response.status() >= 400) this.complaints.push(`${response.status()} ${response.url()}`)
    })
  }

  say(word: Word): string {
    return typeof word === 'string' ? word : word[this.language]
  }

  /** As a person does, in stories that tell of it; in others he has (`arrive`). `chosen`: the browser speaks the language already. */
  async signIn({ company_code, account, password }: Account, { chosen = false } = {}): Promise<void> {
    await this.page.goto('/')
    if (this.language === 'en' && !chosen) await this.page.getByRole('button', { name: 'English' }).click()
    const form = new Part(this, this.page.locator('body'))
    await form.fill(text('公司编码', 'Company code'), company_code)
    await form.fill(text('账号', 'Account'), account)
    await this.page.getByLabel(this.say(text('密码', 'Password')), { exact: true }).fill(password)
    await form.press(text('登录', 'Sign in'))
    await expect(this.menu).toBeVisible()
  }

  /** As somebody who has signed in before: what the browser keeps of a session is there before the product is loaded. */
  async arrive(account: Account): Promise<void> {
    const { page, language } = this
    const nowhere = '/begin'
    await page.route(nowhere, route =>
      route.fulfill({ contentType: 'text/html', body: '<link rel="icon" href="data:,">' }),
    )
    await page.goto(nowhere)
    await page.unroute(nowhere)
    const { origin } = new URL(page.url())
    await page.context().addCookies([{ name: 'token', value: await tokenOf(origin, account), url: origin }])
    const session = JSON.stringify({ company_code: account.company_code })
    await page.evaluate(
      `sessionStorage.setItem('session', ${JSON.stringify(session)}); localStorage.setItem('language', '${language}')`,
    )
    await page.goto('/')
    await expect(this.menu).toBeVisible()
  }

  get menu(): Locator {
    return this.page.getByRole('navigation', { name: this.say(text('菜单', 'Menu')) })
  }
  /** The page itself, without menu, tabs and dialogs. */
  get main(): Part {
    return new Part(this, this.page.getByRole('main'))
  }
  /** By its title, or what its title begins with. */
  dialog(title: Word): Part {
    return new Part(this, this.page.getByRole('dialog', { name: this.say(title) }))
  }

  /** Opens a page from the side menu. */
  async open(page: SitePage): Promise<Part> {
    const link = this.menu.getByRole('link', { name: this.say(page.title), exact: true })
    const group = allGroups.find(({ path }) => path === page.parent)!
    // A group that unfolds carries its links along, and folds when the page that opens first is of another: a quick hand may miss, and clicks again.
    await expect(async () => {
      if (!(await link.isVisible()))
        await this.menu.getByRole('menuitem', { name: this.say(group.title), exact: true }).click()
      await link.click({ timeout: 5_000 })
      await expect(this.tab(page)).toHaveAttribute('aria-current', 'page', { timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    return this.at(page)
  }
  /** The page that has been opened, by its tab. */
  async at(page: SitePage): Promise<Part> {
    await expect(this.tab(page)).toHaveAttribute('aria-current', 'page')
    return this.main
  }
  /** Behind its title an edit page has the number of its document; a new one says that it is new. */
  private tab({ title, newTitle = title }: SitePage): Locator {
    const titles = [title, newTitle].map(one => RegExp.escape(this.say(one))).join('|')
    return this.page
      .getByRole('navigation', { name: this.say(text('已打开的页面', 'Open pages')) })
      .getByRole('button', { name: new RegExp(`^(${titles})( [A-Z]*\\d[\\w-]*)?$`) })
  }

  /** Says yes to the question that names what will happen. */
  async confirm(question: Word, answer: Word): Promise<void> {
    await this.dialog(question).press(answer)
  }
  /** Says OK to whatever is asked. */
  async agree(): Promise<void> {
    const ok = this.page.getByRole('button', { name: this.say(text('确定', 'OK')), exact: true })
    const question = this.page.getByRole('dialog').filter({ has: ok })
    await expect(question).toBeVisible()
    // What is pressed while the question still comes up may be lost.
    await expect(async () => {
      if (await question.isVisible()) await question.locator(ok).click({ timeout: 1_000 })
      await expect(question).toBeHidden({ timeout: 2_000 })
    }).toPass()
  }
  /** A message of the product appears, and goes before the story goes on: the next one is another. */
  async told(message: Word): Promise<void> {
    const said = this.page.getByRole('alert').filter({ hasText: this.say(message) })
    await expect(said.first()).toBeVisible()
  }
}

/** A part of the screen with fields, buttons and rows: the page or a dialog. */
export class Part {
  readonly desk: Desk
  readonly root: Locator
  constructor(desk: Desk, root: Locator) {
    this.desk = desk
    this.root = root
  }
  private named(role: Parameters<Locator['getByRole']>[0], name: Word): Locator {
    return this.root.getByRole(role, { name: this.desk.say(name), exact: true })
  }

  button(name: Word): Locator {
    return this.named('button', name)
  }
  /** An empty list offers its button twice: either will do. */
  async press(name: Word): Promise<void> {
    await this.button(name).first().click()
  }
  /** A button whose words go on with a figure, such as how many are chosen. */
  async pressBeginning(name: Word): Promise<void> {
    await this.root.getByRole('button', { name: new RegExp(`^${this.desk.say(name)}`) }).click()
  }
  /** The last press of a dialog: it is gone afterwards. */
  async finish(name: Word = save): Promise<void> {
    await this.press(name)
    await expect(this.root).toBeHidden()
  }
  /** Out by Escape. Pressed while the menu that led here is still closing, it is the menu's: a person presses again. */
  async escape(): Promise<void> {
    await expect(async () => {
      await this.desk.page.keyboard.press('Escape')
      await expect(this.root).toBeHidden({ timeout: 2_000 })
    }).toPass()
  }
  /** Its name may go on with a count. */
  async openTab(name: Word): Promise<void> {
    // Whole, as 库位 stands beside 固定库位; a count may stand behind it.
    const tab = this.root.getByRole('tab', { name: new RegExp(`^${RegExp.escape(this.desk.say(name))}\\s*[\\d,]*$`) })
    await tab.click()
    await expect(tab).toHaveAttribute('aria-selected', 'true')
  }

  field(label: Word): Locator {
    return this.named('textbox', label)
  }
  async fill(label: Word, value: string): Promise<void> {
    await this.field(label).fill(value)
  }
  async fillAll(values: readonly (readonly [label: Word, value: string])[]): Promise<void> {
    for (const [label, value] of values) await this.fill(label, value)
  }
  async toggle(label: Word): Promise<void> {
    await this.named('switch', label).click()
  }
  /** A select of a few words. */
  async choose(label: Word, option: Word): Promise<void> {
    await this.named('combobox', label).click()
    await this.takeOption(option)
  }
  /** A picker that searches: types and takes what is found. */
  async pick(label: Word, words: string): Promise<void> {
    await this.named('combobox', label).fill(words)
    await this.takeOption(words)
  }
  /** A picker that takes several and stays open for more. */
  async pickAlso(label: Word, words: string): Promise<void> {
    await this.named('combobox', label).fill(words)
    const option = this.option(words)
    await expect(async () => {
      if ((await option.getAttribute('aria-selected')) !== 'true') await option.click({ timeout: 2_000 })
      await expect(option).toHaveAttribute('aria-selected', 'true', { timeout: 2_000 })
    }).toPass()
    await this.desk.page.keyboard.press('Escape')
    await expect(this.option(words)).toBeHidden()
  }
  /** What is drawn anew while it is clicked, as when a search ends, is clicked again. */
  private async takeOption(words: Word): Promise<void> {
    const option = this.option(words)
    let isClicked = false
    await expect(async () => {
      // While the search runs the list may be away for a moment: that is not taken for the end.
      if (!isClicked || (await option.isVisible())) await option.click({ timeout: 5_000 })
      isClicked = true
      await expect(option).toBeHidden({ timeout: 2_000 })
    }).toPass()
  }
  /** antd draws what it offers outside of the form, in the last layer that was opened. */
  private option(words: Word): Locator {
    return this.desk.page
      .locator('.ant-select-item-option:visible')
      .filter({ hasText: this.desk.say(words) })
      .first()
  }
  /** `YYYY-MM-DD`, as typed. */
  async day(label: Word, day: string): Promise<void> {
    await this.field(label).fill(day)
    await this.field(label).press('Enter')
  }

  /** The row of a list that shows all these words. */
  row(...words: Word[]): Part {
    return new Part(
      this.desk,
      words.reduce<Locator>(
        (rows, word) => rows.filter({ hasText: this.desk.say(word) }),
        this.root.getByRole('row').filter({ hasNot: this.desk.page.getByRole('columnheader') }),
      ),
    )
  }
  async showsRow(...words: Word[]): Promise<void> {
    await expect(this.row(...words).root).toBeVisible()
  }
  async shows(...words: Word[]): Promise<void> {
    for (const word of words) await expect(this.root).toContainText(this.desk.say(word))
  }

  /** A cell of line items, by the number of the row and the title of its column. */
  async cell(row: number, column: Word): Promise<Locator> {
    const grid = this.root.getByRole('grid')
    await expect(grid.getByRole('columnheader').first()).toBeVisible()
    const titles = await grid.getByRole('columnheader').allInnerTexts()
    const at = titles.findIndex(title => title.replace('*', '').trim() === this.desk.say(column))
    if (at < 0) throw new Error(`No column ${this.desk.say(column)} among ${titles.join(', ')}`)
    const line = grid
      .getByRole('row')
      .filter({ has: this.desk.page.getByRole('rowheader', { name: String(row), exact: true }) })
    return line.getByRole('gridcell').nth(at - 1)
  }
  async type(row: number, column: Word, value: string): Promise<void> {
    const input = await this.opened(await this.cell(row, column), 'textbox')
    await input.fill(value)
    await input.press('Enter')
  }
  async take(row: number, column: Word, words: string): Promise<void> {
    const input = await this.opened(await this.cell(row, column), 'combobox')
    await input.fill(words)
    await this.takeOption(words)
  }
  /** The input of a cell; likewise clicked again. */
  private async opened(cell: Locator, role: 'textbox' | 'combobox'): Promise<Locator> {
    const input = cell.getByRole(role)
    await expect(async () => {
      if (!(await input.isVisible())) await cell.click({ timeout: 2_000 })
      await expect(input).toBeVisible({ timeout: 2_000 })
    }).toPass()
    return input
  }
}

export const save = text('保存', 'Save')
export const add = text('新建', 'New')
export const done = text('操作成功', 'Done')
