import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const compress = { br: promisify(brotliCompress), gz: promisify(gzip) }
/** Smaller ones fit into one packet anyway. */
const leastBytes = 1_400
/** Exchanged by itself, and asked for once an hour: nothing beside it may be older. */
const worker = 'service-worker.js'

/** Puts beside each script, style and page what it is compressed, so that the server sends files as they are. */
export const compressBuild = (): Plugin => ({
  name: 'compress-build',
  apply: 'build',
  async writeBundle({ dir }) {
    const names = await readdir(dir!, { recursive: true })
    await Promise.all(
      names
        .filter(name => /\.(js|css|html|svg|json|webmanifest)$/.test(name) && !name.endsWith(worker))
        .map(async name => {
          const path = join(dir!, name)
          const bytes = await readFile(path)
          if (bytes.length < leastBytes) return
          for (const [ending, work] of Object.entries(compress)) await writeFile(`${path}.${ending}`, await work(bytes))
        }),
    )
  },
})
