import { availableParallelism } from 'node:os'

/** More at once answer no faster, and keep locks and connections for longer: who waits outside holds nothing. */
export const perProcessor = {
  callsAtOnce: 2,
  callsAtOncePerCompany: 1.5,
  computingAtOnce: 3,
  computingAtOncePerCompany: 2,
} as const

/**
 * What one server process takes at most, and from whom. Each limit is changed by the setting of its name
 * (`callsAtOnce` is LIMIT_CALLS_AT_ONCE); docs/operations.md has them all.
 */
export const usualLimits = {
  /** Open connections; the next one is closed at once. */
  connections: 10_000,
  /** Of one address. Proxies that are trusted are not counted. */
  connectionsPerAddress: 1_000,
  /** One after the other on one connection; then it is closed and opened anew. */
  callsPerConnection: 1_000,
  /** Live channels, which each page keeps open. */
  channelsPerSession: 10,
  channelsPerUser: 30,
  channelsPerCompany: 2_000,
  /** Words on a channel that wait for a reader; who reads slower is put out and asks again. */
  channelBufferKb: 256,
  /** What a page says on its channel in the time of a ping. */
  channelMessagesPerPing: 30,
  /** Calls that are worked on; further ones wait, companies and then users taking turns. */
  callsAtOnce: perProcessor.callsAtOnce * availableParallelism(),
  /** Places beside these for a company of which no call is worked on. */
  callsReserved: 8,
  callsAtOncePerCompany: Math.ceil(perProcessor.callsAtOncePerCompany * availableParallelism()),
  callsAtOncePerUser: 2,
  /** Calls that compute with no transaction open; while one reads and while it saves it takes its turn as any other. */
  computingAtOnce: perProcessor.computingAtOnce * availableParallelism(),
  computingAtOncePerCompany: perProcessor.computingAtOncePerCompany * availableParallelism(),
  callsWaiting: 2_000,
  callsWaitingPerCompany: 500,
  callsWaitingPerUser: 100,
  /** Calls of people who are not signed in, which hash passwords and send messages. */
  publicCallsAtOnce: 4,
  publicCallsReserved: 2,
  publicCallsAtOncePerAddress: 2,
  publicCallsWaiting: 1_000,
  publicCallsWaitingPerAddress: 200,
  /** Bodies that come in and answers that go out, while they are held. */
  heldMb: 384,
  heldMbPerCompany: 128,
  heldMbPerUser: 64,
  heldMbOfStrangers: 32,
  heldMbPerAddress: 8,
  bodyKb: 4_096,
  publicBodyKb: 64,
  /** A body that has not arrived by then is not waited for. */
  bodySeconds: 60,
  publicBodySeconds: 20,
  uploadSeconds: 300,
  /** Attached files and Excel files of a company; a row of `storage_allowance` says otherwise. */
  storageMbPerCompany: 20_480,
}
export type Limits = Readonly<Record<keyof typeof usualLimits, number>>

export const settingOfLimit = (name: string): string =>
  `LIMIT_${name.replace(/[A-Z]/g, letter => `_${letter}`).toUpperCase()}`

/** The usual limits, with what the environment sets. */
export function readLimits(environment: Readonly<Record<string, string | undefined>>): Limits {
  const read = Object.entries(usualLimits).map(([name, usual]) => {
    const setting = settingOfLimit(name)
    const given = environment[setting]
    if (given === undefined || given === '') return [name, usual]
    if (!/^[1-9]\d{0,8}$/.test(given)) throw new RangeError(`${setting} is ${given}; it has to be a number from 1.`)
    return [name, Number(given)]
  })
  return Object.fromEntries(read)
}

/** Those of this process. */
export const limits: Limits = readLimits(process.env)
