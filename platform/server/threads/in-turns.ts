import { setImmediate as nextTurn } from 'node:timers/promises'

/** So long others wait at most. */
const mostMs = 10

/** Work in small steps on the event loop: whoever waits for an answer has a turn between them. */
export async function inTurns<T>(work: Generator<void, T>): Promise<T> {
  let began = performance.now()
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() - began < mostMs) continue
    await nextTurn()
    began = performance.now()
  }
}
