import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Rules of the house that no other tool knows. Each is a pure function over the files, so that a test can plant a violation. */
export interface SourceFile {
  readonly path: string
  readonly text: string
}
export const root = join(import.meta.dirname, '..')

/** Files that git tracks or would track. */
export function sourceFiles(): SourceFile[] {
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  return listed
    .split('\n')
    .filter(path => /\.(ts|tsx|sql|cjs|json|md|yaml|css|html)$/.test(path) && !path.endsWith('package-lock.json'))
    .flatMap(path => {
      try {
        return [{ path, text: readFileSync(join(root, path), 'utf8') }]
      } catch {
        return [] // deleted and not yet committed
      }
    })
}

const isTest = (path: string): boolean => /\.test\.tsx?$|\/testing\//.test(path)
const isPure = (path: string): boolean =>
  /^(core|planning)\/|^areas\/[^/]+\/model\//.test(path) && path.endsWith('.ts') && !isTest(path)
const areaOf = (path: string): string | undefined =>
  /^areas\/([^/]+)\//.exec(path)?.[1] ?? (path.startsWith('platform/') ? 'platform' : undefined)
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:])\/\/.*$/gm, '$1')

/** Pure code is given the time and the luck: same problem, same plan. */
export const clocksInPureCode = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => isPure(path))
    .flatMap(({ path, text }) =>
      /\bDate\.now\(|\bnew Date\(\s*\)|\bMath\.random\(|\bperformance\.now\(/.test(withoutComments(text))
        ? [`${path} reads a clock or chance`]
        : [],
    )

/** Quantities and money are added in core/quantity.ts alone. */
export const floatsForQuantities = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^(areas\/[^/]+\/(model|server)|platform\/server)\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      /parseFloat\(|\.toFixed\(/.test(withoutComments(text)) ? [`${path} computes with parseFloat or toFixed`] : [],
    )

/** JSX belongs to the browser. */
export const jsxOutsideWeb = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => path.endsWith('.tsx') && !/(^|\/)web\/|^bench\//.test(path))
    .map(({ path }) => `${path}: .tsx stands under web only`)

/** Only the owner writes its tables: the area whose migrations make a table. */
export function foreignWrites(files: readonly SourceFile[]): string[] {
  const owner = new Map<string, string>()
  for (const { path, text } of files) {
    if (!/\/migrations\/.*\.sql$/.test(path)) continue
    for (const [, table] of text.matchAll(/create table (?:if not exists )?(\w+)/g)) owner.set(table!, areaOf(path)!)
  }
  return files
    .filter(({ path }) => /^areas\/[^/]+\/server\/.*\.ts$/.test(path) && !isTest(path))
    .flatMap(({ path, text }) =>
      [
        ...withoutComments(text).matchAll(
          /(?:insert into|delete from|\bupdate)\s+"?(\w+)"?|(?:insertInto|updateTable|deleteFrom)\('(\w+)'\)/g,
        ),
      ].flatMap(match => {
        const table = match[1] ?? match[2]!
        const of = owner.get(table)
        return of === undefined || of === areaOf(path) || of === 'platform'
          ? []
          : [`${path} writes ${table}, which ${of} owns`]
      }),
    )
}

/** Every company table has its composite key: org_id first. */
export const keysWithoutCompany = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /^areas\/.*\/migrations\/.*\.sql$/.test(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/create table (\w+) \(([\s\S]*?)\n\);/g)].flatMap(([, table, body]) => {
        const tenant = /^\s*org_id /m.test(body!)
        const wrong = [...body!.matchAll(/(?:primary key|unique(?: nulls not distinct)?) \(([^)]*)\)/g)].filter(
          ([, columns]) => !columns!.startsWith('org_id'),
        )
        return tenant && wrong.length > 0 && !['org', 'session'].includes(table!)
          ? [`${path}: a key of ${table} does not begin with org_id`]
          : []
      }),
    )

/** A number of the error catalogue means one thing. */
export function errorsDeclaredTwice(files: readonly SourceFile[]): string[] {
  const seen = new Map<string, string>()
  return files
    .filter(({ path }) => path.endsWith('.ts') && !isTest(path))
    .flatMap(({ path, text }) =>
      [...text.matchAll(/^\s*(\w+): \[\s*(\d{4}),/gm)].flatMap(([, name, code]) => {
        const before = seen.get(code!)
        seen.set(code!, `${name} in ${path}`)
        return before === undefined ? [] : [`error ${code} is declared twice: ${before} and ${name} in ${path}`]
      }),
    )
}

/** What lies outside of the project has no place in it. */
export const machinePaths = (files: readonly SourceFile[]): string[] =>
  files.flatMap(({ path, text }) =>
    /(^|[^.\w])\/(work|farm)\/\w/.test(text) && path !== 'tools/house.ts'
      ? [`${path} names a path of one machine`]
      : [],
  )

/** Tests that do not run, or that run alone. */
export const sleepingTests = (files: readonly SourceFile[]): string[] =>
  files
    .filter(({ path }) => /\.(test|story)\.tsx?$/.test(path))
    .flatMap(({ path, text }) =>
      /\b(it|test|describe)\.(only|todo|fixme)\(|\bx(it|describe)\(/.test(text)
        ? [`${path} has a test that does not run or runs alone`]
        : [],
    )

export const rules = {
  clocksInPureCode,
  floatsForQuantities,
  jsxOutsideWeb,
  foreignWrites,
  keysWithoutCompany,
  errorsDeclaredTwice,
  machinePaths,
  sleepingTests,
}
