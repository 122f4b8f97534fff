import { createHash } from 'node:crypto'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { refuse } from '@qitao/core/refusal.ts'

/** Largest request that carries a file, in bytes: the largest file and its form. */
export const mostUploadBytes = 21 * 1024 * 1024

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Fields of a multipart/form-data body: texts as they are, one file at most, under the name `file`. */
export async function readMultipart(body: Buffer, contentType: string): Promise<Record<string, unknown>> {
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } })
    .formData()
    .catch(() => refuse(generalErrors.badParameter))
  const fields: Record<string, unknown> = {}
  for (const [name, value] of form.entries()) {
    if (name in fields) refuse(generalErrors.badParameter, { field: name })
    if (typeof value === 'string') fields[name] = value
    else {
      const bytes = new Uint8Array(await value.arrayBuffer())
      fields[name] = new FileGiven(value.name, bytes, digestOf(bytes))
    }
  }
  return fields
}
