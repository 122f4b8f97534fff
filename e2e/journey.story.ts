// One order all the way through the visible pages, in both languages, each in a company that begins empty.
import { expect, test } from '@playwright/test'
import { newCompany } from './company.ts'
import { typeMasterData } from './journey/master-data.ts'
import { worker } from './journey/words.ts'
import { Desk } from './pages.ts'

for (const language of ['zh', 'en'] as const) {
  test(`one order all the way, in ${language}`, async ({ page }) => {
    test.setTimeout(240_000)
    const desk = new Desk(page, language)
    await desk.signIn(await newCompany(`Journey ${language}`, worker[language]))
    await test.step('master data', () => typeMasterData(desk))
    expect(desk.complaints).toEqual([])
  })
}
