import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { z } from 'zod'
import { BackupProblem } from './problem.ts'

const savedTable = z.object({
  name: z.string(),
  columns: z.array(z.string()).readonly(),
  rows: z.int(),
  /** Of the compressed file. */
  bytes: z.int(),
  sha256: z.string(),
})
const manifestForm = z.object({
  format: z.literal(1),
  /** The moment of which all tables are, ISO 8601. */
  moment: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  tables: z.array(savedTable),
  sequences: z.record(z.string(), z.int()),
})
/** What a backup holds. It is written last, so a folder without one is no backup. */
export type Manifest = z.infer<typeof manifestForm>
export type SavedTable = z.infer<typeof savedTable>

const nameOfManifest = 'manifest.json'
export const fileOf = (folder: string, table: { name: string }): string => join(folder, `${table.name}.copy.zst`)
const digest = (of: string): string => createHash('sha256').update(of).digest('hex')

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  const content = JSON.stringify(manifest, null, 1)
  await writeFile(join(folder, nameOfManifest), `${content}\n${digest(content)}\n`, { flush: true })
}

/**
 * Reads the whole backup once and compares it with what was written.
 * @throws BackupProblem naming the file that is missing or is not what it was.
 */
export async function checkedManifest(folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  for (const table of manifest.tables) {
    const hash = createHash('sha256')
    const file = fileOf(folder, table)
    await pipeline(createReadStream(file), hash).catch(error => {
      throw new BackupProblem(`${file} cannot be read (${(error as Error).message}): this backup is not whole.`)
    })
    if (hash.digest('hex') !== table.sha256)
      throw new BackupProblem(`${file} is not what was written: this backup is damaged. Take another one.`)
  }
  return manifest
}

async function readManifest(folder: string): Promise<Manifest> {
  const file = join(folder, nameOfManifest)
  const written = await readFile(file, 'utf8').catch(() => {
    throw new BackupProblem(`${folder} is no backup: it has no ${nameOfManifest}.`)
  })
  const [, content = '', sum] = /^([\s\S]*)\n([0-9a-f]{64})\n$/.exec(written) ?? []
  if (digest(content) !== sum)
    throw new BackupProblem(`${file} is not what was written: this backup is damaged. Take another one.`)
  const { data: manifest } = manifestForm.safeParse(JSON.parse(content))
  if (!manifest)
    throw new BackupProblem(`${file} is of another format: restore it with the version of the product that made it.`)
  return manifest
}
