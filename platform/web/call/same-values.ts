/** What an input leaves when it is emptied is as what was never filled. */
const isNothing = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Whether a form holds what it began with. Names that begin with an underscore are notes of the screen and do not count. */
export function sameValues(one: unknown, other: unknown): boolean {
  if (isNothing(one) || isNothing(other)) return isNothing(one) && isNothing(other)
  if (typeof one !== 'object' || typeof other !== 'object') return one === other
  if (Array.isArray(one) !== Array.isArray(other)) return false
  const names = Object.keys({ ...one, ...other }).filter(name => !name.startsWith('_'))
  return names.every(name => sameValues(one![name as never], other![name as never]))
}
