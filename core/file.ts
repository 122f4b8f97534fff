import { z } from 'zod'

/** A file that a call is given. As JSON, in the audit row and the idempotency hash, it is its name, size and digest. */
export class FileGiven {
  readonly name: string
  /** The contents in the pieces in which they came. */
  readonly pieces: readonly Uint8Array[]
  /** In bytes. */
  readonly size: number
  readonly sha256: string
  constructor(name: string, content: Uint8Array | readonly Uint8Array[], sha256: string) {
    this.name = name
    this.pieces = content instanceof Uint8Array ? [content] : content
    this.size = this.pieces.reduce((sum, { length }) => sum + length, 0)
    this.sha256 = sha256
  }
  toJSON(): object {
    return { name: this.name, size: this.size, sha256: this.sha256 }
  }
}

/** A file that a call answers; it travels bare, without an envelope. */
export class FileAnswer {
  readonly name: string
  readonly mime_type: string
  readonly bytes: Uint8Array
  constructor(name: string, mime_type: string, bytes: Uint8Array) {
    this.name = name
    this.mime_type = mime_type
    this.bytes = bytes
  }
}

/** The field `file` of a call that is sent as multipart/form-data. */
export const fileInput = z.instanceof(FileGiven)
/** Output of a call that answers with a file. */
export const fileOutput = z.instanceof(FileAnswer)
