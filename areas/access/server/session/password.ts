import { hash, verify } from '@node-rs/argon2'
import { registry } from '@qitao/platform/server/http/metrics.ts'
import { Counter } from 'prom-client'

/** Hashing is the dearest thing that a stranger can ask for: it stands behind a code or a limit, and is watched. */
const hashed = new Counter({
  name: 'qitao_password_hashes_total',
  help: 'Passwords that were hashed, or compared with a hash',
  registers: [registry],
})

/** Argon2id, 19 MiB and two passes: the OWASP minimum. */
export function hashPassword(password: string): Promise<string> {
  hashed.inc()
  return hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
}

/** No password has this hash: who came by the company's provider has none until one is set. */
export const noPassword = 'none'

let nobodys: Promise<string> | undefined

/** Whether the password belongs to the hash. An account without one takes as long, so that time tells nothing. */
export async function isRightPassword(password_hash: string | undefined, password: string): Promise<boolean> {
  nobodys ??= hashPassword('nobody has this password')
  const known = password_hash?.startsWith('$argon2') ? password_hash : undefined
  const compared = known ?? (await nobodys)
  hashed.inc()
  return (await verify(compared, password)) && known !== undefined
}
