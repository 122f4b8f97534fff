import { CallFailure } from '@qitao/platform/web/call/failures.ts'
import { go } from '@qitao/platform/web/frame/navigation.ts'
import { insidePath } from '@qitao/platform/web/session/guard.ts'
import { beginSession, loadSession, type SignedIn } from '@qitao/platform/web/session/session.ts'
import { storageKeys, writeLocal } from '@qitao/platform/web/session/storage.ts'
import { toast } from '@qitao/platform/web/show/toast.ts'

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
