import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal } from '@qitao/core/refusal.ts'
import { Budget, type Share } from './budget.ts'
import { addressOf, isSecure, networkOf, type TrustsProxy } from './client-address.ts'
import { deviceSecretOf } from './device-cookie.ts'
import { FairGate } from './fair-gate.ts'
import type { CameWith, Member } from './handle.ts'
import type { Limits } from './limits.ts'

/** Whose work it is, as the limits count it. A stranger is a company by the network that he or she calls from. */
interface Caller {
  readonly company: string
  readonly user: string
  readonly isKnown: boolean
}
type Authenticate = (token: string, came?: CameWith) => Promise<Member | 'login_needed' | 'role_invalid'>

const kilobyte = 1024
const megabyte = 1024 * kilobyte
/** So many tokens are looked up at a time, each a short question to the database. */
const lookups = { atOnce: 6, reserved: 2, atOncePerCompany: 3, atOncePerUser: 2 }
/** A body of this size costs no more than its connection. */
const smallBodyBytes = 16 * 1024
/** How a body may be cut: beyond so many pieces, smaller ones on the average cost many times what they carry. */
const pieces = { free: 2_000, leastBytes: 64 }
/** Of so many tokens it is remembered whose they are: for the order of the line only, never for a right. */
const mostRemembered = 20_000

/** Who comes in, and how much of the server each may have at a time. */
export class Admission {
  readonly #limits: Limits
  readonly #trusts: TrustsProxy
  readonly #authenticate: Authenticate
  readonly #calls: FairGate
  readonly #computing: FairGate
  readonly #publicCalls: FairGate
  readonly #lookups: FairGate
  readonly #connections = new Budget()
  readonly #held = new Budget()
  readonly #callers = new Map<string, Caller>()

