import { join, relative } from 'node:path'
import ts from 'typescript'
import { keyOf } from './recorder.ts'

/** What a value is, in the words of TypeScript: `any` fits all, `object` is what JSON brings. */
export type Kind = 'any' | 'string' | 'number' | 'boolean' | 'date' | 'bytes' | 'object' | `${string}[]`
export interface Property {
  readonly name: string
  readonly isOptional: boolean
  readonly mayBeNull: boolean
  readonly kinds: readonly Kind[]
}
/** A `sql` template in the source. */
export interface Template {
  readonly key: string
  /** `file:line`. */
  readonly place: string
  /** Of the row type that is asserted for it; none for a part of a statement, and where nobody reads the rows. */
  readonly row?: readonly Property[]
}

/** The templates of these files, with the row types that the compiler gives for their place. */
export function templatesOf(root: string, files: readonly string[]): Template[] {
  const config = ts.readConfigFile(join(root, 'tsconfig.node.json'), ts.sys.readFile).config
  const base = ts.parseJsonConfigFileContent({ ...config, include: [], files: [...files] }, ts.sys, root)
  const program = ts.createProgram(base.fileNames, { ...base.options, skipLibCheck: true })
  const checker = program.getTypeChecker()
  return files.flatMap(name => {
    const file = program.getSourceFile(join(root, name))!
    const found: Template[] = []
    const look = (node: ts.Node): void => {
      if (ts.isTaggedTemplateExpression(node) && ts.isIdentifier(node.tag) && node.tag.text === 'sql')
        found.push(templateAt(node, file, root, checker))
      ts.forEachChild(node, look)
    }
    look(file)
    return found
  })
}

function templateAt(
  node: ts.TaggedTemplateExpression,
  file: ts.SourceFile,
  root: string,
  checker: ts.TypeChecker,
): Template {
  const { template } = node
  const texts = ts.isNoSubstitutionTemplateLiteral(template)
    ? [template.text]
    : [template.head.text, ...template.templateSpans.map(span => span.literal.text)]
  const path = relative(root, file.fileName)
  const row = rowOf(node, checker)
  const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1
  return { key: keyOf(path, texts), place: `${path}:${line}`, ...(row && { row }) }
}

/** `RawBuilder<Row>`: its argument, however it was found. */
function rowOf(node: ts.TaggedTemplateExpression, checker: ts.TypeChecker): Property[] | undefined {
  const builder = checker.getTypeAtLocation(node)
  const given = checker.getTypeArguments(builder as ts.TypeReference)[0]
  const row = given && (checker.getBaseConstraintOfType(given) ?? given)
  const scalar = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BooleanLike
  if (!row || row.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown | ts.TypeFlags.Null | scalar)) return undefined
  if (checker.isArrayType(row)) return undefined
  if (row.isUnion() && row.types.every(one => one.flags & (scalar | ts.TypeFlags.Null))) return undefined
  return checker.getPropertiesOfType(row).map(property => propertyOf(property, node, checker))
}

function propertyOf(property: ts.Symbol, at: ts.Node, checker: ts.TypeChecker): Property {
  const kinds = new Set<Kind | 'null' | 'undefined'>()
  for (const kind of kindsOf(checker.getTypeOfSymbolAtLocation(property, at), checker)) kinds.add(kind)
  const isOptional = Boolean(property.flags & ts.SymbolFlags.Optional) || kinds.delete('undefined')
  kinds.delete('undefined')
  const mayBeNull = kinds.delete('null') || kinds.has('any')
  return { name: property.name, isOptional, mayBeNull, kinds: [...kinds] as Kind[] }
}

function kindsOf(type: ts.Type, checker: ts.TypeChecker): (Kind | 'null' | 'undefined')[] {
  const { flags } = type
  if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return ['any']
  if (flags & ts.TypeFlags.Null) return ['null']
  if (flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) return ['undefined']
  if (flags & ts.TypeFlags.StringLike) return ['string']
  if (flags & ts.TypeFlags.NumberLike) return ['number']
  if (flags & ts.TypeFlags.BooleanLike) return ['boolean']
  if (type.isUnion()) return type.types.flatMap(one => kindsOf(one, checker))
  if (type.isIntersection()) {
    const parts = type.types.flatMap(one => kindsOf(one, checker))
    return [parts.find(part => part !== 'object') ?? 'object']
  }
  if (flags & ts.TypeFlags.Instantiable) {
    const known = checker.getBaseConstraintOfType(type)
    return known && known !== type ? kindsOf(known, checker) : ['any']
  }
  if (checker.isArrayType(type) || checker.isTupleType(type))
    return checker
      .getTypeArguments(type as ts.TypeReference)
      .flatMap(one => kindsOf(one, checker))
      .filter(kind => kind !== 'null' && kind !== 'undefined')
      .map(kind => `${kind}[]` as const)
  if (type.symbol?.name === 'Date') return ['date']
  return type.symbol?.name === 'Buffer' ? ['bytes'] : ['object']
}
