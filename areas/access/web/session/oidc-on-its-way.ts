import { readJson, readSession, storageKeys, writeSession } from '@qitao/platform/web/session/storage.ts'

/** A sign-in on its way: only the browser that holds it may end it. */
export interface OidcOnItsWay {
  readonly state: string
  readonly binding: string
  readonly wanted: string | null
}
export const readOidc = (): OidcOnItsWay | undefined => readJson<OidcOnItsWay>(readSession(storageKeys.oidc))
export const forgetOidc = (): void => writeSession(storageKeys.oidc, undefined)

/** The page of operators is an entry of its own: who began there is sent back to it. */
export const operatorPage = '/m/'

/** To the provider, from where the browser comes back to `wanted`. */
export function goToProvider(
  { url, ...begun }: { url: string; state: string; binding: string },
  wanted: string | null,
): void {
  const onItsWay: OidcOnItsWay = { ...begun, wanted }
  writeSession(storageKeys.oidc, JSON.stringify(onItsWay))
  location.assign(url)
}

/** A code that is not yet whole is of no company, and counts as a guess. */
export const typingMs = 1_000
