/*
 * Compiles the kernel of the makespan search to WebAssembly (planning/search/kernel), unless its sources are those of the
 * last time. Plain JavaScript: it runs after `npm install`, on whatever Node there is.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../planning/search/kernel', import.meta.url))
const built = join(folder, 'dist/kernel.ts')
const stamp = `// ${fingerprint()}\n`

if (!lastBuilt().startsWith(stamp)) await build()

async function build() {
  const compiler = await import('assemblyscript/asc').catch(ignoreMissing)
  if (!compiler) return
  const asc = compiler.default
  const out = mkdtempSync(join(tmpdir(), 'qitao-kernel-'))
  try {
    const wasm = join(out, 'kernel.wasm')
    const options = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort=']
    const { error, stderr } = await asc.main([join(folder, 'kernel.ts'), '--outFile', wasm, ...options])
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`)
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(
      built,
      `${stamp}export const bytes: Uint8Array<ArrayBuffer> = new Uint8Array([${readFileSync(wasm).join()}])\n`,
    )
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

/** A server is installed without the packages of development; it does not use the search. */
function ignoreMissing(error) {
  if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
}

function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)))
  for (const file of readdirSync(folder)
    .filter(name => name.endsWith('.ts'))
    .sort())
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(folder, file)))
      .update('\0')
  return hash.digest('hex')
}

function lastBuilt() {
  try {
    return readFileSync(built, 'utf8')
  } catch {
    return ''
  }
}
