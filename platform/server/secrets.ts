import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Text } from '@qitao/core/text.ts'
import { sql } from 'kysely'
import { recordset, rows, type Tx } from './database/database.ts'

/**
 * Secrets of others that the product has to use, such as that of a sign-in provider, lie encrypted in the database: who has a
 * backup alone has none of them. The key is `SECRETS_KEY`, else a file beside the embedded database, which no backup holds.
 */
const algorithm = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16
const keyFile = 'secrets.key'

/** At the start of an installation with a data folder of its own: makes the key once. */
export function ensureSecretsKey(dataDir: string): void {
  if (process.env.SECRETS_KEY) return
  const file = join(dataDir, keyFile)
  if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('base64url'), { mode: 0o600, flag: 'wx' })
  readSecretsKey(dataDir)
}
/** For tools: the key that the installation has, if it has one. */
export function readSecretsKey(dataDir: string): void {
  const file = join(dataDir, keyFile)
  if (!process.env.SECRETS_KEY && existsSync(file)) process.env.SECRETS_KEY = readFileSync(file, 'utf8').trim()
}
const keyNow = (): Buffer | undefined =>
  process.env.SECRETS_KEY ? createHash('sha256').update(process.env.SECRETS_KEY).digest() : undefined
export const canSeal = (): boolean => keyNow() !== undefined

/** `about` binds it to its place: moved to another row it opens nothing. */
export function seal(secret: string, about: string): string {
  const key = keyNow()
  if (!key) throw new Error('SECRETS_KEY is missing')
  const iv = randomBytes(ivBytes)
  const cipher = createCipheriv(algorithm, key, iv).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64url')
}
/** Undefined: sealed by another key, or for another place. */
export function unseal(sealed: string, about: string): string | undefined {
  const key = keyNow()
  if (!key) return undefined
  const bytes = Buffer.from(sealed, 'base64url')
  try {
    const cipher = createDecipheriv(algorithm, key, bytes.subarray(0, ivBytes)).setAAD(Buffer.from(about))
    cipher.setAuthTag(bytes.subarray(ivBytes, ivBytes + tagBytes))
    return Buffer.concat([cipher.update(bytes.subarray(ivBytes + tagBytes)), cipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}

/** How a sealed secret begins where others may lie open: they are older, or there is no key. */
const sealedMark = 'sealed:'
/** A secret of the product's own as it is kept: sealed where there is a key. */
export const keptSecret = (secret: string, about: string): string =>
  canSeal() ? sealedMark + seal(secret, about) : secret
/** Undefined: sealed by a key that is lost, or for another place. */
export const openKept = (kept: string, about: string): string | undefined =>
  kept.startsWith(sealedMark) ? unseal(kept.slice(sealedMark.length), about) : kept

export interface KeptIn {
  readonly title: Text
  readonly table: string
  readonly column: string
  /** With the company the key of the table. */
  readonly key: string
  readonly placeOf: (org_id: string, key: string) => string
  /** Never kept without a key, so its secrets bear no mark. */
  readonly isAlwaysSealed?: boolean
}
/** Seals what was kept before there was a key: at most so many rows; how many they were. */
export const sealsOld =
  ({ table, column, key, placeOf }: KeptIn) =>
  async (tx: Tx, most: number): Promise<number> => {
    if (!canSeal()) return 0
    const [of, secret, id] = [sql.table(table), sql.ref(column), sql.ref(key)]
    const open = await rows(
      tx,
      sql<{ org_id: string; id: string; secret: string }>`select org_id, ${id} as id, ${secret} as secret from ${of}
        where not starts_with(${secret}, ${sealedMark}) order by org_id, ${id} limit ${most} for update`,
    )
    const sealed = open.map(one => ({ ...one, sealed: keptSecret(one.secret, placeOf(one.org_id, one.id)) }))
    await sql`update ${of} as t set ${secret} = r.sealed
      from ${recordset(sealed, sql`org_id uuid, id uuid, sealed text`)} as r where t.org_id = r.org_id and t.${id} = r.id`.execute(
      tx,
    )
    return open.length
  }

interface Sealed {
  readonly place: number
  readonly org_id: string
  readonly id: string
  readonly secret: string
}
/** Where the key that is here is not the one that sealed: one secret of each place is tried. */
export async function lostSecrets(tx: Tx, places: readonly KeptIn[]): Promise<KeptIn[]> {
  const firsts = places.map(({ table, column, key, isAlwaysSealed }, place) => {
    const secret = sql.ref(column)
    const marked = isAlwaysSealed ? sql`true` : sql`starts_with(${secret}, ${sealedMark})`
    return sql`(select ${place}::integer as place, org_id, ${sql.ref(key)} as id, ${secret} as secret from ${sql.table(table)}
      where ${marked} order by org_id, ${sql.ref(key)} limit 1)`
  })
  const found = await rows(tx, sql<Sealed>`${sql.join(firsts, sql` union all `)}`)
  return found.flatMap(({ place, org_id, id, secret }) => {
    const of = places[place]!
    const about = of.placeOf(org_id, id)
    const opened = of.isAlwaysSealed ? unseal(secret, about) : openKept(secret, about)
    return opened === undefined ? [of] : []
  })
}
