import { expect, test } from 'vitest'
import { oneTap } from './one-tap.ts'

test('a second tap before the first has answered does nothing', async () => {
  const tap = oneTap()
  let begun = 0
  const work = async () => {
    begun++
    await Promise.resolve()
    return false
  }
  await Promise.all([tap(work), tap(work)])
  expect(begun).toBe(1)
  await tap(work)
  expect(begun).toBe(2)
})
test('what is done for good is not done again, what failed or broke off can be', async () => {
  const tap = oneTap()
  const answers: boolean[] = []
  const answering = (answer: boolean) => async () => {
    answers.push(answer)
    return answer
  }
  await expect(tap(() => Promise.reject(new Error('no room')))).rejects.toThrow('no room')
  for (const answer of [false, true, true]) await tap(answering(answer))
  expect(answers).toEqual([false, true])
})
