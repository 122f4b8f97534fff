import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { faults } from './planted.ts'

/** The product with one fault of the list planted in it as it is loaded; nothing is written to the tree. */
const fault = faults.find(({ name }) => name === process.env.PLANTED)
const root = fileURLToPath(new URL('../../../..', import.meta.url))

export default defineConfig({
  root,
  plugins: [
    {
      name: 'planted',
      enforce: 'pre',
      transform(code, id) {
        let planted = code
        for (const { file, find, put } of fault?.changes ?? []) {
          if (id !== `${root}${file}`) continue
          if (planted.split(find).length !== 2)
            throw new Error(`${fault!.name}: ${file} has not this text once: ${find}`)
          planted = planted.replace(find, () => put)
        }
        return planted === code ? undefined : { code: planted, map: null }
      },
    },
  ],
  test: {
    name: 'planted',
    include: ['apps/server/testing/races/races.calls.test.ts'],
    globalSetup: ['platform/server/testing/global-setup.ts'],
    server: { deps: { inline: [/@qitao\//] } },
    testTimeout: 600_000,
    hookTimeout: 300_000,
    maxWorkers: 1,
    // What was loaded with another fault, or with none, is not this.
    fsModuleCache: false,
  },
})
