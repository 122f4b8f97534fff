import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'
import { LongestFirst } from './tools/longest-first.ts'

const inUnit = {
  setupFiles: ['tools/property-seed.ts'],
  // The colour test reads the style sheet itself.
  css: true,
  // No test measures time: on a busy machine properties over hundreds of plants take longer.
  testTimeout: 60_000,
  // By itself it leaves one processor free: of two that is half.
  maxWorkers: Math.max(2, availableParallelism() - 1),
}
const unitTests = [
  '{core,planning,platform,tools,apps}/**/*.test.ts',
  'areas/*/model/**/*.test.ts',
  'areas/*/web/**/*.test.ts',
]
const ofServer = ['**/node_modules/**', '**/*.calls.test.ts', '**/*.pg.test.ts']
/** Tests that put something else in the place of a module, a global or a clock: what others have loaded would know nothing of it. */
const alone = globSync(unitTests, { exclude: path => path.includes('node_modules') }).filter(path =>
  /\bvi\.(mock|hoisted|stub|spy|use)/.test(readFileSync(path, 'utf8')),
)

// `unit` needs nothing, `server` gets a real PostgreSQL from its global set-up.
export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    projects: [
      // A worker loads each module once for all its files: most tests take less time than what they load.
      { test: { ...inUnit, name: 'unit', include: unitTests, exclude: [...ofServer, ...alone], isolate: false } },
      { test: { ...inUnit, name: 'unit alone', include: alone, exclude: ofServer } },
      {
        test: {
          name: 'server',
          setupFiles: ['tools/property-seed.ts'],
          include: ['{platform,areas,apps,tools}/**/*.calls.test.ts', '{platform,areas,apps,tools}/**/*.pg.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['platform/server/testing/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // After the others when all are asked for at once: they have other workers.
          sequence: { groupOrder: 1 },
          // A worker loads the product once for all its files: what the server keeps of a company it knows by its database, as in one
          // process it serves them all. Each file has a database and a server of its own.
          isolate: false,
        },
      },
    ],
  },
})
