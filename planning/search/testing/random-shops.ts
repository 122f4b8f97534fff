import { seededRandom } from '../../random.ts'
import type { ShopFile } from '../shop-file.ts'

/** Jobs of chance: every job visits every machine once. */
export function jobShop(jobs: number, machines: number, seed: number): ShopFile {
  const random = seededRandom(seed)
  const whole = (limit: number) => Math.floor(random() * limit)
  return {
    name: `shop-${jobs}-${machines}`,
    machines,
    jobs: Array.from({ length: jobs }, () => {
      const route = Array.from({ length: machines }, (_, machine) => machine)
      for (let k = route.length - 1; k > 0; k--) {
        const other = whole(k + 1)
        ;[route[k], route[other]] = [route[other]!, route[k]!]
      }
      return route.map(machine => [[machine, 1 + whole(99)] as const])
    }),
  }
}

/** Each operation on two or three machines, families with change-overs. */
export function flexibleShop(jobs: number, machines: number, seed: number): ShopFile {
  const random = seededRandom(seed)
  const whole = (limit: number) => Math.floor(random() * limit)
  const plain = jobShop(jobs, machines, seed + 1)
  return {
    name: `flexible-${jobs}-${machines}`,
    machines,
    jobs: plain.jobs.map(job =>
      job.map(choices => {
        const [machine, duration] = choices[0]!
        return [0, 1, 2].slice(0, 2 + whole(2)).map(k => [(machine + k) % machines, duration + k * whole(5)] as const)
      }),
    ),
    setup: {
      opFamily: plain.jobs.map(job => job.map(() => whole(3))),
      matrix: [
        [
          [0, 4, 7],
          [4, 0, 5],
          [7, 5, 0],
        ],
      ],
    },
  }
}
