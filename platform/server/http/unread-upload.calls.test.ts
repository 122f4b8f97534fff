import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { importFile } from '@qitao/access/model/record/excel.calls.ts'
import { login } from '@qitao/access/model/session/session.calls.ts'
import { testApp } from '@qitao/app-server/testing/test-app.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { expect, onTestFinished, test } from 'vitest'

const app = await testApp()

/** Sends the head of an upload, and of its body nothing; answers what comes back. */
async function headOnly(path: string, token: string, length: number): Promise<{ code: number; closes: boolean }> {
  const { port } = app.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'Host: 127.0.0.1',
      'Content-Type: multipart/form-data; boundary=x',
      `Content-Length: ${length}`,
      ...(token ? [`Authorization: ${token}`] : []),
      '',
      '',
    ].join('\r\n'),
  )
  let answer = ''
  while (!answer.includes('\r\n\r\n') || !answer.endsWith('}')) {
    const [chunk] = (await once(socket, 'data')) as [Buffer]
    answer += chunk.toString()
  }
  const [head = '', body = ''] = answer.split('\r\n\r\n')
  return { code: JSON.parse(body).code, closes: /connection: close/i.test(head) }
}

test('a file of somebody unknown is refused before any of it has arrived', async () => {
  await app.app.listen({ port: 0, host: '127.0.0.1' })
  const million = 1_000_000
  const { admin } = await app.company()
  const unknown = await headOnly(importFile.path, '', 10 * million)
  expect(unknown).toEqual({ code: generalErrors.loginNeeded.code, closes: false })
  expect(await headOnly(importFile.path, 'wrong', 900 * million)).toEqual({
    ...{ code: generalErrors.loginNeeded.code, closes: true },
  })
  expect((await headOnly(login.path, '', million)).code).toBe(generalErrors.badParameter.code)
  // Whoever is known is listened to: no answer before the file is there.
  const waits = headOnly(importFile.path, admin.token, million).then(() => 'answered')
  expect(await Promise.race([waits, new Promise(resolve => setTimeout(resolve, 500, 'reading'))])).toBe('reading')
})
