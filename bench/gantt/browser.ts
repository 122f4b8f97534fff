import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from '@playwright/test'
import { build, preview } from 'vite'

const wellKnown = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
]

/** The browser of `CHROMIUM_PATH` or of a well-known place; else the one Playwright has installed. */
export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env.CHROMIUM_PATH ?? wellKnown.find(path => existsSync(path)),
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  })

/** Builds the demo as for production and serves it while `work` runs with its address. */
export async function withDemo<T>(work: (address: string) => Promise<T>): Promise<T> {
  const root = import.meta.dirname
  const outDir = await mkdtemp(join(tmpdir(), 'gantt-'))
  const configFile = join(root, 'vite.config.ts')
  try {
    await build({ root, configFile, logLevel: 'error', build: { outDir, emptyOutDir: true } })
    const server = await preview({ root, configFile, logLevel: 'error', build: { outDir }, preview: { port: 0 } })
    try {
      const address = server.resolvedUrls?.local[0]
      if (!address) throw new Error('the demo has no address')
      return await work(address)
    } finally {
      await server.close()
    }
  } finally {
    await rm(outDir, { recursive: true, force: true })
  }
}
