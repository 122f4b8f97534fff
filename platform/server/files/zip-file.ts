import type { Readable } from 'node:stream'
import yazl from 'yazl'
import { FileStream, type Transaction } from './file-stream.ts'
import { cleanFileName } from './file-type.ts'

export interface ZipPart {
  readonly name: string
  readonly mime_type: string
  /** Seconds. */
  readonly modified_time: number
  readonly open: (transaction: Transaction) => Readable
}

/** The files as one zip, read one after the other while it is sent. A file that is gone meanwhile breaks the download off. */
export const zipFile = (name: string, parts: readonly ZipPart[]): FileStream =>
  new FileStream(`${name}.zip`, 'application/zip', transaction => {
    const zip = new yazl.ZipFile()
    const sent = zip.outputStream as Readable
    zip.on('error', error => sent.destroy(error as Error))
    const names = distinctNames(parts.map(part => part.name))
    for (const [index, { mime_type, modified_time, open }] of parts.entries()) {
      const options = { mtime: new Date(modified_time * 1000), compress: !isCompressed(mime_type) }
      zip.addReadStreamLazy(names[index]!, options, give => {
        if (sent.destroyed) return
        const read = open(transaction)
        const drop = () => read.destroy()
        read.once('error', error => sent.destroy(error))
        read.once('close', () => sent.off('close', drop))
        sent.once('close', drop)
        give(null, read)
      })
    }
    zip.end()
    return sent
  })

/** Kinds of files that are small already. */
const isCompressed = (mime_type: string): boolean =>
  /^(image\/(png|jpeg|gif|webp)|video\/|application\/(zip|pdf|vnd\.openxmlformats))/.test(mime_type)

/** As a disk takes them; names that are alike, in capitals or not, are counted. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map(name => {
    const clean = cleanFileName(name) || 'file'
    const dot = clean.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
    let free = clean
    for (let count = 2; taken.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ending}`
    taken.add(free.toLowerCase())
    return free
  })
}
