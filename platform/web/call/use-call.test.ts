import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test } from 'vitest'
import { afterWriting, queryClient } from './use-call.ts'

const call = { path: '/list' } as never
const other = { path: '/other' } as never
afterEach(() => queryClient.clear())

/** A list of a company: each asking sees what was written by then, and answers when it is let. */
function aList(path: string) {
  let written = 'old'
  const answers: (() => void)[] = []
  let asked = 0
  const queryFn = () => {
    asked++
    const seen = written
    return new Promise<string>(answer => answers.push(() => answer(seen)))
  }
  const observer = new QueryObserver(queryClient, { queryKey: [path, {}], queryFn })
  const stop = observer.subscribe(() => {})
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) {
      answers.shift()?.()
      await Promise.resolve()
    }
  }
  return {
    observer,
    stop,
    settle,
    asked: () => asked,
    write: () => {
      written = 'new'
    },
  }
}

test('a first answer that was on its way while something was written is asked again', async () => {
  const list = aList('/list')
  list.write()
  const done = afterWriting([call])
  await list.settle()
  await done
  expect(list.observer.getCurrentResult().data).toBe('new')
  list.stop()
})

test('of many writes while a first answer is on its way, it is asked again once', async () => {
  const list = aList('/list')
  list.write()
  const done = Promise.all([afterWriting([call]), afterWriting([call]), afterWriting([call])])
  await list.settle()
  await done
  expect(list.observer.getCurrentResult().data).toBe('new')
  expect(list.asked()).toBe(2)
  list.stop()
})

test('what nobody has named is old when it comes, and asked again when it is looked at the next time', async () => {
  const list = aList('/list')
  list.write()
  await afterWriting([other])
  await list.settle()
  expect(list.observer.getCurrentResult()).toMatchObject({ data: 'old', isStale: true })
  list.stop()
})
