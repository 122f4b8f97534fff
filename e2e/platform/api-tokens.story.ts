// By what programs call: a member makes a token, an administrator sees whose it is and revokes it, and the program is out.
import { expect, test } from '@playwright/test'
import { addUser, alterUserAdmin } from '@qitao/access/model/member/user.calls.ts'
import { addApiToken } from '@qitao/access/model/session/api-token.calls.ts'
import type { Envelope } from '@qitao/core/call.ts'
import { text } from '@qitao/core/text.ts'
import { addUnit, queryUnit } from '@qitao/masterdata/model/unit/unit.calls.ts'
import { aProduct } from '@qitao/sales/testing/factories.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { signIn } from '../caller.ts'
import { fill, newCompany } from '../company.ts'
import { languagesOf } from '../languages.ts'
import { barriers, overflow } from '../page-checks.ts'
import { Desk } from '../pages.ts'

const password = 'Story-2026-pass'

for (const language of languagesOf('api tokens')) {
  test(`an administrator revokes the token of a member, in ${language}`, async ({ page, baseURL }, info) => {
    const account = await newCompany('Tokens', 'Ada')
    await fill(baseURL!, account, company => aProduct(company))
    const admin = await signIn(baseURL!, account)
    const { output: bo } = await admin.send(addUser, { account: 'bo', name: '李博', password })
    await admin.send(alterUserAdmin, { id: bo.id, is_admin: true })
    const member = await signIn(baseURL!, { company_code: account.company_code, account: 'bo', password })
    const page_paths = [pages.units.path, pages.suppliers.path]
    const { output: made } = await member.send(addApiToken, { name: 'MES', page_paths, password })
    await member.send(addApiToken, { name: 'Scale', page_paths: [pages.units.path], writes: true, password })
    const program = async (call: { path: string }, input: object) => {
      const response = await fetch(baseURL! + call.path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: made.token },
        body: JSON.stringify(input),
      })
      return ((await response.json()) as Envelope).code
    }
    expect(await program(queryUnit, {})).toBe(200)
    expect(await program(addUnit, { name: 'kg' })).toBe(5011)

    const desk = new Desk(page, language)
    const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}-${language}.png`) })
    await desk.signIn(account)
    const main = await desk.open(pages.roles)
    await main.openTab(text('API令牌', 'API tokens'))
    await main.showsRow('MES', '李博', text('有效', 'Valid'))
    await main.showsRow('Scale', text('未使用过', 'never used'))
    await picture('tokens-1440')
    expect(await barriers(page)).toEqual([])
    await page.setViewportSize({ width: 390, height: 844 })
    await picture('tokens-390')
    expect(await overflow(page)).toBe(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await main.row('MES').press(text('吊销', 'Revoke'))
    await picture('token-ask-1440')
    await desk.confirm(text('吊销这些令牌？', 'Revoke these tokens?'), text('确定', 'OK'))
    await main.showsRow('MES', text('已吊销', 'Revoked'))
    expect(await program(queryUnit, {})).toBe(5256)
    expect(desk.complaints).toEqual([])
  })
}
