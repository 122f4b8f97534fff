/*
 * Compiles the kernels of the engine to WebAssembly, unless their sources are those of the last time: of the makespan search
 * (planning/search/kernel) and of the dispatcher (planning/scheduling/kernel). Plain JavaScript: it runs after `npm install`,
 * on whatever Node there is.
 */
import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import asc from 'assemblyscript/asc'

const kernels = [
  { name: 'search', own: [] },
  // One for all problems. The garbage collector does not count shared memory: its growth is no reason to look at everything.
  {
    name: 'scheduling',
    own: ['--enable', 'simd', '--enable', 'threads', '--sharedMemory', '--maximumMemory', '65536'],
  },
].map(({ name, own }) => ({ folder: kernelFolder(name), own }))
const stamp = `// ${fingerprint()}\n`
for (const kernel of kernels) if (!lastBuilt(kernel).startsWith(stamp)) await build(kernel)

async function build({ folder, own }) {
  const out = mkdtempSync(join(tmpdir(), 'qitao-kernel-'))
  try {
    const wasm = join(out, 'kernel.wasm')
    const options = ['-O3', '--converge', '--noAssert', '--runtime', 'stub', '--use', 'abort=', ...own]
    const { error, stderr } = await asc.main([join(folder, 'kernel.ts'), '--outFile', wasm, ...options])
    if (error) throw new Error(`${error.message}\n${stderr.toString()}`)
    mkdirSync(join(folder, 'dist'), { recursive: true })
    writeFileSync(
      join(folder, 'dist/kernel.ts'),
      `${stamp}export const bytes: Uint8Array<ArrayBuffer> = new Uint8Array([${readFileSync(wasm).join()}])\n`,
    )
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

function kernelFolder(name) {
  return fileURLToPath(new URL(`../planning/${name}/kernel`, import.meta.url))
}

/** Of this file, of all kernels, and of what they share. */
function fingerprint() {
  const hash = createHash('sha256').update(readFileSync(new URL(import.meta.url)))
  for (const folder of [kernelFolder('web-assembly'), ...kernels.map(kernel => kernel.folder)])
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

function lastBuilt({ folder }) {
  try {
    return readFileSync(join(folder, 'dist/kernel.ts'), 'utf8')
  } catch {
    return ''
  }
}
