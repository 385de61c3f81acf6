import { defineConfig, devices } from '@playwright/test'
import { chromium } from './app/chromium.ts'

/** Run on a desktop only: key by key, and the walk through all pages, which resizes the page itself. */
const desktopOnly = ['*by-keyboard.spec.ts', 'pages.spec.ts']

/** A page of a test lives for seconds: optimising its code costs more than it saves. */
const briefPages = ['--js-flags=--no-opt --no-maglev']

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './app/start-app.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // A test that fails now and then is a failed test.
  retries: 0,
  // Long enough for a busy machine; a test that passes does not wait for them.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  use: {
    launchOptions: { ...chromium, args: [...chromium.args, ...briefPages] },
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    // Costs an eighth of the time, also without images. A failed test leaves a screenshot and the page's tree; `--trace on` records.
    trace: 'off',
    screenshot: 'only-on-failure',
    // A worker would respond in the server's place. The specs about it allow it.
    serviceWorkers: 'block',
  },
  projects: [
    {
      name: 'phone',
      testIgnore: desktopOnly,
      grepInvert: /@wide/,
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
    },
    // The phone runs every test but those of wide screens. A test whose layout or steps differ on a desktop opts in by its tag.
    {
      name: 'desktop',
      grep: /@desktop|@wide/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
  ],
})
