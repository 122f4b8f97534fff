import { inflateSync } from 'node:zlib'

/**
 * The TrueType font inside a WOFF 1.0 file (W3C recommendation, sections 3 to 5). The font engine of the PDF library unpacks a
 * table of a WOFF again for each glyph; of a plain font it reads what it needs.
 */
export function fontOfWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const tables = Array.from({ length: count }, (_, index) => {
    const at = 44 + index * 20
    const from = woff.readUInt32BE(at + 4)
    const packed = woff.subarray(from, from + woff.readUInt32BE(at + 8))
    const length = woff.readUInt32BE(at + 12)
    const content = packed.length < length ? inflateSync(packed) : packed
    return { tag: woff.subarray(at, at + 4), checksum: woff.readUInt32BE(at + 16), content }
  })
  const power = Math.floor(Math.log2(count))
  const head = Buffer.alloc(12 + 16 * count)
  woff.copy(head, 0, 4, 8)
  head.writeUInt16BE(count, 4)
  head.writeUInt16BE(2 ** power * 16, 6)
  head.writeUInt16BE(power, 8)
  head.writeUInt16BE(count * 16 - 2 ** power * 16, 10)
  const parts: Buffer[] = [head]
  let offset = head.length
  for (const [index, { tag, checksum, content }] of tables.entries()) {
    const at = 12 + index * 16
    tag.copy(head, at)
    head.writeUInt32BE(checksum, at + 4)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(content.length, at + 12)
    const padded = Buffer.alloc(Math.ceil(content.length / 4) * 4)
    content.copy(padded)
    parts.push(padded)
    offset += padded.length
  }
  return Buffer.concat(parts)
}
