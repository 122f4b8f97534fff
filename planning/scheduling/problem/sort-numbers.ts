/**
 * The places of keys by rising key, equal ones by `tie` or as they come. Key and place are sorted as one number where that is
 * exact: numbers are sorted far faster than by a comparison.
 */
export function placesByKey(keys: Float64Array, tie: (a: number, b: number) => number = byPlace): Int32Array {
  const n = keys.length
  const places = new Int32Array(n)
  let least = Number.POSITIVE_INFINITY
  let most = Number.NEGATIVE_INFINITY
  let areWhole = true
  for (let i = 0; i < n; i++) {
    const key = keys[i]!
    if (key < least) least = key
    if (key > most) most = key
    areWhole &&= Number.isInteger(key)
    places[i] = i
  }
  if (!areWhole || (most - least + 1) * n > Number.MAX_SAFE_INTEGER)
    return places.sort((a, b) => keys[a]! - keys[b]! || tie(a, b))
  const both = new Float64Array(n)
  for (let i = 0; i < n; i++) both[i] = (keys[i]! - least) * n + i
  both.sort()
  for (let i = 0; i < n; i++) places[i] = both[i]! % n
  if (tie !== byPlace) sortEqual(places, keys, tie)
  return places
}

/** So many are sorted by hand faster than by a call. */
const few = 16

const byPlace = (a: number, b: number): number => a - b

/** Those with one key lie side by side, and mostly they are few. */
function sortEqual(places: Int32Array, keys: Float64Array, tie: (a: number, b: number) => number): void {
  let first = 0
  for (let end = 1; end <= places.length; end++) {
    if (end < places.length && keys[places[end]!] === keys[places[first]!]) continue
    sortPlaces(places, first, end, tie)
    first = end
  }
}

/** Sorts the places from one on up to another. */
export function sortPlaces(
  places: Int32Array,
  first: number,
  end: number,
  tie: (a: number, b: number) => number,
): void {
  if (end - first > few) {
    places.subarray(first, end).sort(tie)
    return
  }
  for (let i = first + 1; i < end; i++) {
    const place = places[i]!
    let at = i
    for (; at > first && tie(places[at - 1]!, place) > 0; at--) places[at] = places[at - 1]!
    places[at] = place
  }
}
