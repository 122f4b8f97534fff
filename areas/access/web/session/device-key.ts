import { readLocal, storageKeys, writeLocal } from '@qitao/platform/web/session/storage.ts'
import { uuid } from '@qitao/platform/web/uuid.ts'

/** What this browser is known by where it has signed in before; made at the first sign-in, it stays when one signs out. */
export function deviceKey(): string {
  const kept = readLocal(storageKeys.device)
  if (kept) return kept
  const made = uuid()
  writeLocal(storageKeys.device, made)
  return made
}
