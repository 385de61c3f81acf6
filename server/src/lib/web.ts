import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Config } from './config.ts'
import type { HtmlPage } from './html-page.ts'
import type { App } from './http.ts'
import { readAssets } from './web-assets.ts'
import { serveFromSources } from './web-development.ts'
import { mountPages, type WebModule } from './web-pages.ts'
import { contentSecurityPolicy } from './web-security.ts'

type Options = {
  config: Pick<Config, 'publicUrl' | 'hasOutbox' | 'google' | 'tilesUrl' | 'captcha' | 'stripe'>
  mode: 'production' | 'development'
}

const webFolder = fileURLToPath(new URL('../../../web', import.meta.url))
const HTML_FRESH_MS = 10_000

/** Mounts the pages below everything else of `app`. Throws a readable error when the web was never built. */
export async function mountWeb(app: App, { config, mode }: Options) {
  if (mode === 'development') {
    const loadWeb = await serveFromSources(app, webFolder)
    return mountPages(app, { config, loadWeb, assets: new Map(), freshMs: 0, policyOf: () => undefined })
  }
  const entry = join(webFolder, 'build/server/index.js')
  if (!existsSync(entry)) throw new Error('A web ainda não foi construída: rode "npm start" ou "npm run build".')
  const assets = await readAssets(join(webFolder, 'build/client'))
  const web: WebModule = await import(pathToFileURL(entry).href)
  const hasRecaptcha = config.captcha.provider === 'recaptcha'
  const policyOf = ({ scriptHashes }: HtmlPage) =>
    contentSecurityPolicy({
      scriptHashes,
      tilesUrl: config.tilesUrl,
      hasRecaptcha,
      hasStripe: config.stripe !== undefined,
    })
  return mountPages(app, { config, loadWeb: async () => web, assets, freshMs: HTML_FRESH_MS, policyOf })
}
