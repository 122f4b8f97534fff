// What the source comes to, counted out of the files alone. Pure.
import { basename } from 'node:path'
import ts from 'typescript'
import { isTest, numberedStates, type SourceFile, withoutComments } from './house.ts'

/** A place in the source: `file:line`, and what stands there. */
export interface Place {
  readonly at: string
  readonly what: string
}
export interface Size {
  readonly name: string
  readonly files: number
  readonly lines: number
}

const isCode = (path: string): boolean => /\.tsx?$/.test(path)
const isOfArea = (path: string): boolean => path.startsWith('areas/')
const ofProduct = (files: readonly SourceFile[]): SourceFile[] => files.filter(({ path }) => !isTest(path))

/** What `found` says of each node of the files. */
function walk<T>(files: readonly SourceFile[], found: (node: ts.Node, at: () => string) => T[]): T[] {
  return files
    .filter(({ path }) => isCode(path))
    .flatMap(({ path, text }) => {
      const kind = path.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
      const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, false, kind)
      const all: T[] = []
      const look = (node: ts.Node): void => {
        const at = () => `${path}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`
        all.push(...found(node, at))
        ts.forEachChild(node, look)
      }
      look(source)
      return all
    })
}

/** Casts past the compiler, in areas: `as never`, and `as unknown as`. */
export const castsOf = (files: readonly SourceFile[]): Place[] =>
  walk(
    files.filter(({ path }) => isOfArea(path)),
    (node, at) => {
      if (!ts.isAsExpression(node)) return []
      if (node.type.kind === ts.SyntaxKind.NeverKeyword) return [{ at: at(), what: 'as never' }]
      const inner = node.expression
      return ts.isAsExpression(inner) && inner.type.kind === ts.SyntaxKind.UnknownKeyword
        ? [{ at: at(), what: 'as unknown as' }]
        : []
    },
  )

/** Whether a type holds a shape that was typed by hand: `{ … }`, itself or within. */
const isTyped = (type: ts.Node): boolean => ts.isTypeLiteralNode(type) || (ts.forEachChild(type, isTyped) ?? false)

/**
 * Row types asserted for statements of areas: `sql<…>` with a shape typed in place, or with a name. `never` and `object` assert
 * nothing.
 */
export const rowTypesOf = (files: readonly SourceFile[]): Place[] =>
  walk(
    files.filter(({ path }) => isOfArea(path)),
    (node, at) => {
      if (!ts.isTaggedTemplateExpression(node) || !ts.isIdentifier(node.tag) || node.tag.text !== 'sql') return []
      const type = node.typeArguments?.[0]
      if (!type || type.kind === ts.SyntaxKind.NeverKeyword || type.kind === ts.SyntaxKind.ObjectKeyword) return []
      return [{ at: at(), what: isTyped(type) ? 'typed in place' : 'by name' }]
    },
  )

/** Raw codes of states in areas: those that the house still bears in some areas, too. */
export const rawCodesOf = (files: readonly SourceFile[]): Place[] =>
  numberedStates(files.filter(({ path }) => isOfArea(path))).map(({ path, what }) => ({ at: path, what }))

const linesOf = (text: string): number => text.split('\n').length - (text.endsWith('\n') ? 1 : 0)
const sizeOf = (name: string, files: readonly SourceFile[]): Size => ({
  name,
  files: files.length,
  lines: files.reduce((sum, { text }) => sum + linesOf(text), 0),
})
const isSource = (path: string): boolean => /\.(tsx?|sql|css)$/.test(path)

/** Each area: TypeScript, SQL and CSS, without its tests. */
export function areaSizes(files: readonly SourceFile[]): Size[] {
  const own = ofProduct(files).filter(({ path }) => isOfArea(path) && isSource(path))
  const names = [...new Set(own.map(({ path }) => path.split('/')[1]!))].sort()
  return names.map(name =>
    sizeOf(
      name,
      own.filter(({ path }) => path.startsWith(`areas/${name}/`)),
    ),
  )
}

export interface DocumentSize extends Size {
  readonly onKit: boolean
}
/**
 * Each document: what `documentOf` or `singleOf` declares, by the name of that file, and each table `x` with a table `x_line`.
 * Its own code: files whose name begins with its name, or in a folder of its name; what it shares with others is not in it.
 */
export function documentSizes(files: readonly SourceFile[]): DocumentSize[] {
  const own = ofProduct(files).filter(({ path }) => isOfArea(path) && isSource(path))
  const declared = own
    .filter(({ path }) => path.endsWith('.calls.ts'))
    .filter(({ text }) => /= (?:documentOf|singleOf)\(/.test(withoutComments(text)))
    .map(({ path }) => basename(path, '.calls.ts'))
  const tables = new Set(
    own.flatMap(({ path, text }) =>
      path.endsWith('.sql')
        ? [...text.matchAll(/create table (?:if not exists )?(\w+)/g)].map(([, table]) => table!)
        : [],
    ),
  )
  const withLines = [...tables].filter(table => tables.has(`${table}_line`)).map(table => table.replaceAll('_', '-'))
  return [...new Set([...declared, ...withLines])].sort().map(name => {
    const isOwn = new RegExp(String.raw`/${name}/|/(?:\d+-)?${name}s?[.-][^/]*$`)
    const size = sizeOf(
      name,
      own.filter(({ path }) => isOwn.test(path)),
    )
    return { ...size, onKit: declared.includes(name) }
  })
}

interface Declared {
  readonly record: string
  readonly field: string
}
const declaredFields = (files: readonly SourceFile[]): Declared[] =>
  walk(
    ofProduct(files).filter(({ path }) => path.endsWith('.record.ts')),
    node => {
      if (!ts.isCallExpression(node) || !ts.isIdentifier(node.expression) || node.expression.text !== 'record')
        return []
      const [name, , fields] = node.arguments
      if (!name || !ts.isStringLiteral(name) || !fields || !ts.isObjectLiteralExpression(fields)) return []
      return fields.properties.flatMap(one =>
        one.name && ts.isIdentifier(one.name) ? [{ record: name.text, field: one.name.text }] : [],
      )
    },
  )

export interface FieldPlaces {
  readonly field: string
  readonly places: readonly string[]
}
/**
 * In how many files of the product each field of a record stands, fewest first. Only fields that no record of another name declares:
 * of those a mention is a mention. What is generated (`tables.ts`) and tests are not places where one has to think of it.
 */
export function placesOfFields(files: readonly SourceFile[], records: readonly string[]): FieldPlaces[] {
  const declared = declaredFields(files)
  const elsewhere = new Set(declared.filter(({ record }) => !records.includes(record)).map(({ field }) => field))
  const own = declared.filter(({ record }) => records.includes(record)).map(({ field }) => field)
  const product = ofProduct(files)
    .filter(({ path }) => /^(core|platform|areas|apps)\/.*\.(tsx?|sql)$/.test(path))
    .filter(({ path }) => path !== 'platform/server/database/tables.ts')
    .map(({ path, text }) => ({ path, text: withoutComments(text) }))
  return [...new Set(own)]
    .filter(field => !elsewhere.has(field))
    .map(field => ({
      field,
      places: product.filter(({ text }) => new RegExp(String.raw`\b${field}\b`).test(text)).map(({ path }) => path),
    }))
    .sort((a, b) => a.places.length - b.places.length)
}
