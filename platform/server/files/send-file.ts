import type { FileAnswer } from '@qitao/core/file.ts'
import { FileToSend } from './file-stream.ts'

/** Headers of a file answer: always saved, never shown or run by the browser in the product's own name. */
export const fileHeaders = (file: FileAnswer): Record<string, string> => ({
  ...lengthOf(file),
  'content-type': file.mime_type,
  'content-disposition': `attachment; filename="${asciiName(file.name)}"; filename*=UTF-8''${extendedName(file.name)}`,
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
})

function lengthOf(file: FileAnswer): Record<string, string> {
  const length = file instanceof FileToSend ? file.size : file.bytes.length
  return length === undefined ? {} : { 'content-length': String(length) }
}
const asciiName = (name: string): string => name.replace(/[^\x20-\x7e]|["\\%]/g, '_')
/** RFC 5987: what encodeURIComponent leaves and the grammar does not allow is written out too. */
const extendedName = (name: string): string =>
  encodeURIComponent(name).replace(/['()*]/g, sign => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
