import { createHash, type Hash } from 'node:crypto'
import type { Readable } from 'node:stream'
import { FileGiven } from '@qitao/core/file.ts'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'

/** Largest request that carries a file, in bytes: the largest file and its form. */
export const mostUploadBytes = 21 * 1024 * 1024
/** Of a part of the form, in bytes. */
const mostHeadBytes = 16 * 1024

export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

type Bytes = Buffer<ArrayBuffer>
interface Part {
  readonly name: string
  /** Of a file. */
  readonly fileName: string | undefined
  readonly pieces: Bytes[]
  readonly hash: Hash
}

/**
 * Fields of a multipart/form-data body (RFC 7578), read as it comes: texts as they are, a file in the pieces in which it came,
 * which are neither gathered nor copied.
 */
export async function readMultipart(body: Readable, contentType: string): Promise<Record<string, unknown>> {
  const boundary = /;\s*boundary=(?:"([^"]+)"|([^\s;]+))/i.exec(contentType)
  const form = new Form(boundary?.[1] ?? boundary?.[2] ?? refuse(generalErrors.badParameter))
  let size = 0
  try {
    // A body that is refused in the middle is left as it is: who sent it shall hear why.
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Bytes>) {
      size += chunk.length
      if (size > mostUploadBytes) refuse(generalErrors.fileInvalid)
      form.take(chunk)
    }
  } catch (error) {
    // Who sent it has gone, or never sent its end.
    throw error instanceof Refusal ? error : new Refusal(generalErrors.badParameter)
  }
  return form.end()
}

class Form {
  readonly #delimiter: Bytes
  /** What has come and is not judged yet. The first delimiter may lack the line break before it. */
  #open: Bytes = Buffer.from('\r\n')
  #part: Part | undefined
  #state: 'before' | 'head' | 'content' | 'ended' = 'before'
  readonly #fields = new Map<string, unknown>()

  constructor(boundary: string) {
    this.#delimiter = Buffer.from(`\r\n--${boundary}`)
  }

  take(chunk: Bytes): void {
    this.#open = this.#open.length === 0 ? chunk : Buffer.concat([this.#open, chunk])
    while (this.#step());
  }

  end(): Record<string, unknown> {
    if (this.#state !== 'ended') refuse(generalErrors.badParameter)
    return Object.fromEntries(this.#fields)
  }

  /** Whether there may be more to judge. */
  #step(): boolean {
    if (this.#state === 'head') return this.#head()
    if (this.#state === 'ended') {
      this.#open = Buffer.alloc(0)
      return false
    }
    const at = this.#open.indexOf(this.#delimiter)
    const after = at + this.#delimiter.length
    if (at < 0) {
      this.#content(this.#drop(this.#open.length - this.#begun()))
      return false
    }
    if (this.#open.length < after + 2) {
      this.#content(this.#drop(at))
      return false
    }
    this.#content(this.#drop(at))
    this.#close()
    const sign = this.#drop(this.#delimiter.length + 2).toString('latin1', this.#delimiter.length)
    if (sign !== '--' && sign !== '\r\n') refuse(generalErrors.badParameter)
    this.#state = sign === '--' ? 'ended' : 'head'
    return true
  }

  /** Takes so many bytes away. */
  #drop(count: number): Bytes {
    const gone = this.#open.subarray(0, count)
    this.#open = this.#open.subarray(count)
    return gone
  }
  /** How many bytes at the end may be the beginning of a delimiter. */
  #begun(): number {
    const tail = this.#open.subarray(Math.max(0, this.#open.length - this.#delimiter.length + 1))
    for (let at = tail.indexOf('\r'); at >= 0; at = tail.indexOf('\r', at + 1)) {
      const rest = tail.subarray(at)
      if (rest.equals(this.#delimiter.subarray(0, rest.length))) return rest.length
    }
    return 0
  }

  #head(): boolean {
    const end = this.#open.indexOf('\r\n\r\n')
    if (end > mostHeadBytes || (end < 0 && this.#open.length > mostHeadBytes)) refuse(generalErrors.badParameter)
    if (end < 0) return false
    const head = this.#drop(end + 4).toString('utf8')
    const [, disposition = ''] = /^content-disposition:\s*form-data\b([^\r\n]*)/im.exec(head) ?? []
    const name = valueIn(disposition, 'name') ?? refuse(generalErrors.badParameter)
    if (this.#fields.has(name)) refuse(generalErrors.badParameter, { field: name })
    this.#part = { name, fileName: valueIn(disposition, 'filename'), pieces: [], hash: createHash('sha256') }
    this.#state = 'content'
    return true
  }

  #content(bytes: Bytes): void {
    if (!this.#part || bytes.length === 0) return
    this.#part.pieces.push(bytes)
    this.#part.hash.update(bytes)
  }
  #close(): void {
    if (!this.#part) return
    const { name, fileName, pieces, hash } = this.#part
    this.#fields.set(
      name,
      fileName === undefined
        ? Buffer.concat(pieces).toString('utf8')
        : new FileGiven(fileName, pieces, hash.digest('hex')),
    )
    this.#part = undefined
  }
}

/** A value as browsers write it: quoted, with quotes and line breaks inside as %22, %0D, %0A. */
function valueIn(disposition: string, name: string): string | undefined {
  const [, value] = new RegExp(`;\\s*${name}="([^"]*)"`, 'i').exec(disposition) ?? []
  return value?.replace(/%22/g, '"').replace(/%0D/gi, '\r').replace(/%0A/gi, '\n')
}
