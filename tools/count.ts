// npm run count: what the source comes to. `npm run count -- where` names the places.
import { isTest, sourceFiles } from './house.ts'
import {
  areaSizes,
  castsOf,
  documentSizes,
  type Place,
  placesOfFields,
  rawCodesOf,
  rowTypesOf,
  type Size,
} from './source-counts.ts'

const isAskedWhere = process.argv.includes('where')
const files = sourceFiles()
const product = files.filter(({ path }) => !isTest(path))
const tests = files.filter(({ path }) => isTest(path))

const print = (line = ''): void => console.log(line)
const names = (places: readonly Place[]): void => {
  if (isAskedWhere) for (const { at, what } of places) print(`    ${at}  ${what}`)
}
const sum = (sizes: readonly Size[], of: 'files' | 'lines'): number => sizes.reduce((all, one) => all + one[of], 0)
const row = (name: string, size: Pick<Size, 'files' | 'lines'>, remark = ''): void =>
  print(`  ${name.padEnd(18)}${String(size.files).padStart(6)}${String(size.lines).padStart(8)}  ${remark}`.trimEnd())

print('Places of a field of the sales order: files of the product that name it, migration included; tests and what is')
print(
  'generated are not counted, nor fields that another record declares too. A field that a rule reads stands in more.',
)
for (const { field, places } of placesOfFields(files, ['sales_order', 'sales_order_line'])) {
  print(`  ${field.padEnd(20)}${String(places.length).padStart(4)}`)
  names(places.map(at => ({ at, what: '' })))
}

const casts = castsOf(product)
const castsIn = (what: string): number => casts.filter(one => one.what === what).length
print(`\nCasts in areas: ${casts.length} (as never ${castsIn('as never')}, as unknown as ${castsIn('as unknown as')})`)
print(`  and in their tests: ${castsOf(tests).length}`)
names(casts)

const rows = rowTypesOf(product)
const inPlace = rows.filter(one => one.what === 'typed in place')
print(`\nRow types asserted for statements of areas: ${rows.length}`)
print(`  typed by hand in place: ${inPlace.length}, by name: ${rows.length - inPlace.length}`)
names(inPlace)

const codes = rawCodesOf(product)
print(`\nRaw status codes in areas: ${codes.length}`)
names(codes)

const areas = areaSizes(files)
print('\nAreas: TypeScript, SQL and CSS without tests')
print(`  ${''.padEnd(18)} files   lines`)
for (const area of areas) row(area.name, area)
row('all', { files: sum(areas, 'files'), lines: sum(areas, 'lines') })

print(
  '\nDocuments (declared, or a table with a table `_line`): files of their name, or in a folder of it, without tests',
)
for (const document of documentSizes(files)) row(document.name, document, document.onKit ? 'on the kit' : 'written out')
