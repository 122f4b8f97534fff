// The operator's page in the app for Android devices: what the app tells the page is played by a script, word for word as
// tools/android/shell says it: labels from the scanner's broadcasts, and the back key.
import { expect, test } from '@playwright/test'
import { text } from '@qitao/core/text.ts'
import { hostEvents } from '@qitao/platform/web/form/host-events.ts'
import { listDispatchTasks } from '@qitao/shopfloor/model/report.calls.ts'
import { onTheFloor } from '@qitao/shopfloor/testing/factories.ts'
import { sql } from 'kysely'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers } from '../page-checks.ts'
import { Hand } from './handheld.ts'

const pda = { width: 360, height: 640 }
const pieces = Array.from({ length: 100 }, (_, n) => `SN-${1000 + n}`)
/** Milliseconds from a label to its answer on the screen, of which one in twenty may take longer. */
const soon = 150

for (const language of languagesOf('android')) {
  test(`labels and keys that the app on a device tells (${language})`, async ({ page, baseURL }) => {
    const account = await newCompany('Handset', 'Ling')
    await fill(baseURL!, account, async company => {
      const { component_ids } = await onTheFloor(company, { quantity: '500', stock: '9000' })
      // One part has numbers piece by piece.
      await company.as(tx => sql`update material set serial_policy = 1 where id = ${component_ids[0]}`.execute(tx))
    })
    const caller = await signIn(baseURL!, account)
    const { output } = await caller.send(listDispatchTasks, { order_by: 'task_no' })
    const [task] = output.result.filter(({ reportable_quantity }) => Number(reportable_quantity) > 0)
    await page.setViewportSize(pda)
    const hand = new Hand(page, language)
    await hand.open()
    const told = (code: string) =>
      page.evaluate(`dispatchEvent(new CustomEvent('${hostEvents.scan}',{detail:${JSON.stringify(code)}}))`)
    /** Whether the page has used the key; if not, the app goes behind the others. */
    const back = () => page.evaluate<boolean>(`!dispatchEvent(new CustomEvent('${hostEvents.back}',{cancelable:true}))`)

    // Before sign-in a label goes into the field that has the focus, where the caret stands.
    const company = page.getByLabel(hand.say(text('公司编码', 'Company code')), { exact: true })
    await company.focus()
    await told(account.company_code)
    await expect(company).toHaveValue(account.company_code)
    await company.fill('')
    await hand.signIn(account)
    await expect(page.getByRole('listitem').first()).toContainText(hand.say(text('待报', 'To report')))

    // A label of no task says so; that of a task opens it, as one that is typed does; the back key closes it, and then leaves.
    await told('NO-SUCH-9')
    await expect(page.getByRole('alert')).toContainText('NO-SUCH-9')
    await told(task!.task_no)
    await expect(hand.sheet()).toContainText(task!.task_no)
    expect(await back()).toBe(true)
    await expect(hand.sheet()).toBeHidden()
    await hand.toOutbox()
    expect(await back()).toBe(true)
    await expect(hand.button(text('刷新', 'Refresh'))).toBeVisible()
    expect(await back()).toBe(false)

    // A hundred pieces, each as soon as the one before is answered.
    await told(task!.task_no)
    await expect(hand.sheet()).toBeVisible()
    const words = hand.say(text('序列号', 'Serial numbers'))
    const field = hand.sheet().getByLabel(words).first()
    // What has just come up may still move under the finger; it is pressed again.
    await expect(async () => {
      const part = hand.sheet().getByText(hand.say(text('批次、序列号', 'Lots, serial numbers')))
      if (!(await field.isVisible())) await part.click()
      await expect(field).toBeVisible({ timeout: 3_000 })
    }).toPass({ timeout: 30_000 })
    const took = await page.evaluate<number[]>(`(async () => {
      const of = [...document.querySelectorAll('[role=dialog] label')].find(one => one.textContent.includes('${words}'))
      const took = []
      for (const code of ${JSON.stringify(pieces)}) {
        const began = performance.now()
        dispatchEvent(new CustomEvent('${hostEvents.scan}',{detail:code}))
        while (!of.querySelector('input').value.split(' ').includes(code)) await new Promise(requestAnimationFrame)
        took.push(performance.now() - began)
      }
      return took
    })()`)
    expect((await field.inputValue()).trim().split(/\s+/)).toEqual(pieces)
    expect(took.toSorted((a, b) => a - b)[94]).toBeLessThan(soon)
    // The same piece again changes nothing and is told.
    await told(pieces[0]!)
    await expect(hand.sheet().getByRole('alert')).toContainText(pieces[0]!)
    // In the field itself each stands apart as well.
    await field.fill('')
    await told('SN-2000')
    await told('SN-2001')
    expect((await field.inputValue()).trim().split(/\s+/)).toEqual(['SN-2000', 'SN-2001'])
    expect(await barriers(page)).toEqual([])
    // A field of a number takes it as typed: it is still there when the sheet is drawn anew.
    await hand
      .sheet()
      .getByText(hand.say(text('人员、工时、照片、备注', 'People, time, photos, remark')))
      .click()
    const minutes = hand.sheet().getByLabel(hand.say(text('（分钟）', '(min)')))
    await minutes.focus()
    await told('12')
    await hand.sheet().getByRole('button', { name: '7', exact: true }).click()
    await expect(minutes).toHaveValue('12')
  })
}
