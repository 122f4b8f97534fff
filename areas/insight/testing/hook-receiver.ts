import { createServer, type Server } from 'node:http'

export interface Received {
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}
/** Another system, listening on this machine. */
export interface HookReceiver {
  readonly address: string
  readonly received: Received[]
  /** What it answers from now on; 0: nothing. */
  answers: number
  /** It answers after so many milliseconds. */
  waitsMs: number
  close(): void
}
export async function hookReceiver(): Promise<HookReceiver> {
  const received: Received[] = []
  const server: Server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', piece => {
      body += piece
    })
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value ?? '')]),
      )
      received.push({ headers, body })
      const answer = () =>
        receiver.answers === 0
          ? request.socket.destroy()
          : response.writeHead(receiver.answers).end(`answer ${receiver.answers}`)
      setTimeout(answer, receiver.waitsMs)
    })
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  const { port } = server.address() as { port: number }
  const receiver: HookReceiver = {
    address: `http://127.0.0.1:${port}/hook`,
    received,
    answers: 200,
    waitsMs: 0,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
  return receiver
}
