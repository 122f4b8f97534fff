import { expect, test } from 'vitest'
import { reachOf, type Tree } from './reach.ts'

const tree: Tree = {
  folders: new Map([
    ['@qitao/core', 'core'],
    ['@qitao/platform', 'platform'],
    ['@qitao/sales', 'areas/sales'],
    ['@qitao/stock', 'areas/stock'],
    ['@qitao/manufacturing', 'areas/manufacturing'],
    ['@qitao/app-server', 'apps/server'],
  ]),
  files: new Map([
    ['areas/stock/server/ledger.ts', "import '@qitao/core/text.ts'"],
    ['areas/stock/server/ledger.calls.test.ts', "import { x } from '@qitao/app-server/testing/test-app.ts'"],
    ['areas/sales/server/order.ts', ''],
    ['areas/sales/server/order.calls.test.ts', ''],
    ['areas/manufacturing/server/mo.ts', "import { post } from '@qitao/stock/server'"],
    ['areas/manufacturing/server/mo.calls.test.ts', ''],
    [
      'apps/server/areas.ts',
      "import { mo } from '@qitao/manufacturing/server'\nimport { o } from '@qitao/sales/server'",
    ],
    ['apps/server/journey.calls.test.ts', ''],
    ['e2e/platform/every-page.story.ts', ''],
    ['e2e/journey/stock.ts', "import { bin } from '@qitao/stock/model/bin.ts'"],
    ['e2e/journey/journey.story.ts', "import { postStock } from './stock.ts'"],
    ['e2e/order.story.ts', "import { add } from '@qitao/sales/model/order.calls.ts'"],
  ]),
}

test('a change of the server reaches the tests of those that use it, over any number of steps, and of no others', () => {
  const { server, unit } = reachOf(['areas/stock/server/ledger.ts'], tree)
  expect(server).toEqual([
    'areas/stock/server/ledger.calls.test.ts',
    'areas/manufacturing/server/mo.calls.test.ts',
    'apps/server/journey.calls.test.ts',
  ])
  expect(unit).toBe(true)
})

test('a change of a page reaches no test of the server, but the stories that name the area, and the look at every page', () => {
  const { server, stories } = reachOf(['areas/stock/web/bins.page.tsx'], tree)
  expect(server).toEqual([])
  expect(stories).toEqual(['e2e/platform/every-page.story.ts', 'e2e/journey/journey.story.ts'])
})

test('a test that was changed is run itself, and nothing else', () => {
  const { server, stories } = reachOf(['areas/sales/server/order.calls.test.ts'], tree)
  expect(server).toEqual(['areas/sales/server/order.calls.test.ts'])
  expect(stories).toEqual([])
})

test('what all use reaches all', () => {
  for (const path of ['core/text.ts', 'platform/server/database/database.ts', 'package-lock.json']) {
    const { server, stories } = reachOf([path], tree)
    expect(server).toHaveLength(4)
    expect(stories).toHaveLength(3)
  }
})

test('words about the product reach nothing', () => {
  expect(reachOf(['docs/architecture.md', 'README.md'], tree)).toEqual({ unit: false, server: [], stories: [] })
})
