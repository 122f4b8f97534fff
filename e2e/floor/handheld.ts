// The operator's page as a person holds it: scans, large keys, an outbox; and the ways in which its connection goes.
import { expect, type Locator, type Page, type Route } from '@playwright/test'
import type { AnyCall } from '@qitao/core/call.ts'
import { type Language, type Text, text } from '@qitao/core/text.ts'
import type { Account } from '../caller.ts'

export class Hand {
  readonly page: Page
  readonly language: Language
  constructor(page: Page, language: Language) {
    this.page = page
    this.language = language
  }
  say(words: Text): string {
    return words[this.language]
  }
  button(name: Text): Locator {
    return this.page.getByRole('button', { name: this.say(name), exact: true })
  }
  async open(): Promise<void> {
    await this.page.addInitScript(`localStorage.setItem('language', '${this.language}')`)
    await this.page.goto('/m/')
  }
  async signIn({ company_code, account, password }: Account): Promise<void> {
    const field = (name: Text) => this.page.getByLabel(this.say(name), { exact: true })
    if (await field(text('公司编码', 'Company code')).isEditable()) {
      await field(text('公司编码', 'Company code')).fill(company_code)
      await field(text('账号', 'Account')).fill(account)
    }
    await field(text('密码', 'Password')).fill(password)
    await this.button(text('登录', 'Sign in')).click()
  }
  /** As a scanner: all keys at once, and Enter. */
  async scan(code: string): Promise<void> {
    await this.page.keyboard.type(code)
    await this.page.keyboard.press('Enter')
  }
  sheet(): Locator {
    return this.page.getByRole('dialog')
  }
  /** Good pieces by the large keys; answers when they are kept. */
  async report(task_no: string, good: string): Promise<void> {
    await this.scan(task_no)
    await expect(this.sheet()).toBeVisible()
    for (const digit of good) await this.sheet().getByRole('button', { name: digit, exact: true }).click()
    await this.sheet()
      .getByRole('button', { name: `${this.say(text('报工', 'Report'))} ${good}` })
      .click()
    await expect(this.sheet()).toBeHidden()
  }
  async toOutbox(): Promise<void> {
    await this.page.getByRole('button', { name: new RegExp(`^${this.say(text('待发送', 'Outbox'))} \\d`) }).click()
  }
  async waits(n: number): Promise<void> {
    await expect(this.button(text(`待发送 ${n}`, `Outbox ${n}`))).toBeVisible()
  }
  async isOnline(online: boolean): Promise<void> {
    await expect(
      this.page.getByText(this.say(online ? text('在线', 'Online') : text('离线', 'Offline')), { exact: true }),
    ).toBeVisible()
  }
  /** The page with all its files is on the device: the worker that serves it stands, and has it in its hand. */
  async isKept(): Promise<void> {
    await expect.poll(() => this.page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
    await this.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  }
  /** Asked of the server, before it got there or after it was done; nothing else is touched. */
  async losing({ path }: AnyCall, when: 'before' | 'after' | 'refused by a gateway', times = 1): Promise<void> {
    const lose = async (route: Route) => {
      if (when === 'refused by a gateway') return route.fulfill({ status: 502, body: '' })
      if (when === 'after') await route.fetch()
      return route.abort('connectionreset')
    }
    await this.page.context().route(`**${path}`, lose, { times })
  }
}
