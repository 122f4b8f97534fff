/*
 * Loaded before all else by a test run (`node --import`), in each of its processes and threads: notes which `sql` templates went to
 * the database and what came back, for `prove.ts`. The product knows nothing of it; without it the product runs as it is.
 * Three files of the libraries get a line more while they are loaded: the tag tells where it was called, the compiler of which
 * templates a statement is made, the client what it brought.
 */
import { appendFileSync, readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { threadId } from 'node:worker_threads'
import { Recorder } from './recorder.ts'

const folder = process.env.SQL_RECORDS
if (folder) {
  const file = join(folder, `${process.pid}-${threadId}.jsonl`)
  const recorder = new Recorder(record => appendFileSync(file, `${JSON.stringify(record)}\n`))
  const name = 'sqlRecorder'
  Object.defineProperty(globalThis, name, { value: recorder })
  const changes: readonly (readonly [file: string, change: (source: string) => string])[] = [
    [
      '/kysely/dist/raw-builder/sql.js',
      source => source.replace(/\(sqlFragments, \.\.\.parameters\) => \{/, `$& ${name}.tagged(sqlFragments);`),
    ],
    [
      '/kysely/dist/query-compiler/default-query-compiler.js',
      source => `${source}\n${name}.watchCompiler(DefaultQueryCompiler)`,
    ],
    ['/pg/lib/client.js', source => `${source}\n${name}.watchClient(module.exports)`],
  ]
  registerHooks({
    load(url, context, next) {
      const loaded = next(url, context)
      const change = changes.find(([end]) => url.endsWith(end))?.[1]
      if (!change) return loaded
      const source = String(loaded.source ?? readFileSync(new URL(url)))
      const changed = change(source)
      if (changed === source) throw new Error(`${url} is not as the recorder knows it`)
      return { ...loaded, source: changed }
    },
  })
}
