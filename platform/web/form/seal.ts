/**
 * The sealed `data` parameter of edit pages (specification section 2). AES-GCM where the browser has it, with a key of the
 * company, so that a link works for colleagues and for nobody else; over plain http there is no WebCrypto and the payload is
 * only encoded. It hides and protects no right: the server checks every call.
 */
const sealedMark = '1.'
const encodedMark = '0.'
const nonceBytes = 12

const toBase64Url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const fromBase64Url = (written: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(written.replaceAll('-', '+').replaceAll('_', '/')), char => char.charCodeAt(0))

async function keyOf(secret: string) {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`qitao edit page ${secret}`))
  return crypto.subtle.importKey('raw', digest, 'AES-GCM', false, ['encrypt', 'decrypt'])
}
const canSeal = (): boolean => typeof crypto !== 'undefined' && crypto.subtle !== undefined

export async function seal(payload: unknown, secret: string): Promise<string> {
  const plain = new TextEncoder().encode(JSON.stringify(payload))
  if (!canSeal()) return encodedMark + toBase64Url(plain)
  const nonce = crypto.getRandomValues(new Uint8Array(nonceBytes))
  const cipher = await crypto.subtle.encrypt({ name: 'AES-GCM', iv: nonce }, await keyOf(secret), plain)
  return sealedMark + toBase64Url(new Uint8Array([...nonce, ...new Uint8Array(cipher)]))
}

/** Undefined when it was made for another company, or changed on the way. */
export async function unseal(sealed: string, secret: string): Promise<unknown> {
  try {
    const bytes = fromBase64Url(sealed.slice(sealedMark.length))
    if (sealed.startsWith(encodedMark)) return JSON.parse(new TextDecoder().decode(bytes))
    if (!sealed.startsWith(sealedMark) || !canSeal()) return undefined
    const nonce = bytes.slice(0, nonceBytes)
    const plain = await crypto.subtle.decrypt(
      { name: 'AES-GCM', iv: nonce },
      await keyOf(secret),
      bytes.slice(nonceBytes),
    )
    return JSON.parse(new TextDecoder().decode(plain))
  } catch {
    return undefined
  }
}
