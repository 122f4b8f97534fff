import { randomUUID } from 'node:crypto'

/** UUID version 7: made here, so that a pure rule's output can be linked before it is saved; sorts by time of making. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}
