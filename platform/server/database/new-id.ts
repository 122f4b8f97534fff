import { randomUUID } from 'node:crypto'

const idsOfMillisecond = 4096
let lastTime = 0
let madeOfTime = 0

/**
 * UUID version 7 (RFC 9562, 6.2 method 1): made here, so that a pure rule's output can be linked before it is saved; those
 * of one process sort in the order of their making, within a millisecond and when the clock is set back, too.
 */
export function newId(): string {
  const now = Date.now()
  madeOfTime += 1
  if (now > lastTime) {
    lastTime = now
    madeOfTime = 0
  } else if (madeOfTime === idsOfMillisecond) {
    lastTime += 1
    madeOfTime = 0
  }
  const time = lastTime.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${madeOfTime.toString(16).padStart(3, '0')}${randomUUID().slice(18)}`
}
