// The looks at every page see what is wrong: here it is planted.
import { expect, test } from '@playwright/test'
import { barriers, overflow, wrongLanguage } from '../page-checks.ts'

test('what is planted is found: a barrier, a width, a word of the other language', async ({ page }) => {
  await page.goto('/login')
  // A quiet network is not yet a page: the form comes in a piece of its own, and what is looked at has to stand there.
  await page.getByRole('button', { name: '登录' }).waitFor()
  await page.waitForLoadState('networkidle')
  expect(await barriers(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(await wrongLanguage(page, 'zh', async () => new Set())).toEqual([])
  await page.evaluate(
    `document.querySelector('main').insertAdjacentHTML('beforeend',
      '<button style="width: 3000px"></button><p style="color: #ddd; background: #fff">Nothing saved yet</p>')`,
  )
  expect((await barriers(page)).map(one => one.split(' ')[0]).sort()).toEqual(['button-name', 'color-contrast'])
  expect(await barriers(page, 'header, nav, form')).toEqual([])
  expect((await barriers(page, 'main > button')).map(one => one.split(' ')[0])).toEqual(['button-name'])
  expect(await overflow(page)).toBeGreaterThan(1_000)
  expect(await wrongLanguage(page, 'zh', async () => new Set())).toEqual(['Nothing saved yet'])
  expect(await wrongLanguage(page, 'zh', async () => new Set(['Nothing saved yet']))).toEqual([])
})
