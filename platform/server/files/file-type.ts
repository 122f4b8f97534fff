import { setImmediate as nextTurn } from 'node:timers/promises'

/** What kind of file it is, by its first bytes; the name's ending must fit. Nothing that a browser could run is known here. */
export interface FileType {
  readonly mime_type: string
  /** Endings that such a file may have. */
  readonly endings: readonly string[]
}
/** The contents as far as tests ask for them. */
interface Contents {
  /** The first bytes, one sign each. */
  readonly head: string
  /** Which of `sought` stand somewhere. */
  readonly found: ReadonlySet<string>
}
type Test = (contents: Contents) => boolean

const starts =
  (signature: string, at = 0): Test =>
  ({ head }) =>
    head.startsWith(signature, at)
const both =
  (...tests: Test[]): Test =>
  contents =>
    tests.every(test => test(contents))
const has =
  (sought: string): Test =>
  ({ found }) =>
    found.has(sought)
const not =
  (test: Test): Test =>
  contents =>
    !test(contents)
const zip = starts('PK\x03\x04')
/** Macros run; a document that has them is refused. */
const macros = 'vbaProject.bin'
const zipWith = (folder: string): Test => both(zip, has(`${folder}/`), not(has(macros)))
const sought = ['xl/', 'word/', 'ppt/', macros, '\0']

const kinds: readonly (readonly [Test, FileType])[] = [
  [starts('\x89PNG\r\n\x1a\n'), { mime_type: 'image/png', endings: ['png'] }],
  [starts('\xff\xd8\xff'), { mime_type: 'image/jpeg', endings: ['jpg', 'jpeg'] }],
  [starts('GIF8'), { mime_type: 'image/gif', endings: ['gif'] }],
  [both(starts('RIFF'), starts('WEBP', 8)), { mime_type: 'image/webp', endings: ['webp'] }],
  [starts('%PDF-'), { mime_type: 'application/pdf', endings: ['pdf'] }],
  [
    zipWith('xl'),
    { mime_type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', endings: ['xlsx'] },
  ],
  [
    zipWith('word'),
    { mime_type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', endings: ['docx'] },
  ],
  [
    zipWith('ppt'),
    { mime_type: 'application/vnd.openxmlformats-officedocument.presentationml.presentation', endings: ['pptx'] },
  ],
  [both(zip, not(has(macros))), { mime_type: 'application/zip', endings: ['zip', '3mf'] }],
  [
    starts('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'),
    { mime_type: 'application/x-ole-storage', endings: ['doc', 'xls', 'ppt', 'wps', 'et'] },
  ],
  [starts('AC10'), { mime_type: 'image/vnd.dwg', endings: ['dwg'] }],
  [starts('ISO-10303-21'), { mime_type: 'model/step', endings: ['step', 'stp'] }],
  [starts('ftyp', 4), { mime_type: 'video/mp4', endings: ['mp4', 'm4v', 'mov'] }],
]
const plain: FileType = { mime_type: 'text/plain', endings: ['txt', 'csv', 'md', 'dxf', 'igs', 'iges', 'stl', 'log'] }
const csv: FileType = { mime_type: 'text/csv', endings: ['csv'] }

/** Undefined: not accepted, by its contents or because the name says something else. */
export async function fileTypeOf(name: string, pieces: readonly Uint8Array[]): Promise<FileType | undefined> {
  const contents = await look(pieces)
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''
  const known = kinds.filter(([test]) => test(contents)).map(([, type]) => type)
  if (known.length > 0) return known.find(type => type.endings.includes(ending))
  if (starts('MZ')(contents) || starts('\x7fELF')(contents) || has('\0')(contents)) return undefined
  if (!plain.endings.includes(ending)) return undefined
  return ending === 'csv' ? csv : plain
}

const headBytes = 16
/** The longest that is sought, less one: so much of a piece is looked at with the next. */
const seamBytes = Math.max(...sought.map(({ length }) => length)) - 1
/** The event loop lets others in after so many bytes. */
const bytesAtOnce = 1024 * 1024

async function look(pieces: readonly Uint8Array[]): Promise<Contents> {
  const found = new Set<string>()
  let head = ''
  let seam = Buffer.alloc(0)
  let looked = 0
  for (const piece of pieces) {
    const bytes = Buffer.from(piece.buffer as ArrayBuffer, piece.byteOffset, piece.length)
    if (head.length < headBytes) head += bytes.toString('latin1', 0, headBytes - head.length)
    const joint = Buffer.concat([seam, bytes.subarray(0, seamBytes)])
    for (const words of sought)
      if (!found.has(words) && (bytes.includes(words, 0, 'latin1') || joint.includes(words, 0, 'latin1')))
        found.add(words)
    seam = Buffer.concat([seam, bytes.subarray(-seamBytes)]).subarray(-seamBytes)
    looked += bytes.length
    if (looked < bytesAtOnce) continue
    looked = 0
    await nextTurn()
  }
  return { head, found }
}

const mostNameLength = 120
/** A name that is safe to save on any machine: without folders, control signs and signs that turn the reading direction. */
export function cleanFileName(given: string): string {
  const last = given.normalize('NFC').split(/[\\/]/).at(-1) ?? ''
  const clean = last
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/\s+/g, ' ')
    .replace(/^[. ]+|[. ]+$/g, '')
  const dot = clean.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [clean.slice(0, dot), clean.slice(dot)] : [clean, '']
  return `${[...stem].slice(0, mostNameLength - ending.length).join('')}${ending}`
}
