import { existsSync } from 'node:fs'

/** Opens the same pages in two thirds of the time (scripts/find-browser.mjs). */
const shell = '/usr/bin/chromium-headless-shell'

/** Debian's Chromium without GPU, background requests and QUIC. No host outside the machine resolves, so no request leaves it. */
export const chromium = {
  executablePath: process.env.CHROMIUM_PATH ?? (existsSync(shell) ? shell : '/usr/bin/chromium'),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
    '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
  ],
}
