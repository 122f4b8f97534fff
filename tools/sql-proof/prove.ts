/*
 * `node tools/sql-proof/prove.ts FOLDER [named|whole]`: holds what a test run noted in the folder (`record.ts`) against the source. Each row
 * type that a statement asserts must be what came back; `named` tells which `sql` templates of the product were not run, `whole` fails for them.
 */
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { readRecords } from './records.ts'
import { templatesOf } from './templates.ts'
import { cameAsNull, judge } from './verdict.ts'

const [folder, extent] = process.argv.slice(2)
const root = join(import.meta.dirname, '../..')
const isProduct = (file: string): boolean => !/\.(test|bench)\.ts$|\/testing\/|\/node_modules\//.test(file)
const files = globSync(['platform/server/**/*.ts', 'areas/*/server/**/*.ts', 'apps/server/**/*.ts'], { cwd: root })

const records = readRecords(folder!)
const templates = templatesOf(root, files.filter(isProduct).sort())
const { neverRan, misfits } = judge(templates, records)
for (const place of extent ? neverRan : []) console.error(`${place}: no test runs this statement`)
for (const misfit of misfits) console.error(misfit)
const typed = templates.filter(({ row }) => row).length
console.log(
  `${templates.length} templates, ${templates.length - neverRan.length} of them run; ${typed} row types, ${misfits.length} misfits`,
)
// Which rows come depends on the slices of the day: a null is always told, and fails a run that does everything.
const failing = process.env.WHOLE === '1' ? misfits : misfits.filter(misfit => !misfit.endsWith(cameAsNull))
process.exitCode = failing.length > 0 || (extent === 'whole' && neverRan.length > 0) ? 1 : 0
