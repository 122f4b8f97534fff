import { createHash } from 'node:crypto'
import type { Plugin, Rolldown } from 'vite'

const entry = 'm/index.html'
const workerFile = 'm/service-worker.js'
/** Beside what is built: copied as they are. */
const always = ['/m/', '/m/manifest.webmanifest', '/m/icon-192.png', '/m/icon-512.png', '/icon.svg']

type Bundle = Rolldown.OutputBundle
/** The scripts and styles that a page needs, with what those load. */
function filesOf(bundle: Bundle, start: string): string[] {
  const found = new Set<string>()
  const walk = (name: string) => {
    const part = bundle[name]
    if (found.has(name) || part?.type !== 'chunk') return
    found.add(name)
    for (const style of part.viteMetadata?.importedCss ?? []) found.add(style)
    for (const next of [...part.imports, ...part.dynamicImports]) walk(next)
  }
  walk(start)
  return [...found].sort()
}

/** Tells the worker of the operator's page which files it keeps on the device. */
export const keepFiles = (): Plugin => ({
  name: 'keep-files',
  apply: 'build',
  enforce: 'post',
  generateBundle: {
    order: 'post',
    handler(_options, bundle) {
      const start = Object.values(bundle).find(
        part => part.type === 'chunk' && part.isEntry && part.facadeModuleId?.endsWith(entry),
      )
      const worker = bundle[workerFile]
      if (!start || worker?.type !== 'chunk') throw new Error('the operator page or its worker was not built')
      const built = filesOf(bundle, start.fileName)
      const html = bundle[entry]
      const version = createHash('sha256')
        .update(built.join(' '))
        .update(worker.code)
        .update(html?.type === 'asset' ? html.source : '')
        .digest('hex')
        .slice(0, 16)
      const paths = [...always, ...built.map(name => `/${name}`)]
      worker.code = `const files = ${JSON.stringify({ version, paths })};\n${worker.code}`
    },
  },
})
