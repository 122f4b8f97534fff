import { createHash } from 'node:crypto'
import { once } from 'node:events'
import type { Readable } from 'node:stream'
import { Busboy } from '@fastify/busboy'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'

/** Largest request that carries a file, in bytes: the largest file and its form. */
export const mostUploadBytes = 21 * 1024 * 1024

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** Parts of one form: calls take few fields and one file. */
const mostParts = 50

/** Fields of a multipart/form-data body: texts as they are, a file in the pieces in which it came, which are not gathered. */
export async function readMultipart(body: Readable, contentType: string): Promise<Record<string, unknown>> {
  const fields = new Map<string, unknown>()
  let failure: unknown
  const fail = (error: unknown) => {
    failure ??= error
  }
  // A part may come without a name, whatever the parser's types say.
  const set = (name: string | undefined, value: unknown) => {
    if (name === undefined) return fail(new Refusal(generalErrors.badParameter))
    if (fields.has(name)) fail(new Refusal(generalErrors.badParameter, { field: name }))
    fields.set(name, value)
  }
  const parser = parserOf(contentType)
  parser.on('error', fail)
  parser.on('partsLimit', () => fail(new Error('too many parts')))
  parser.on('field', (name, value, _, isCut) => {
    if (isCut) fail(new Refusal(generalErrors.badParameter, { field: name }))
    set(name, value)
  })
  parser.on('file', (name, stream, fileName) => {
    const pieces: Uint8Array[] = []
    const hash = createHash('sha256')
    stream.on('error', fail)
    stream.on('data', (piece: Uint8Array) => {
      pieces.push(piece)
      hash.update(piece)
    })
    stream.on('end', () => set(name, new FileGiven(written(fileName), pieces, hash.digest('hex'))))
  })
  let size = 0
  try {
    // A body that is refused in the middle is left as it is: who sent it shall hear why.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      size += chunk.length
      if (size > mostUploadBytes) refuse(generalErrors.fileInvalid)
      const takesMore = parser.write(chunk)
      if (!takesMore && !failure) await once(parser, 'drain')
      if (failure) throw failure
    }
    const finished = once(parser, 'finish')
    parser.end()
    await finished
    if (failure) throw failure
  } catch (error) {
    // Who sent it has gone, never sent its end, or sent something else.
    throw error instanceof Refusal ? error : new Refusal(generalErrors.badParameter)
  }
  return Object.fromEntries(fields)
}

function parserOf(contentType: string) {
  try {
    // The name is cleaned where it is kept.
    return new Busboy({
      headers: { 'content-type': contentType },
      preservePath: true,
      // A file is what has the name of one, whatever else a part says of itself.
      isPartAFile: (_name, _type, fileName) => fileName !== undefined,
      limits: { parts: mostParts },
    })
  } catch {
    return refuse(generalErrors.badParameter)
  }
}

/** Browsers send quotes and line breaks in the name of a file as %22, %0D, %0A. */
const written = (fileName: string): string =>
  fileName.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
