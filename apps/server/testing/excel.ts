import { importFile } from '@qitao/access/model/record/excel.calls.ts'
import { type FileAnswer, FileGiven } from '@qitao/core/file.ts'
import { readSheet } from '@qitao/platform/server/excel/read-sheet.ts'
import { type Cell, writeWorkbook } from '@qitao/platform/server/excel/write-workbook.ts'
import { digestOf } from '@qitao/platform/server/files/multipart.ts'
import type { TestCompany, TestMember } from './test-app.ts'

export const fileOf = (name: string, bytes: Uint8Array): FileGiven => new FileGiven(name, bytes, digestOf(bytes))
/** Excel files for tests: made from rows, read back as rows. */
export async function xlsx(
  rows: readonly (readonly (string | number | null)[])[],
  name = 'test.xlsx',
): Promise<FileGiven> {
  const cells = rows.map(row =>
    row.map((value): Cell => (typeof value === 'number' ? { value, style: 'number' } : value)),
  )
  return fileOf(name, await writeWorkbook([{ name: 'test', columns: [], rows: cells }]))
}
const bytesOf = (file: FileAnswer | FileGiven): Uint8Array =>
  new Uint8Array(file instanceof FileGiven ? Buffer.concat(file.pieces) : file.bytes)
/** Cells of the first sheet by row; an empty cell is ''. */
export async function rowsIn(file: FileAnswer | FileGiven): Promise<string[][]> {
  const { rows } = await readSheet(bytesOf(file), 20_000)
  return rows.map(({ cells }) => {
    const line: string[] = []
    for (const { column, value } of cells) line[column] = value
    return Array.from(line, value => value ?? '')
  })
}
interface Imported {
  readonly status: number
  readonly error_code: number | null
  // biome-ignore lint/suspicious/noExplicitAny: the result of an import, or of its refusal
  readonly result: any
}
/** Imports and waits for the end. */
export async function imported(
  company: TestCompany,
  import_type: string,
  file: FileGiven | FileAnswer,
  { dry_run = 'false', as = company.admin }: { dry_run?: 'true' | 'false'; as?: TestMember } = {},
): Promise<Imported> {
  const { job_id } = await as.ok(importFile, { file: fileOf(file.name, bytesOf(file)), import_type, dry_run })
  return company.jobEnd(job_id, 60)
}
