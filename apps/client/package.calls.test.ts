import { execFile } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { hashPassword } from '@qitao/access/server'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { pages } from '@qitao/site/model/pages.ts'
import { buildClient } from '@qitao/tools/build-client.ts'
import { expect, test } from 'vitest'
import { access } from './index.ts'

/** The package that others get, and a program of theirs, which has nothing else. */
const app = await testApp()
const root = join(import.meta.dirname, '../..')
const password = 'Good-Pass-2026'

const program = `import { masterdata, openClient, Refused } from './package/apps/client/index.js'

const [url = '', token = ''] = process.argv.slice(2)
const qitao = openClient({ url, token, language: 'en' })
const { id } = await qitao.send(masterdata.addUnit, { name: 'kg', precision: 3 }, { key: 'one' })
const again = await qitao.send(masterdata.addUnit, { name: 'kg', precision: 3 }, { key: 'one' })
const names: (string | null | undefined)[] = []
for await (const row of qitao.rows(masterdata.queryUnit, {})) names.push(row.name)
const refused = await qitao.send(masterdata.addUnit, { name: 'kg' }).catch((error: unknown) => error)
const why = refused instanceof Refused && refused.is(masterdata.masterdataErrors.unitExists) ? refused.message : ''
console.log(JSON.stringify({ same: id === again.id, names, why }))
`
const wrong = `import { masterdata, openClient } from './package/apps/client/index.js'

// @ts-expect-error a number is no name
void openClient({ url: '' }).send(masterdata.addUnit, { name: 7 })
// @ts-expect-error nothing of the answer is called so
void openClient({ url: '' }).send(masterdata.addUnit, { name: 'kg' }).then(({ nothing }) => nothing)
`

test('a program of others, with the package alone, compiles and does its work', { timeout: 300_000 }, async () => {
  const folder = join(root, 'apps/client/dist/test')
  rmSync(folder, { recursive: true, force: true })
  buildClient(join(folder, 'package'))
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'program.ts'), program)
  writeFileSync(join(folder, 'wrong.ts'), wrong)
  const options = { target: 'esnext', module: 'nodenext', strict: true, noEmit: true, types: ['node'] }
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: options, files: ['program.ts', 'wrong.ts'] }),
  )
  const run = promisify(execFile)
  await run(process.execPath, [join(root, 'node_modules/@typescript/native/bin/tsc'), '-p', folder])

  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.app.server.address() as { port: number }
  const company = await app.company()
  const hashed = await hashPassword(password)
  await app.database.pool.query('update app_user set password_hash = $1 where org_id = $2', [hashed, company.org_id])
  const asked = { name: 'ERP', page_paths: [pages.units.path], writes: true, password }
  const { token } = await company.admin.ok(access.addApiToken, asked)
  const { stdout } = await run(process.execPath, [join(folder, 'program.ts'), `http://127.0.0.1:${port}`, token])
  expect(JSON.parse(stdout)).toEqual({ same: true, names: ['kg'], why: 'Unit already exists' })
  rmSync(folder, { recursive: true })
})
