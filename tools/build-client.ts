// Makes the package of the client for others: JavaScript and types out of the sources that the server runs, no more than it reaches.
import { spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'

const root = join(import.meta.dirname, '..')
const entry = 'apps/client/index.ts'
const specifiers = /(\bfrom\s*|\bimport\s*\(?\s*)(['"])([^'"\n]+)\2/g

interface Package {
  readonly name: string
  readonly version: string
  readonly workspaces?: readonly string[]
  readonly dependencies?: Readonly<Record<string, string>>
}
const packageOf = (folder: string): Package => JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'))

/** Throws when the types cannot be made; what is wrong has been printed then. */
export function buildClient(out = join(root, 'apps/client/dist')): void {
  const types = mkdtempSync(join(tmpdir(), 'qitao-client-'))
  try {
    writeTypes(types)
    rmSync(out, { recursive: true, force: true })
    writePackage(out, types)
  } finally {
    rmSync(types, { recursive: true })
  }
}

function writeTypes(folder: string): void {
  const compiler = join(root, 'node_modules/@typescript/native/bin/tsc')
  const words = ['-p', join(root, 'apps/client/tsconfig.types.json'), '--outDir', folder]
  const { status } = spawnSync(process.execPath, [compiler, ...words], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  if (status !== 0) throw new Error('The types of the client could not be made; see above.')
}

function writePackage(out: string, types: string): void {
  const folderOf = new Map((packageOf('.').workspaces ?? []).map(folder => [packageOf(folder).name, folder]))
  const others = new Set<string>()
  const reached = new Set([entry])
  for (const file of reached) {
    /** Ours by where it lies in the package, others by their name. */
    const rewritten = (code: string): string =>
      code.replace(specifiers, (whole, before, quote, name) => {
        const [ours] = /^@qitao\/[^/]+/.exec(name) ?? []
        if (ours === undefined && !name.startsWith('.')) {
          const [of] = /^(?:@[\w.-]+\/)?[a-z][\w.-]*/.exec(name) ?? []
          if (of !== undefined && !name.includes(' ')) others.add(of)
          return whole
        }
        const folder = ours === undefined ? dirname(file) : folderOf.get(ours)
        if (folder === undefined) throw new Error(`${file} imports ${name}, which is no workspace`)
        const target = join(folder, ours === undefined ? name : name.slice(ours.length + 1)).replace(/\.js$/, '.ts')
        if (!existsSync(join(root, target))) return whole
        reached.add(target)
        const way = relative(dirname(file), target).replace(/\.ts$/, '.js')
        return `${before}${quote}${way.startsWith('.') ? way : `./${way}`}${quote}`
      })
    const to = join(out, file)
    mkdirSync(dirname(to), { recursive: true })
    const source = readFileSync(join(root, file), 'utf8')
    writeFileSync(to.replace(/\.ts$/, '.js'), rewritten(stripTypeScriptTypes(source)))
    const declared = readFileSync(join(types, file.replace(/\.ts$/, '.d.ts')), 'utf8')
    writeFileSync(to.replace(/\.ts$/, '.d.ts'), rewritten(declared))
  }
  const versions = { ...packageOf('core').dependencies, ...packageOf('apps/client').dependencies }
  const { name, version } = packageOf('apps/client')
  const at = `./${entry.replace(/\.ts$/, '')}`
  const told = {
    ...{ name, version, type: 'module', engines: { node: '>=22' } },
    exports: { '.': { types: `${at}.d.ts`, default: `${at}.js` } },
    dependencies: Object.fromEntries(Object.entries(versions).filter(([of]) => others.has(of))),
  }
  const unknown = [...others].filter(of => versions[of] === undefined)
  if (unknown.length > 0) throw new Error(`The client imports ${unknown.join(', ')}, which its package does not name`)
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(told, null, 2)}\n`)
  copyFileSync(join(root, 'apps/client/README.md'), join(out, 'README.md'))
}

if (import.meta.main) buildClient()
