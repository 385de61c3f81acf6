import { defineConfig, devices } from '@playwright/test'
import { chromium } from './app/chromium.ts'

export default defineConfig({
  testMatch: '*.spec.ts',
  outputDir: 'test-results',
  globalSetup: './app/start-app.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // Nothing is tried twice: what fails now and then is broken now and then.
  retries: 0,
  // Long enough for a busy machine; whoever passes never waits for them.
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: 'list',
  use: {
    launchOptions: chromium,
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
    actionTimeout: 20_000,
    navigationTimeout: 30_000,
    // A film of every step, and the page after each, would cost more than the steps. What failed leaves a picture and its outline.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
  },
  projects: [
    {
      name: 'phone',
      testIgnore: '*by-keyboard.spec.ts',
      use: { ...devices['Pixel 7'], viewport: { width: 360, height: 740 }, deviceScaleFactor: 2 },
    },
    // What does not depend on the width is walked once.
    {
      name: 'desktop',
      grepInvert: /@phone/,
      use: { ...devices['Desktop Chrome'], viewport: { width: 1280, height: 800 } },
    },
  ],
})
