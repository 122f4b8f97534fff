import type { Readable } from 'node:stream'
import { crc32 } from 'node:zlib'
import { generalErrors } from '@qitao/core/general.errors.ts'
import { Refusal, refuse } from '@qitao/core/refusal.ts'
import { type Text, text } from '@qitao/core/text.ts'
import { SaxesParser } from 'saxes'
import yauzl from 'yauzl'
import { deepestNesting, mostEntries, mostInflatedBytes } from './limits.ts'

/**
 * An .xlsx file as a package of XML parts, opened with care: its kind is judged by its content, nothing is written to a disk,
 * the sizes that the package claims are held against what it inflates to, and an XML part with a DTD is refused.
 */
export interface Package {
  has(name: string): boolean
  /** Reads one part; absent parts are not read. */
  read(name: string, reader: XmlReader): Promise<void>
  close(): void
}
export interface XmlReader {
  open?(name: string, attributes: Readonly<Record<string, string>>): void
  text?(words: string): void
  close?(name: string): void
}

export const invalid = (detail: Text): never => refuse(generalErrors.fileInvalid, { field: 'file', detail })
export const saveAsXlsx = text(
  '请用Excel另存为“Excel工作簿(.xlsx)”后再导入',
  'Save it in Excel as "Excel workbook (.xlsx)" and import again',
)
const damaged = text(
  '文件已损坏，请在Excel中打开并另存为.xlsx',
  'The file is damaged: open it in Excel and save it as .xlsx',
)
const tooLarge = text(
  '文件内容过大，请删除多余的工作表、行和列',
  'The file holds too much: delete sheets, rows and columns that are not needed',
)

/** So many tell what a file is. */
export const kindBytes = 4
/** Judges by the first bytes what a file is; its name says nothing. */
export function checkKind(file: Uint8Array): void {
  const starts = (...bytes: number[]) => bytes.every((byte, index) => file[index] === byte)
  if (starts(0x50, 0x4b, 0x03, 0x04)) return
  if (starts(0xd0, 0xcf, 0x11, 0xe0))
    invalid(
      text(
        '这是旧版.xls文件或带密码的文件，请取消密码并另存为.xlsx',
        'This is an old .xls file or one with a password: remove the password and save it as .xlsx',
      ),
    )
  invalid(saveAsXlsx)
}

export async function openPackage(file: Uint8Array): Promise<Package> {
  checkKind(file)
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(
      Buffer.from(file.buffer, file.byteOffset, file.byteLength),
      { lazyEntries: true, strictFileNames: true, validateEntrySizes: true },
      (error, opened) => (error ? reject(error) : resolve(opened)),
    ),
  ).catch(() => invalid(damaged))
  if (zip.entryCount > mostEntries) invalid(tooLarge)
  const entries = await entriesOf(zip)
  return {
    has: name => entries.has(name),
    async read(name, reader) {
      const entry = entries.get(name)
      if (entry) await readXml(await streamOf(zip, entry), entry.crc32, reader)
    },
    close: () => zip.close(),
  }
}

async function entriesOf(zip: yauzl.ZipFile): Promise<ReadonlyMap<string, yauzl.Entry>> {
  const entries = new Map<string, yauzl.Entry>()
  let inflated = 0
  await new Promise<void>((resolve, reject) => {
    zip.on('error', reject)
    zip.on('end', resolve)
    zip.on('entry', (entry: yauzl.Entry) => {
      inflated += entry.uncompressedSize
      if (inflated > mostInflatedBytes) return reject(new RangeError('inflates to too much'))
      if (entries.has(entry.fileName)) return reject(new Error('one name twice'))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.readEntry()
  }).catch(error => invalid(error instanceof RangeError ? tooLarge : damaged))
  for (const entry of entries.values()) {
    if ((entry.generalPurposeBitFlag & 1) !== 0)
      invalid(text('文件带有密码，请取消密码后再导入', 'The file has a password: remove it and import again'))
    if (/vbaProject\.bin$/i.test(entry.fileName))
      invalid(text('文件含有宏，请另存为不含宏的.xlsx', 'The file holds macros: save it as .xlsx without macros'))
  }
  return entries
}

const streamOf = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))),
  ).catch(() => invalid(damaged))

async function readXml(stream: Readable, checksum: number, reader: XmlReader): Promise<void> {
  const parser = new SaxesParser({ fragment: false })
  let depth = 0
  parser.on('doctype', () =>
    invalid(text('文件含有不允许的外部定义', 'The file holds external definitions, which are not allowed')),
  )
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1
    if (depth > deepestNesting) invalid(damaged)
    reader.open?.(localName(name), attributes as Record<string, string>)
  })
  parser.on('closetag', ({ name }) => {
    depth -= 1
    reader.close?.(localName(name))
  })
  parser.on('text', words => reader.text?.(words))
  parser.on('cdata', words => reader.text?.(words))
  parser.on('error', () => invalid(damaged))
  const decoder = new TextDecoder('utf-8')
  let summed = 0
  try {
    for await (const chunk of stream) {
      summed = crc32(chunk as Buffer, summed)
      parser.write(decoder.decode(chunk as Buffer, { stream: true }))
    }
    if (summed !== checksum) invalid(damaged)
    parser.write(decoder.decode()).close()
  } catch (error) {
    if (isPackageError(error)) invalid(damaged)
    throw error
  } finally {
    stream.destroy()
  }
}
/** Errors of the inflater and of the size check; a refusal of ours is none. */
const isPackageError = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof Refusal) &&
  ('code' in error || /invalid|too many bytes|not enough bytes|crc|inflate|zlib/i.test(error.message))

const localName = (name: string): string => name.slice(name.indexOf(':') + 1)
