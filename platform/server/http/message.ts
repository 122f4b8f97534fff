import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { SpanKind } from '@opentelemetry/api'
import { createTransport } from 'nodemailer'
import { traced } from '../observe/trace.ts'
import { sentOut } from './metrics.ts'

/** A message to one person outside of the product: a verification code, an order to a supplier. */
export interface Message {
  /** Email address; phone numbers too when the messages go to files. */
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The same with tables and links, for who reads it so. */
  readonly html?: string
  readonly attachments?: readonly { readonly filename: string; readonly content: Buffer }[]
}
export interface Messenger {
  /** mail: sent by SMTP; outbox: kept as files for whoever runs the server. */
  readonly kind: 'mail' | 'outbox'
  readonly send: (message: Message) => Promise<void>
}

/** `retry`: it did not get there; `refused`: it never will; `unsure`: it was handed over, and may have arrived. */
export type SendFailure = 'retry' | 'refused' | 'unsure'
const beforeTheTalk = new Set(['EDNS', 'ETLS', 'EAUTH', 'ENOAUTH', 'EOAUTH2', 'EPROXY'])
/** What became of a message whose sending failed with this. */
export function sendFailure(error: unknown): SendFailure {
  const { code, command, responseCode, syscall, timeoutType } = Object(error)
  // Of no mail server: the message was not written.
  if (command === undefined && responseCode === undefined) return 'retry'
  if (beforeTheTalk.has(code)) return 'retry'
  if (responseCode !== undefined) return responseCode >= 500 ? 'refused' : 'retry'
  // It is no message that can be sent, or nobody's.
  if (code === 'EENVELOPE' || (code === 'EMESSAGE' && command !== 'DATA')) return 'refused'
  if (syscall === 'connect' || (timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT')) return 'retry'
  return 'unsure'
}

const connectionTimeoutMs = 10_000

/** `url` as smtp://user:password@host:587 or smtps://…; `from` is the sender people see. */
export function mailMessenger(url: string, from: string): Messenger {
  const transport = createTransport(url, { from, connectionTimeout: connectionTimeoutMs } as object)
  return {
    kind: 'mail',
    async send(message) {
      const { attachments = [], ...words } = message
      const sending = () => transport.sendMail({ ...words, attachments: [...attachments] })
      await traced({ name: 'send mail', kind: SpanKind.CLIENT }, sending).then(
        () => sentOut.inc({ kind: 'mail', outcome: 'sent' }),
        error => {
          sentOut.inc({ kind: 'mail', outcome: 'failed' })
          throw error
        },
      )
    },
  }
}

/** One readable file for each message, for installations without a mail server. */
export const outboxMessenger = (folder: string): Messenger => ({
  kind: 'outbox',
  async send({ to, subject, text, html, attachments = [] }) {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const name = `${new Date().toISOString().replace(/[:.]/g, '-')}-${randomBytes(3).toString('hex')}`
    const files = attachments.map(({ filename, content }, index) => ({
      file: `${name}-${index + 1}${extname(filename)}`,
      content,
    }))
    if (html !== undefined) files.push({ file: `${name}.html`, content: Buffer.from(html) })
    for (const { file, content } of files) await writeFile(join(folder, file), content, { mode: 0o600 })
    const attached = files.map(({ file }) => `Attached: ${file}\n`).join('')
    await writeFile(join(folder, `${name}.txt`), `To: ${to}\nSubject: ${subject}\n${attached}\n${text}\n`, {
      mode: 0o600,
    })
  },
})
