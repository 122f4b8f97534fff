import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { faults } from './planted.ts'

const root = new URL('../../../../', import.meta.url)

test.each(faults)('$name: can be planted in the product as it is', ({ changes }) => {
  for (const { file, find } of changes)
    expect({ file, find, times: readFileSync(new URL(file, root), 'utf8').split(find).length - 1 }).toMatchObject({
      times: 1,
    })
})
