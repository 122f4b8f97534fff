/*
 * `node tools/rules.ts --spec DIR`: writes docs/rules.md, where each rule of the specification is done and by which test it is
 * held, and which of its errors and calls are not built; and docs/errors.md, where each error is declared and raised.
 * A rule is held by a test that names it (`R-054` in its title), or by the contract test of one of its calls that is refused
 * with the rule's error: such a test has the good case beside the refused one.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import type { AnyCall } from '@qitao/core/call.ts'
import { livePath } from '@qitao/core/live.ts'
import type { ErrorDefinition } from '@qitao/core/refusal.ts'

const root = join(import.meta.dirname, '..')
const { values } = parseArgs({ options: { spec: { type: 'string' } } })
if (!values.spec) throw new Error('--spec: folder of the specification')
const read = (name: string) => JSON.parse(readFileSync(join(values.spec!, name), 'utf8'))

interface Rule {
  readonly id: string
  readonly statement: string
  readonly where: string
  readonly error: number | null
  readonly calls?: readonly string[]
}
const rules: readonly Rule[] = read('rules.json').rules
interface SpecifiedCall {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly area: string
}
const statedCalls: readonly SpecifiedCall[] = read('calls.json').calls
const proposedCalls: readonly SpecifiedCall[] = read('calls-proposed.json').calls
const callAddress = new Map(
  [...statedCalls, ...proposedCalls].map(call => [call.id, `${call.method} ${call.path}`] as const),
)

const sources = ['areas', 'apps', 'core', 'platform', 'planning', 'e2e'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.tsx?$/.test(path) && !path.includes('node_modules'))
    .map(path => `${folder}/${path}`)
    .sort(),
)
const isTest = (path: string) => /\.(test|story)\.tsx?$|\/testing\/|^e2e\//.test(path)
const files = sources.filter(path => /\.(test|story)\.tsx?$/.test(path))
const modules = readdirSync(join(root, 'areas'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\/model\/.+\.(calls|errors)\.ts$/.test(path))
  .map(path => join(root, 'areas', path))
const callNames = new Map<string, string[]>()
const codes = new Map<string, number>()
const definitions = new Map<string, { definition: ErrorDefinition; file: string }>()
const shared = ['core/general.errors.ts', 'platform/server/jobs/job.errors.ts', 'platform/server/database/serial.ts']
for (const path of [...modules, ...[...shared, 'platform/server/excel/excel.errors.ts'].map(one => join(root, one))]) {
  for (const [name, value] of Object.entries(await import(path))) collect(name, value, relative(root, path))
}
function collect(name: string, value: unknown, file: string): void {
  if (typeof value !== 'object' || value === null) return
  if ('grantedBy' in value && 'path' in value) {
    const { method, path } = value as AnyCall
    callNames.set(name, [...(callNames.get(name) ?? []), `${method} ${path}`])
    return
  }
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner !== 'object' || inner === null) continue
    if ('grantedBy' in inner && 'path' in inner) collect(`${name}.${key}`, inner, file)
    else if ('code' in inner && 'level' in inner) {
      codes.set(`${name}.${key}`, (inner as ErrorDefinition).code)
      definitions.set(`${name}.${key}`, { definition: inner as ErrorDefinition, file })
    }
  }
}

/** Where a rule is held: file and what stands there. */
const named = new Map<string, Set<string>>()
const refused = new Map<string, Set<string>>()
const add = (map: Map<string, Set<string>>, key: string, file: string): void => {
  map.set(key, (map.get(key) ?? new Set()).add(file))
}
for (const file of files) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [id] of text.matchAll(/\bR-\d{3}\b/g)) add(named, id, file)
  for (const block of text.split(/^(?=\s*(?:contract|test|describe)\b)/m)) {
    const call = /^\s*contract\(\s*app,\s*([\w.]+)/.exec(block)?.[1]
    if (!call) continue
    for (const [, error] of block.matchAll(/\b(\w+[eE]rrors\.\w+)/g)) {
      const code = codes.get(error!)
      for (const address of callNames.get(call) ?? []) if (code) add(refused, `${address} ${code}`, file)
    }
  }
}

