import type { Readable } from 'node:stream'
import { FileAnswer } from '@qitao/core/file.ts'
import type { Tx } from '../database.ts'

/** Transactions of the member who is answered, after that of the call has ended. */
export type Transaction = <T>(work: (tx: Tx) => Promise<T>) => Promise<T>

/**
 * A file that is made while it is sent, because it would be too large to hold. Rights are looked at in the call; what is then
 * read in parts is read under the same company.
 */
export class FileStream extends FileAnswer {
  readonly open: (transaction: Transaction) => Readable
  constructor(name: string, mime_type: string, open: (transaction: Transaction) => Readable) {
    super(name, mime_type, new Uint8Array())
    this.open = open
  }
  within(transaction: Transaction): FileToSend {
    return new FileToSend(this.name, this.mime_type, () => this.open(transaction))
  }
}
/** The same, with where it is read from. */
export class FileToSend extends FileAnswer {
  readonly stream: () => Readable
  constructor(name: string, mime_type: string, stream: () => Readable) {
    super(name, mime_type, new Uint8Array())
    this.stream = stream
  }
}
