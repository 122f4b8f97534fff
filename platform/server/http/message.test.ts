import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { mailMessenger, outboxMessenger, sendFailure } from './message.ts'

const message = { to: 'ada@plant.cn', subject: '齐套验证码', text: '您的验证码是 123456' }
const ends: (() => unknown)[] = []
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

test('without a mail server each message is a file for nobody else to read', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qitao-outbox-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const outbox = outboxMessenger(join(folder, 'outbox'))
  await outbox.send(message)
  await outbox.send(message)
  const names = readdirSync(join(folder, 'outbox'))
  expect(names).toHaveLength(2)
  const path = join(folder, 'outbox', names[0]!)
  expect(readFileSync(path, 'utf8')).toBe('To: ada@plant.cn\nSubject: 齐套验证码\n\n您的验证码是 123456\n')
  expect(statSync(path).mode & 0o077).toBe(0)
})

test('what is attached lies beside it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qitao-outbox-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  await outboxMessenger(folder).send({
    ...message,
    attachments: [{ filename: 'CG1.pdf', content: Buffer.from('%PDF-') }],
  })
  const [file, words] = readdirSync(folder).sort()
  expect(readFileSync(join(folder, file!), 'utf8')).toBe('%PDF-')
  expect(readFileSync(join(folder, words!), 'utf8')).toContain(`Attached: ${file}`)
})

test('a table and a sheet lie beside it as what they are', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'qitao-outbox-'))
  ends.push(() => rmSync(folder, { recursive: true }))
  const sheet = { filename: 'Orders.xlsx', content: Buffer.from('PK') }
  await outboxMessenger(folder).send({ ...message, html: '<table></table>', attachments: [sheet] })
  expect(readdirSync(folder).map(name => name.replace(/^.*?([^.-]*\.[a-z]+)$/, '$1'))).toEqual(
    expect.arrayContaining([expect.stringMatching(/\.xlsx$/), expect.stringMatching(/\.html$/)]),
  )
})

test('with one they are sent to it, from the sender that is set', async () => {
  const heard: string[] = []
  const port = await listen(heard)
  const mail = mailMessenger(`smtp://127.0.0.1:${port}`, 'Qitao <no-reply@plant.cn>')
  await mail.send(message)
  const talk = heard.join('')
  expect(talk).toContain('MAIL FROM:<no-reply@plant.cn>')
  expect(talk).toContain('RCPT TO:<ada@plant.cn>')
  expect(talk).toContain(Buffer.from(message.text).toString('base64'))
})

test('a mail server that cannot be reached is a failure, not a silence', async () => {
  await expect(mailMessenger('smtp://127.0.0.1:1', 'a@plant.cn').send(message)).rejects.toThrow()
})

test('what fails is told by whether the message may have arrived', async () => {
  const failureAt = async (port: number) =>
    mailMessenger(`smtp://127.0.0.1:${port}`, 'a@plant.cn')
      .send(message)
      .then(() => 'sent', sendFailure)
  expect(await failureAt(1)).toBe('retry')
  expect(await failureAt(await listen([], '450 try later'))).toBe('retry')
  expect(await failureAt(await listen([], '550 nobody of that name'))).toBe('refused')
  // Taken, and then nothing is heard of it.
  expect(await failureAt(await listen([], 'gone'))).toBe('unsure')
  expect(sendFailure(new Error('the disk is full'))).toBe('retry')
  expect(sendFailure(Object.assign(new Error('wrong password'), { code: 'EAUTH', responseCode: 535 }))).toBe('retry')
})

/** A mail server that takes everything, or answers so to a message. */
async function listen(heard: string[], answer = '250 taken'): Promise<number> {
  const server = createServer((socket: Socket) => {
    let inData = false
    socket.write('220 test\r\n')
    socket.on('data', chunk => {
      heard.push(String(chunk))
      for (const line of String(chunk).split('\r\n').filter(Boolean)) {
        if (inData) {
          if (line !== '.') continue
          inData = false
          if (answer === 'gone') socket.destroy()
          else socket.write(`${answer}\r\n`)
        } else if (/^DATA/i.test(line)) {
          inData = true
          socket.write('354 go on\r\n')
        } else socket.write(/^QUIT/i.test(line) ? '221 bye\r\n' : '250 ok\r\n')
      }
    })
    socket.on('error', () => undefined)
  }).listen(0, '127.0.0.1')
  await new Promise(done => server.once('listening', done))
  ends.push(() => server.close())
  return (server.address() as { port: number }).port
}