/** Of the product: files that name a rule, raise an error, handle a call. */
const naming = new Map<string, Set<string>>()
const raising = new Map<string, Set<string>>()
const handling = new Map<string, Set<string>>()
/** The engine knows no area: what it refuses for has the name of the error in its own way of writing. */
const nameInPlanning = new Map([...codes.keys()].map(name => [snakeCase(name.split('.').at(-1)!), name]))
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, letter => `_${letter.toLowerCase()}`)
}
for (const file of sources.filter(path => !isTest(path))) {
  const text = readFileSync(join(root, file), 'utf8')
  for (const [id] of text.matchAll(/\bR-\d{3}\b/g)) add(naming, id, file)
  for (const [, name] of text.matchAll(/\b(\w*[eE]rrors\.\w+)/g)) if (codes.has(name!)) add(raising, name!, file)
  if (file.startsWith('planning/'))
    for (const [, word] of text.matchAll(/'([a-z]+(?:_[a-z]+)+)'/g))
      if (nameInPlanning.has(word!)) add(raising, nameInPlanning.get(word!)!, file)
  if (file.includes('/server/'))
    for (const [, call] of text.matchAll(/\b(?:handle\w*|exportHandler)\(\s*([\w.]+)/g))
      for (const address of callNames.get(call!) ?? []) add(handling, address, file)
}
/** More places than these say nothing of where to begin. */
const fewPlaces = 4
function doneIn({ id, error, calls = [] }: Rule): string[] {
  const raised = [...codes].flatMap(([name, code]) => (code === error ? [...(raising.get(name) ?? [])] : []))
  const places = new Set([...(naming.get(id) ?? []), ...(raised.length > fewPlaces ? [] : raised)])
  if (places.size > 0) return [...places]
  return [...new Set(calls.flatMap(call => [...(handling.get(callAddress.get(call) ?? '') ?? [])]))].slice(0, fewPlaces)
}
const listed = (paths: Iterable<string>): string => [...paths].map(file => `\`${file}\``).join('<br>')

/** Rules of parts that are not built, although a call that they name is, or none is named. */
const parts: Readonly<Record<string, string>> = {
  'R-143': 'told in the language of the reader (docs/departures.md)',
  'R-153': 'work orders out of inquiries: an inquiry makes none',
  'R-176': 'the default of a packaging size is none (docs/departures.md)',
  'R-224': 'a missing price is told on its row (docs/departures.md)',
  'R-279': 'orders shared with a linked company',
  'R-297': 'ranges of the client by given counts: the server gives the periods',
  'R-298': 'kept success messages',
}
const built = new Set([...callNames.values()].flat())

const lines: string[] = []
const open: string[] = []
const absent: string[] = []
for (const rule of rules) {
  const { id, statement, error, calls = [], where } = rule
  const addresses = calls.map(call => callAddress.get(call) ?? '')
  const holding = new Set([
    ...(named.get(id) ?? []),
    ...addresses.flatMap(address => [...(refused.get(`${address} ${error}`) ?? [])]),
  ])
  const missing = calls.filter(call => !built.has(callAddress.get(call) ?? ''))
  if (holding.size > 0) lines.push(`| ${id} | ${statement} | ${listed(doneIn(rule))} | ${listed(holding)} |`)
  else if (parts[id]) absent.push(`| ${id} | ${statement} | ${parts[id]} |`)
  else if (calls.length > 0 && missing.length === calls.length)
    absent.push(`| ${id} | ${statement} | ${missing.map(call => `\`${call}\``).join(', ')} |`)
  else open.push(`| ${id} | ${statement} | ${where} |`)
}
interface CatalogueError {
  readonly code: number
  readonly key: string
  readonly en: string
  readonly used: { readonly areas?: readonly string[] }
}
const declared = new Set(codes.values())
const success = 200
const missing = (read('errors.json').errors as readonly CatalogueError[]).filter(
  ({ code }) => code !== success && !declared.has(code),
)
const byArea = Map.groupBy(missing, ({ used }) => used.areas?.join(', ') || 'general')
const errorLines = [...byArea].map(
  ([area, list]) => `| ${area} | ${list.map(({ code, en }) => `${code} ${en}`).join('<br>')} |`,
)
/** By area: calls that nothing answers yet. */
const absentCalls = (calls: readonly SpecifiedCall[]) => {
  const list = calls.filter(({ id, path }) => path !== livePath && !built.has(callAddress.get(id)!))
  const rows = [...Map.groupBy(list, ({ area }) => area)].map(
    ([area, some]) => `| ${area} | ${some.map(({ id, path }) => `\`${id.split('.').at(-1)}\` ${path}`).join('<br>')} |`,
  )
  return { count: list.length, of: calls.length, table: ['| area | calls |', '| --- | --- |', ...rows].join('\n') }
}
const stated = absentCalls(statedCalls)
const proposed = absentCalls(proposedCalls)
const without =
  open.length === 0
    ? ''
    : `
## Without a test of their own (${open.length})

| rule | says | where |
| --- | --- | --- |
${open.join('\n')}
`

writeFileSync(
  join(root, 'docs/rules.md'),
  `# Rules and the tests that hold them

Made by \`node tools/rules.ts --spec DIR\` from the tests: a rule is held by a test that names it, or by the contract test of one of
its calls that is refused with the rule's error beside its good case. ${lines.length} of ${rules.length} are held. It is done where the
product names it or raises its error, else where its calls are handled.

| rule | says | done in | held in |
| --- | --- | --- | --- |
${lines.join('\n')}
${without}
## Their calls or parts are not built (${absent.length})

| rule | says | calls or part |
| --- | --- | --- |
${absent.join('\n')}

## Errors of the catalogue that nothing here can raise yet (${missing.length})

The other ${declared.size} are declared with both texts, raised, and tested: \`apps/server/errors.test.ts\` fails when one is not.

| area | errors |
| --- | --- |
${errorLines.join('\n')}

## Calls of the specification that are not built (${stated.count} of ${stated.of})

Without a token they are refused as all others are (5256).

${stated.table}

## Proposed calls that are not built (${proposed.count} of ${proposed.of})

${proposed.table}
`,
)
const errorRows = [...definitions]
  .sort(([, a], [, b]) => a.definition.code - b.definition.code)
  .map(([name, { definition, file }]) => {
    const places = [...(raising.get(name) ?? [])].filter(path => path !== file)
    const raised = places.length > 2 * fewPlaces ? `${places.length} files` : listed(places)
    return `| ${definition.code} | ${definition.text.en} | \`${name}\` | \`${file}\` | ${raised} |`
  })
writeFileSync(
  join(root, 'docs/errors.md'),
  `# Errors, where they are declared and where they are raised

Made by \`node tools/rules.ts --spec DIR\` from the source: ${errorRows.length} errors, each with both texts where it is declared. Where nothing is
named beside it, an error is handed over where its document, record or call is declared.

| error | says | name | declared in | raised in |
| --- | --- | --- | --- | --- |
${errorRows.join('\n')}
`,
)
console.log(`${lines.length} held, ${open.length} without a test, ${absent.length} not built`)
