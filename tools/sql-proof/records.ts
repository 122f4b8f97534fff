import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SqlRecord } from './recorder.ts'

/** What all processes and threads of a run have noted. */
export const readRecords = (folder: string): SqlRecord[] =>
  readdirSync(folder).flatMap(file =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line): SqlRecord => JSON.parse(line)),
  )
