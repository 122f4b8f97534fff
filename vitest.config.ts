import { defineConfig } from 'vitest/config'

// Two projects: `unit` needs nothing, `server` gets a real PostgreSQL from its global set-up.
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          setupFiles: ['tools/property-seed.ts'],
          // The colour test reads the style sheet itself.
          css: true,
          include: [
            '{core,planning,platform,tools,apps}/**/*.test.ts',
            'areas/*/model/**/*.test.ts',
            'areas/*/web/**/*.test.ts',
          ],
          exclude: ['**/node_modules/**', '**/*.calls.test.ts', '**/*.pg.test.ts'],
          // No test measures time: on a busy machine properties over hundreds of plants take longer.
          testTimeout: 60_000,
        },
      },
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
          // A worker loads the product once for all its files: what the server keeps of a company it knows by its database, as in one
          // process it serves them all. Each file has a database and a server of its own.
          isolate: false,
        },
      },
    ],
  },
})
