import type { Readable } from 'node:stream'
import { FileAnswer } from '@qitao/core/file.ts'
import type { Tx } from '../database/database.ts'

/** Transactions of the member who is answered, after that of the call has ended. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * A file that is read or made while it is sent, because it would be too large to hold. Rights are looked at in the call; what
 * is then read in parts is read under the same company.
 */
export class FileStream extends FileAnswer {
  readonly open: (transaction: Transaction) => Readable
  /** In bytes; of a file that is only being made, nobody knows. */
  readonly size: number | undefined
  constructor(name: string, mime_type: string, open: (transaction: Transaction) => Readable, size?: number) {
    super(name, mime_type, new Uint8Array())
    this.open = open
    this.size = size
  }
  within(transaction: Transaction): FileToSend {
    return new FileToSend(this.name, this.mime_type, () => this.open(transaction), this.size)
  }
}
/** The same, with where it is read from. */
export class FileToSend extends FileAnswer {
  readonly stream: () => Readable
  readonly size: number | undefined
  constructor(name: string, mime_type: string, stream: () => Readable, size: number | undefined) {
    super(name, mime_type, new Uint8Array())
    this.stream = stream
    this.size = size
  }
}
