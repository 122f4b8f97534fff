import { hash, verify } from '@node-rs/argon2'

/** Argon2id, 19 MiB and two passes: the OWASP minimum. */
export const hashPassword = (password: string): Promise<string> =>
  hash(password, { memoryCost: 19_456, timeCost: 2, parallelism: 1 })

let nobodys: Promise<string> | undefined

/** Whether the password belongs to the hash. An account without one takes as long, so that time tells nothing. */
export async function isRightPassword(password_hash: string | undefined, password: string): Promise<boolean> {
  if (password_hash?.startsWith('$argon2')) return verify(password_hash, password)
  nobodys ??= hashPassword('nobody has this password')
  await verify(await nobodys, password)
  return false
}
