// Times of repeated work, printed one line each: what, how often, median, 99th percentile.
export const warmUps = 3

/** Milliseconds of each of `times` runs, one after another, after a few that do not count. */
export async function measure(
  name: string,
  times: number,
  work: (turn: number) => Promise<unknown>,
): Promise<number[]> {
  const taken: number[] = []
  for (let turn = -warmUps; turn < times; turn++) {
    const began = performance.now()
    await work(turn)
    if (turn >= 0) taken.push(performance.now() - began)
  }
  console.log(
    `${name.padEnd(44)} n ${String(times).padStart(4)}   median ${ms(at(taken, 0.5))}   p99 ${ms(at(taken, 0.99))}`,
  )
  return taken
}

/** Once, for what takes seconds. */
export async function once<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  console.log(`${name.padEnd(44)} ${ms(performance.now() - began)}`)
  return result
}

export const at = (times: readonly number[], share: number): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN

const ms = (time: number): string => `${time.toFixed(time < 100 ? 1 : 0).padStart(8)} ms`
