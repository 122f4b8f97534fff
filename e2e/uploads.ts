// Excel files sent as a browser sends them, and what became of them.
import { importFile } from '@qitao/access/model/record/excel.calls.ts'
import { login } from '@qitao/access/model/session/session.calls.ts'
import type { Envelope, Out } from '@qitao/core/call.ts'
import type { Language } from '@qitao/core/text.ts'
import type { Account } from './caller.ts'

export async function tokenOf(url: string, account: Account): Promise<string> {
  const response = await fetch(url + login.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  })
  const { code, message, data } = (await response.json()) as Envelope<Out<typeof login>>
  if (code !== 200) throw new Error(message)
  return data!.token
}

export async function upload(
  url: string,
  token: string,
  file: Buffer,
  { type, language = 'zh', dry = false }: { type: string; language?: Language; dry?: boolean },
): Promise<Envelope<Out<typeof importFile>>> {
  const form = new FormData()
  form.set('import_type', type)
  form.set('dry_run', String(dry))
  form.set('file', new Blob([new Uint8Array(file)]), 'x.xlsx')
  const headers = { authorization: token, 'accept-language': language }
  const response = await fetch(url + importFile.path, { method: 'POST', headers, body: form })
  return (await response.json()) as Envelope<Out<typeof importFile>>
}
