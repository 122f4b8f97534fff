/** What the import says while it works and at its end, and which of its promises did not hold. */
export interface Report {
  readonly say: (line: string) => void
  readonly count: (name: string, wanted: number, stored: number) => void
  readonly promise: (holds: boolean, words: string) => void
  readonly broken: () => readonly string[]
}

export function reporter(write: (line: string) => void): Report {
  const broken: string[] = []
  const promise = (holds: boolean, words: string): void => {
    write(`  ${holds ? 'kept  ' : 'BROKEN'} ${words}`)
    if (!holds) broken.push(words)
  }
  return {
    say: write,
    promise,
    count: (name, wanted, stored) => {
      if (wanted === stored)
        write(`  ${name.padEnd(28)} ${String(wanted).padStart(7)} in ${String(stored).padStart(7)} stored`)
      else promise(false, `${name}: ${wanted} in, ${stored} stored`)
    },
    broken: () => broken,
  }
}

export async function timed<T>(report: Report, name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const done = await work()
  report.say(`${name}: ${((performance.now() - began) / 1000).toFixed(1)} s`)
  return done
}
