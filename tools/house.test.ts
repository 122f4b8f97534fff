import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, test } from 'vitest'
import { root, rules, type SourceFile, sourceFiles } from './house.ts'

const files = sourceFiles()

describe('the house is in order', () => {
  test.each(Object.entries(rules))('%s', (_name, rule) => expect(rule(files)).toEqual([]))
})

describe('each rule finds what is planted', () => {
  const planted: Record<keyof typeof rules, SourceFile[]> = {
    clocksInPureCode: [{ path: 'planning/x.ts', text: 'export const now = () => Date.now()' }],
    floatsForQuantities: [{ path: 'areas/stock/server/x.ts', text: 'const a = parseFloat(b)' }],
    ordersReadForAll: [
      { path: 'areas/stock/server/x.queries.ts', text: 'sql`select o.no from mo t left join sales_order o on true`' },
    ],
    stylesTwice: [
      { path: 'platform/web/styles.css', text: '.qt-why {\n  color: red;\n}' },
      { path: 'areas/access/web/access.css', text: '.qt-why {\n  margin: 1px;\n}' },
    ],
    stylesOfOthers: [
      { path: 'areas/sales/web/x.tsx', text: 'className="qt-stock-row"' },
      { path: 'areas/stock/web/stock.css', text: '.qt-stock-row {\n  margin: 1px;\n}' },
    ],
    jsxOutsideWeb: [{ path: 'areas/stock/server/x.tsx', text: '' }],
    foreignWrites: [
      { path: 'areas/stock/server/migrations/0001-x.sql', text: 'create table inventory (\n  id uuid\n);' },
      { path: 'areas/sales/server/x.ts', text: 'sql`update inventory set quantity = 1`' },
    ],
    accessNamesLater: [
      { path: 'areas/stock/server/migrations/0001-x.sql', text: 'create table inventory (\n  id uuid\n);' },
      { path: 'areas/access/model/x.ts', text: 'export const pages = {\n  inventory: [],\n}' },
    ],
    keysWithoutCompany: [
      { path: 'areas/x/server/migrations/0001.sql', text: 'create table t (\n  org_id uuid,\n  primary key (id)\n);' },
    ],
    errorsDeclaredTwice: [
      { path: 'a.ts', text: "  one: [5401, '', '']," },
      { path: 'b.ts', text: "  two: [5401, '', '']," },
    ],
    machinePaths: [{ path: 'a.md', text: `see ${'/wo'}rk/main/a` }],
    writesBesideCommands: [
      { path: 'areas/stock/web/x.tsx', text: "import { send } from '@qitao/platform/web/call/client.ts'" },
    ],
    clocksInWrites: [{ path: 'areas/stock/web/x.tsx', text: 'put.run({ at: Date.now() })' }],
    silentCommands: [
      { path: 'areas/stock/web/x.tsx', text: 'useCommand(a, { success: null })\nuseCommand(b, { done: go })' },
    ],
    readsWhileLocking: [
      {
        path: 'areas/stock/server/x.ts',
        text: [
          'sql`with locked as (select * from mo where $',
          '{among(sql`id`, ids)} for update) select 1 from locked`',
        ].join(''),
      },
    ],
    statesByNumber: [{ path: 'areas/stock/server/x.ts', text: 'sql`select id from mo where status = 10 and true`' }],
    movesBesideTransition: [
      { path: 'areas/stock/server/x.ts', text: 'sql`update inventory set quantity = 1, status = r.status from r`' },
    ],
    handledElsewhere: [
      { path: 'areas/sales/model/x.calls.ts', text: 'export const xToY = command()' },
      {
        path: 'areas/stock/server/x.handlers.ts',
        text: "import { xToY } from '@qitao/sales/model/x.calls.ts'\nhandle(xToY, work)",
      },
    ],
    sleepingTests: [{ path: 'a.test.ts', text: `test${'.'}only('x', () => {})` }],
    storiesToldTwice: [{ path: 'e2e/x.story.ts', text: "for (const language of ['zh', 'en'] as const)" }],
  }
  test.each(Object.entries(planted))('%s', (name, violation) =>
    expect(rules[name as keyof typeof rules](violation)).toHaveLength(1),
  )
})

describe('to lock and to read in one statement', () => {
  const found = (statement: string) =>
    rules.readsWhileLocking([{ path: 'areas/stock/server/x.ts', text: `sql\`${statement}\`` }]).length
  test.each([
    ['a join', 'select a.q from a join m on m.id = a.m_id for update of m', 1],
    ['a sum', 'select id, (select sum(x.q) from x) as q from m where id = 1 for update', 1],
    ['a part of the statement', 'with l as (select * from m for update) select * from l join x on true', 1],
    ['the locked rows alone', 'select id, q from m where id in (select m_id from a) order by id for update', 0],
    ['no lock', 'select a.q, (select sum(x.q) from x) from a join m on true', 0],
  ])('%s', (_name, statement, count) => expect(found(statement)).toBe(count))
})

