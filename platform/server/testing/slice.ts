/**
 * What a run need not do whole, it does in slices: which one is said by the seed of the run, which moves on with every day and
 * every commit, so that so many runs together have done all of it. `WHOLE=1 npm test` does all of it at once, and
 * `RUN_SEED=... npm test` takes the slices of another run again; `npm test` says its seed.
 */
const { WHOLE: whole, RUN_SEED: given } = process.env
export const isWhole = whole === '1'
const dayMs = 86_400_000
export const runSeed = Number(given ?? Math.floor(Date.now() / dayMs))

/** Which of so many slices is the turn of this run, from 0. Different things, by name, are at different places. */
export function turnOf(name: string, parts: number, seed = runSeed): number {
  const place = [...name].reduce((sum, letter) => (sum * 31 + letter.codePointAt(0)!) % 1_000_003, 0)
  return (seed + place) % parts
}

/** Every so-many-th of the list, or all of it. */
export const sliceOf = <T>(name: string, list: readonly T[], parts: number, seed = runSeed, all = isWhole): T[] =>
  all ? [...list] : list.filter((_, at) => at % parts === turnOf(name, parts, seed))
