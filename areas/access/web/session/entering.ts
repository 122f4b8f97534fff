import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { insidePath } from '@qitao/platform/web/session/guard.ts'
import { beginSession, loadSession, type SignedIn } from '@qitao/platform/web/session/session.ts'
import { readLocal, storageKeys, writeLocal } from '@qitao/platform/web/session/storage.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'
import { uuid } from '@qitao/platform/web/uuid.ts'

/** What this browser is known by where it has signed in before; made at the first sign-in, it stays when one signs out. */
export function deviceKey(): string {
  const kept = readLocal(storageKeys.device)
  if (kept) return kept
  const made = uuid()
  writeLocal(storageKeys.device, made)
  return made
}

/** Goes in with a token: loads user and rights, then opens the wanted page, or the first allowed one. */
export async function enter(token: string, signedIn: SignedIn, wanted?: string | null): Promise<boolean> {
  writeLocal(storageKeys.companyCode, signedIn.org.company_code)
  beginSession(token, signedIn)
  try {
    const { menu } = await loadSession()
    const inside = insidePath(wanted)
    const allowed = inside && menu.allowed.has(inside.split('?')[0] ?? '')
    go(allowed ? inside : '/', { replace: true })
    return true
  } catch (problem) {
    if (!(problem instanceof CallFailure)) throw problem
    toast.failure(problem)
    return false
  }
}
