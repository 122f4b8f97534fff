import { useCall } from '@qitao/platform/web/call/use-call.ts'
import { forgetWithSession } from '@qitao/platform/web/session/session.ts'
import { readJson, readLocal, storageKeys, writeLocal } from '@qitao/platform/web/session/storage.ts'
import { useEffect } from 'react'
import { type Panorama, showPanorama } from '../../model/dashboard.calls.ts'

forgetWithSession(() => writeLocal(storageKeys.panorama, undefined))

/**
 * The last good answer is kept in the browser: a wall goes on showing it, with its time, when the server does not answer.
 */
export function useKeptPanorama(refetchEvery: number) {
  const found = useCall(showPanorama, {}, { refetchEvery })
  const fresh = found.data?.panorama
  useEffect(() => {
    if (fresh) writeLocal(storageKeys.panorama, JSON.stringify(fresh))
  }, [fresh])
  return {
    ...found,
    panorama: fresh ?? (found.error ? readJson<Panorama>(readLocal(storageKeys.panorama)) : undefined),
  }
}
