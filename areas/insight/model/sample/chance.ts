/** Between 0 and 1; follows from the words alone, so that every making is the same. */
export function chance(...words: readonly (string | number)[]): number {
  let hash = 2_166_136_261
  for (const sign of words.join(' ')) hash = Math.imul(hash ^ sign.charCodeAt(0), 16_777_619)
  return ((Math.imul(hash ^ (hash >>> 15), 2_246_822_507) ^ (hash >>> 13)) >>> 0) / 2 ** 32
}
