import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** The mobile app as whoever runs the server has put it into a folder: `qitao-1.2.3.apk`; the highest version counts. */
export interface MobileApp {
  readonly version: string
  readonly file: string
  readonly bytes: number
}
export const downloadPath = '/download/'

const numbersOf = (version: string): number[] => version.split('.').map(Number)
const byVersion = (one: string, other: string): number => {
  const [a, b] = [numbersOf(one), numbersOf(other)]
  const at = a.findIndex((part, index) => part !== (b[index] ?? 0))
  return at < 0 ? a.length - b.length : (a[at] ?? 0) - (b[at] ?? 0)
}

export async function findMobileApp(folder: string | undefined): Promise<MobileApp | undefined> {
  if (!folder) return undefined
  const names = await readdir(folder).catch(() => [])
  const found = names.flatMap(file => {
    const version = /^qitao-(\d+(?:\.\d+)*)\.apk$/.exec(file)?.[1]
    return version ? [{ version, file }] : []
  })
  const latest = found.sort((one, other) => byVersion(one.version, other.version)).at(-1)
  return latest && { ...latest, bytes: (await stat(join(folder, latest.file))).size }
}
