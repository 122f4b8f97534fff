import { promisify } from 'node:util'
import zlib from 'node:zlib'

const brotli = promisify(zlib.brotliCompress)
const gzip = promisify(zlib.gzip)

/** Smaller ones fit into one packet anyway. */
const leastBytes = 1_400
const params = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }

/** JSON as a reader takes it, made beside the event loop; undefined: as it is. */
export async function compressed(
  json: string | Buffer,
  accepted: string | undefined,
): Promise<{ bytes: Buffer; encoding: 'br' | 'gzip' } | undefined> {
  if (json.length < leastBytes || !accepted) return undefined
  if (takes(accepted, 'br')) return { bytes: await brotli(json, { params }), encoding: 'br' }
  if (takes(accepted, 'gzip')) return { bytes: await gzip(json), encoding: 'gzip' }
  return undefined
}

const takes = (accepted: string, encoding: string): boolean =>
  accepted
    .toLowerCase()
    .split(',')
    .some(one => {
      const [name, ...more] = one.split(';').map(part => part.trim())
      return name === encoding && !more.some(part => /^q=0(\.0*)?$/.test(part))
    })
