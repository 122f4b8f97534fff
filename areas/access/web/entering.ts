import { CallFailure } from '@qitao/platform/web/failures.ts'
import { insidePath } from '@qitao/platform/web/guard.ts'
import { go } from '@qitao/platform/web/navigation.ts'
import { beginSession, loadSession, type SignedIn } from '@qitao/platform/web/session.ts'
import { restoreTabs } from '@qitao/platform/web/shell/tab-store.ts'
import { storageKeys, writeLocal } from '@qitao/platform/web/storage.ts'
import { toast } from '@qitao/platform/web/toast.ts'

/** Goes in with a token: loads user and rights, then opens the wanted page, or the first allowed one. */
export async function enter(token: string, signedIn: SignedIn, wanted?: string | null): Promise<boolean> {
  writeLocal(storageKeys.companyCode, signedIn.org.company_code)
  beginSession(token, signedIn)
  try {
    const { menu } = await loadSession()
    restoreTabs()
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
