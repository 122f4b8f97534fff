import type { LiveMessage } from '@qitao/core/live.ts'
import { expect, test } from 'vitest'
import { tellAfter } from './job.ts'

test('what a transaction tells is told when it has ended, and not at all when it fails', async () => {
  const heard: [LiveMessage, { user_id: string } | undefined][] = []
  const context = { tell: async (message: LiveMessage, to?: { user_id: string }) => void heard.push([message, to]) }
  const done = await tellAfter(context, async tell => {
    tell({ channel_type: 'plan' })
    tell({ channel_type: 'notice' }, { user_id: 'a' })
    await Promise.resolve()
    return heard.length
  })
  expect(done).toBe(0)
  const told = [
    [{ channel_type: 'plan' }, undefined],
    [{ channel_type: 'notice' }, { user_id: 'a' }],
  ]
  expect(heard).toEqual(told)
  const fails = tellAfter(context, async tell => {
    tell({ channel_type: 'plan' })
    throw new Error('Moved')
  })
  await expect(fails).rejects.toThrow('Moved')
  expect(heard).toEqual(told)
})
