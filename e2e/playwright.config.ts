// Stories run against one real server: `npm test -- stories` starts it and names it in BASE_URL.
import { defineConfig } from '@playwright/test'

const {
  BASE_URL: baseURL = 'http://127.0.0.1:3000',
  CHROMIUM_PATH: executablePath,
  STORY_RESULTS: resultFile,
  STORY_TRACE: traced,
} = process.env

/** Takes pictures and tells nothing: `npm run guide-pictures`. */
const pictures = process.env.GUIDE_PICTURES ? [] : ['**/guide-pictures.story.ts']
const long = ['every-page', 'walk', 'journey', 'import-faults', 'rights', 'platform', 'plan-screens'].map(
  name => `**/${name}.story.ts`,
)

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: '../test-results',
  workers: 2,
  fullyParallel: false,
  // Long stories first, so that both workers are busy to the end.
  projects: [
    { name: 'long', testMatch: long },
    { name: 'short', testMatch: '**/*.story.ts', testIgnore: [...long, ...pictures] },
  ],
  forbidOnly: true,
  // One that fails is told once more, and named at the end as unsteady when it then passes (docs/decisions/0120).
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 15_000, toPass: { timeout: 30_000 } },
  reporter: [['list'], ...(resultFile ? [['json', { outputFile: resultFile }] as const] : [])],
  use: {
    baseURL,
    actionTimeout: 20_000,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 1440, height: 900 },
    // A trace of each step costs a long story a good part of its time; the picture and the words of a failure are always kept.
    trace: traced ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(executablePath ? { executablePath } : {}),
      args: [
        '--no-sandbox', // root has no sandbox in a container
        '--disable-gpu',
        '--disable-dev-shm-usage',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        '--no-first-run',
      ],
    },
  },
})