describe('a state by its number', () => {
  const found = (text: string, path = 'areas/stock/server/x.ts') => rules.statesByNumber([{ path, text }]).length
  test.each([
    ['compared in SQL', "where t.status <> '05' and true", 1],
    ['one of several', 'where t.status not in (1, 2)', 1],
    ['by case', 'case t.status when 30 then 1 end', 1],
    ['set by case', 'set material_status = case when k.short then 6 else null end', 1],
    ['compared in TypeScript', 'if (order.publish_status === 0) return', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a file
    ['chosen', 'sql`dispatch_status = ${dispatched ? 1 : 0}`', 1],
    ['what stands in for none', 'expectAction(order?.status ?? 10)', 1],
    ['of a row', 'const row = { id, status: 1 }', 1],
    ['a cast', 'moStatus.stateOf(order.status as 20)', 1],
    // biome-ignore lint/suspicious/noTemplateCurlyInString: text of a file
    ['by its name', 'where t.status = ${moStatus.codes.todo} and m.status === codes.done ? 1 : 0', 0],
    ['an answer of HTTP', 'if (reply.status === 503 || status >= 200) return', 0],
    ['in a comment', '// status = 1', 0],
  ])('%s', (_name, text, count) => expect(found(text)).toBe(count))
  test.each(['purchasing', 'sales', 'warehouse'])('in %s as anywhere', area =>
    expect(found('t.quality_status = 0 and true', `areas/${area}/server/x.ts`)).toBe(1),
  )
  test('its own table may', () => expect(found('const x = { status: 1 }', 'areas/stock/model/x.status.ts')).toBe(0))
})

/** A border is real only when crossing it fails: each crossing is made, by files of its own, in a small copy of the tree. */
describe('each border stops a crossing', () => {
  const crossings: Record<string, [from: string, to: string]> = {
    'core-uses-ours': ['core/a.ts', 'planning/b.ts'],
    'planning-uses-ours': ['planning/a.ts', 'areas/stock/model/b.ts'],
    'pure-code-is-impure': ['areas/stock/model/a.ts', 'platform/server/b.ts'],
    'platform-knows-business': ['platform/server/a.ts', 'areas/stock/model/b.ts'],
    'server-uses-web': ['areas/stock/server/a.ts', 'areas/stock/web/b.ts'],
    'web-uses-server': ['areas/stock/web/a.ts', 'areas/stock/server/b.ts'],
    'app-is-used': ['areas/stock/server/a.ts', 'apps/server/b.ts'],
    'stock-uses-a-later-area': ['areas/stock/model/a.ts', 'areas/sales/model/b.ts'],
    'test-code-is-used': ['areas/stock/server/a.ts', 'areas/stock/testing/b.ts'],
    'pure-code-uses-node': ['core/a.ts', 'node:fs'],
    'cannot-be-found': ['core/a.ts', './missing.ts'],
  }
  let found = ''
  beforeAll(() => {
    const copy = mkdtempSync(join(tmpdir(), 'qitao-border-'))
    try {
      for (const file of [
        '.dependency-cruiser.cjs',
        'package.json',
        'tsconfig.json',
        'tsconfig.base.json',
        'tsconfig.node.json',
      ])
        cpSync(join(root, file), join(copy, file))
      for (const [rule, [from, to]] of Object.entries(crossings)) {
        const isPath = to.endsWith('/b.ts')
        const used = to.replace('/b.ts', `/${rule}-used.ts`)
        write(copy, crossing(rule, from), `import '${isPath ? '../'.repeat(from.split('/').length - 1) + used : to}'\n`)
        if (isPath) write(copy, used, 'export const b = 1\n')
      }
      found = cruise(copy, ['core', 'planning', 'platform', 'areas', 'apps'])
    } finally {
      rmSync(copy, { recursive: true, force: true })
    }
  })
  test.each(Object.entries(crossings))('%s', (rule, [from]) =>
    expect(found).toMatch(new RegExp(` ${rule}: ${crossing(rule, from)} `)),
  )
})

const crossing = (rule: string, from: string): string => from.replace('/a.ts', `/${rule}.ts`)
function write(folder: string, path: string, text: string): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
}
function cruise(folder: string, top: readonly string[]): string {
  try {
    return execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs'),
        '--config',
        '.dependency-cruiser.cjs',
        ...top,
      ],
      {
        cwd: folder,
        encoding: 'utf8',
        stdio: 'pipe',
      },
    )
  } catch (error) {
    return String((error as { stdout?: string }).stdout)
  }
}
