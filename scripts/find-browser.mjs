import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { fail } from './project.mjs'

/** Chromium without a window: the same pages in two thirds of the time. It refuses notifications: their journey needs the other. */
const SHELL = 'chromium-headless-shell'
const FULL = 'chromium'
const names = [SHELL, FULL, 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'microsoft-edge']
const macApps = ['Google Chrome', 'Chromium', 'Microsoft Edge']

/** The path of a Chromium for the browser journeys: the headless shell, installed now where that is possible, or another one. */
export function findBrowser() {
  const isComplete = [SHELL, FULL].every((name) => existsSync(`/usr/bin/${name}`))
  if (!process.env.CHROMIUM_PATH && !isComplete) installBrowser()
  return find() ?? fail(missing)
}

const missing =
  'As jornadas no navegador precisam do Chromium, e nenhum foi encontrado. Instale o Chromium ou o Google Chrome, ' +
  'rode "npx playwright install chromium", ou informe o caminho em CHROMIUM_PATH.'

function find() {
  if (process.env.CHROMIUM_PATH) return process.env.CHROMIUM_PATH
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/local/bin', '/snap/bin']
  const installed = names.flatMap((name) => folders.map((folder) => join(folder, name)))
  const apps = macApps.map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`)
  return [...installed, ...apps, ...listPlaywrightBrowsers()].find((path) => existsSync(path))
}

/** Browsers that `playwright install chromium` downloaded, newest first. */
function listPlaywrightBrowsers() {
  const cache = process.platform === 'darwin' ? 'Library/Caches/ms-playwright' : '.cache/ms-playwright'
  const folder = process.env.PLAYWRIGHT_BROWSERS_PATH ?? join(homedir(), cache)
  if (!existsSync(folder)) return []
  const inside = ['chrome-linux64/chrome', 'chrome-linux/chrome', 'chrome-mac/Chromium.app/Contents/MacOS/Chromium']
  const versions = readdirSync(folder).filter((name) => /^chromium-\d+$/.test(name))
  return versions
    .sort()
    .reverse()
    .flatMap((version) => inside.map((path) => join(folder, version, path)))
}

/** Only as root on Debian, as in a CI container: elsewhere installing would need consent. Not every release has the shell. */
function installBrowser() {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  console.log('Instalando o Chromium com apt-get…')
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } }
  const install = (...packages) =>
    spawnSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options)
  // Without a network another browser is used at once.
  spawnSync('apt-get', ['update', '-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=1'], options)
  if (install(SHELL, FULL).status !== 0) install(FULL)
}