  constructor(limits: Limits, trusts: TrustsProxy, authenticate: Authenticate) {
    this.#limits = limits
    this.#trusts = trusts
    this.#authenticate = authenticate
    const lines = {
      waiting: limits.callsWaiting,
      waitingPerCompany: limits.callsWaitingPerCompany,
      waitingPerUser: limits.callsWaitingPerUser,
    }
    // Nobody knows yet how many of a plant are behind one address.
    const ofAddress = limits.connectionsPerAddress
    this.#lookups = new FairGate({
      ...lookups,
      waiting: limits.connections,
      waitingPerCompany: ofAddress,
      waitingPerUser: ofAddress,
    })
    this.#calls = new FairGate({
      ...lines,
      atOnce: limits.callsAtOnce,
      reserved: limits.callsReserved,
      atOncePerCompany: limits.callsAtOncePerCompany,
      atOncePerUser: limits.callsAtOncePerUser,
    })
    this.#computing = new FairGate({
      ...lines,
      atOnce: limits.computingAtOnce,
      reserved: limits.callsReserved,
      atOncePerCompany: limits.computingAtOncePerCompany,
      atOncePerUser: limits.callsAtOncePerUser,
    })
    this.#publicCalls = new FairGate({
      atOnce: limits.publicCallsAtOnce,
      reserved: limits.publicCallsReserved,
      atOncePerCompany: limits.publicCallsAtOncePerAddress,
      atOncePerUser: limits.publicCallsAtOncePerAddress,
      waiting: limits.publicCallsWaiting,
      waitingPerCompany: limits.publicCallsWaitingPerAddress,
      waitingPerUser: limits.publicCallsWaitingPerAddress,
    })
  }

  /** Connections: so many in all, and of one address. Bodies: not of crumbs. */
  watch(server: Server): void {
    server.prependListener('request', expectNoCrumbs)
    server.maxConnections = this.#limits.connections
    // Who sends many requests at once on one connection makes others wait.
    server.maxRequestsPerSocket = this.#limits.callsPerConnection
    server.on('connection', socket => {
      // Each request on it has listeners of its own.
      socket.setMaxListeners(0)
      const address = socket.remoteAddress ?? ''
      if (this.#trusts(address, 0)) return
      const giveBack = this.#connections.take([[networkOf(address), this.#limits.connectionsPerAddress]])
      if (giveBack) socket.once('close', giveBack)
      else socket.destroy()
    })
  }

  addressOf(request: IncomingMessage): string {
    return addressOf(request, this.#trusts)
  }
  isSecure(request: IncomingMessage): boolean {
    return isSecure(request, this.#trusts)
  }
  deviceSecretOf(request: IncomingMessage): string | undefined {
    return deviceSecretOf(request.headers, this.isSecure(request))
  }
  /** Where somebody asks from, and by what he or she is counted. */
  placeOf(request: IncomingMessage): { address: string; network: string } {
    const address = this.addressOf(request)
    return { address, network: networkOf(address) }
  }
  stranger(request: IncomingMessage): Caller {
    const { network } = this.placeOf(request)
    return { company: network, user: network, isKnown: false }
  }
  /** A program waits in a line of its own: it does not keep its owner's pages waiting. */
  member({ org_id, user_id, api_token_id }: Member): Caller {
    return { company: org_id, user: api_token_id ?? user_id, isKnown: true }
  }

  /** Looks the token up; who sends much waits for the own tokens. */
  async authenticate(token: string, request: IncomingMessage, gone?: AbortSignal): ReturnType<Authenticate> {
    if (token === '') return 'login_needed'
    const caller = this.#callers.get(token) ?? this.stranger(request)
    const leave = (await this.#lookups.enter(caller.company, caller.user, gone)) ?? refuseTooMany()
    try {
      const found = await this.#authenticate(token, {
        address: this.addressOf(request),
        device_secret: this.deviceSecretOf(request),
      })
      if (typeof found === 'string') this.#callers.delete(token)
      else this.#remember(token, this.member(found))
      return found
    } finally {
      leave()
    }
  }
  #remember(token: string, caller: Caller): void {
    this.#callers.set(token, caller)
    if (this.#callers.size <= mostRemembered) return
    const [oldest] = this.#callers.keys()
    if (oldest !== undefined) this.#callers.delete(oldest)
  }

  /** Waits for the caller's turn, and does the work. 5057 when too much of the caller waits already. */
  inTurn<T>(caller: Caller, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#within(caller.isKnown ? this.#calls : this.#publicCalls, caller, gone, work)
  }
  /** The same for a call that computes between its transactions: each of those then takes its own turn. */
  computing<T>(caller: Caller, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    return this.#within(this.#computing, caller, gone, work)
  }
  async #within<T>(gate: FairGate, caller: Caller, gone: AbortSignal, work: () => Promise<T>): Promise<T> {
    const leave = (await gate.enter(caller.company, caller.user, gone)) ?? refuseTooMany()
    try {
      // Answers that nobody reads are held, too.
      if (this.#holdsTooMuch(caller)) refuseTooMany()
      return await work()
    } finally {
      leave()
    }
  }

  /** A body that is to come: room for it until its request is over, and a time by which it has arrived. Answers what ends the wait. */
  awaitBody(
    caller: Caller,
    request: IncomingMessage,
    reply: ServerResponse,
    most: number,
    seconds: number,
  ): () => void {
    const given = request.headers['content-length']
    const length = given === undefined ? (request.headers['transfer-encoding'] === undefined ? 0 : most) : Number(given)
    if (length === 0) return () => undefined
    const bytes = length > smallBodyBytes ? Math.min(length, most) : 0
    if (bytes > 0 && this.#holdsTooMuch(caller, bytes)) refuseTooMany()
    const giveBack = this.#held.add(this.#shares(caller), bytes)
    const late = setTimeout(() => request.destroy(), seconds * 1000)
    whenOver(reply, () => {
      clearTimeout(late)
      giveBack()
    })
    return () => clearTimeout(late)
  }
  /** An answer that is on its way until it is read or its reader has gone. */
  holdAnswer(caller: Caller, reply: ServerResponse, bytes: number): void {
    whenOver(reply, this.#held.add(this.#shares(caller), bytes))
  }
  /** A share that is full refuses those who hold something of it already, so that few do not shut out all others. */
  #holdsTooMuch(caller: Caller, more = 0): boolean {
    const shares = this.#shares(caller)
    return shares.some(([whose, most], index) => {
      const [narrower] = shares[index + 1] ?? []
      return this.#held.held(whose) + more > most && (narrower === undefined || this.#held.held(narrower) > 0)
    })
  }
  /** From the widest to the narrowest. */
  #shares({ company, user, isKnown }: Caller): readonly Share[] {
    const limits = this.#limits
    return isKnown
      ? [
          ['all', limits.heldMb * megabyte],
          [company, limits.heldMbPerCompany * megabyte],
          [user, limits.heldMbPerUser * megabyte],
        ]
      : [
          ['strangers', limits.heldMbOfStrangers * megabyte],
          [user, limits.heldMbPerAddress * megabyte],
        ]
  }
}

/** Counts before anybody reads: what is not read yet is held piece by piece. */
function expectNoCrumbs(request: IncomingMessage): void {
  if (request.headers['transfer-encoding'] === undefined) return
  const push = request.push.bind(request)
  let [count, bytes] = [0, 0]
  request.push = (chunk, encoding) => {
    if (request.destroyed) return false
    if (chunk !== null) {
      count += 1
      bytes += chunk.length
      if (count > pieces.free && bytes < count * pieces.leastBytes) {
        request.destroy()
        return false
      }
    }
    return push(chunk, encoding)
  }
}

/** Once, when the answer is read or its reader has gone; at once when that was before: nobody tells it a second time. */
function whenOver(reply: ServerResponse, done: () => void): void {
  const { socket } = reply.req
  if (reply.destroyed || socket.destroyed) {
    done()
    return
  }
  const over = (): void => {
    reply.off('close', over)
    socket.off('close', over)
    done()
  }
  reply.on('close', over)
  // An answer that waits behind others on its connection never hears of the end itself.
  socket.on('close', over)
}

const refuseTooMany = (): never => {
  throw new Refusal(generalErrors.tooManyCalls)
}

export type { Caller }
