// Builds the web when its sources are not those of the last build.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const stamp = join(root, 'apps/web/dist/.sources')
const sources = ['core', 'planning', 'platform/web', 'areas/*/model', 'areas/*/web', 'apps/web'].map(
  folder => `${folder}/**/*`,
)

/** Throws when the build fails; what is wrong has been printed then. */
export function buildWeb(): void {
  const now = fingerprint()
  if (lastBuilt() === now) return
  console.log('Building the web ...')
  const vite = join(root, 'node_modules/vite/bin/vite.js')
  const { status } = spawnSync(
    process.execPath,
    [vite, 'build', '--config', 'apps/web/vite.config.ts', '--logLevel', 'warn'],
    {
      cwd: root,
      stdio: ['ignore', 'inherit', 'inherit'],
    },
  )
  if (status !== 0) throw new Error('The web could not be built; see above.')
  writeFileSync(stamp, now)
}

function fingerprint(): string {
  const files = globSync(
    [...sources, 'package-lock.json', '*/package.json', 'areas/*/package.json', 'tsconfig*.json'],
    {
      cwd: root,
      withFileTypes: true,
      exclude: entry => entry.name === 'dist' || entry.name === 'node_modules' || /\.test\.tsx?$/.test(entry.name),
    },
  )
  const hash = createHash('sha256')
  const paths = files.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  for (const path of paths.sort())
    hash.update(path.slice(root.length)).update('\0').update(readFileSync(path)).update('\0')
  return hash.digest('hex')
}

function lastBuilt(): string | undefined {
  try {
    return readFileSync(stamp, 'utf8')
  } catch {
    return undefined
  }
}
