/** Many files on their way, each with what became of it. Pure: the dialog does what `next` says. */
export type UploadState = 'waiting' | 'sending' | 'done' | 'failed'
export interface Uploaded {
  readonly key: number
  readonly file: File
  readonly state: UploadState
  /** Part that has been sent, 0 to 1. */
  readonly sent: number
  /** Number that the document got. */
  readonly no?: string
  /** Why it was refused, as it is told. */
  readonly why?: string
  /** The file is on the server, the document is not made yet: another attempt does not send it again. */
  readonly attachment_id?: string
}

/** Name of a document from that of its file: without the ending, cut to what a name holds. */
export const nameOfFile = (file_name: string, most: number): string => {
  const dot = file_name.lastIndexOf('.')
  const stem = (dot > 0 ? file_name.slice(0, dot) : file_name).trim()
  return stem.slice(0, most) || file_name.slice(0, most)
}

/** The same file chosen twice is one, until it is done. */
export function withChosen(known: readonly Uploaded[], files: readonly File[], first_key: number): Uploaded[] {
  const signOf = ({ name, size, lastModified }: File) => `${size} ${lastModified} ${name}`
  const open = new Set(known.filter(({ state }) => state !== 'done').map(({ file }) => signOf(file)))
  const fresh = files.filter(file => {
    const sign = signOf(file)
    return !open.has(sign) && open.add(sign)
  })
  return [
    ...known,
    ...fresh.map((file, index): Uploaded => ({ key: first_key + index, file, state: 'waiting', sent: 0 })),
  ]
}

export const isOpen = ({ state }: Uploaded): boolean => state === 'waiting' || state === 'sending'
/** One at a time, in the order in which they were chosen. */
export const next = (all: readonly Uploaded[]): Uploaded | undefined =>
  all.some(({ state }) => state === 'sending') ? undefined : all.find(({ state }) => state === 'waiting')
/** Those that failed wait again. */
export const again = (all: readonly Uploaded[], keys: readonly number[]): Uploaded[] =>
  all.map(one => {
    if (one.state !== 'failed' || !keys.includes(one.key)) return one
    const { why, ...rest } = one
    return { ...rest, state: 'waiting', sent: 0 }
  })
