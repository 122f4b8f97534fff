import { bomVersionStatus } from '@qitao/engineering/model/bom/bom-version.status.ts'
import { expect, test } from 'vitest'
import { recordKinds } from './record-kinds.ts'

test('a routing is told by the states that its versions have', () => {
  expect(recordKinds.routing.states).toEqual(bomVersionStatus.list)
})
