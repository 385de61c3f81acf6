import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Config } from '../config.ts'
import type { App } from '../http.ts'
import { contentSecurityPolicy } from './content-security-policy.ts'
import type { HtmlPage } from './html-page.ts'
import { mountPages, type PageOptions, type WebModule } from './pages.ts'

type MountOptions = {
  config: PageOptions['config'] & Pick<Config, 'captcha' | 'stripe'>
  mode: 'production' | 'development'
}

const webFolder = fileURLToPath(new URL('../../../../web', import.meta.url))
const HTML_TTL_MS = 10_000

/** Mounts the web below all other routes of `app`. Throws a readable error when it has not been built. */
export async function mountWeb(app: App, { config, mode }: MountOptions) {
  if (mode === 'development') {
    const loadWeb = await serveFromSources(app)
    return mountPages(app, { config, loadWeb, freshMs: 0, policyOf: () => undefined })
  }
  const entry = join(webFolder, 'build/server/index.js')
  if (!existsSync(entry)) throw new Error('A web ainda não foi construída: rode "npm start" ou "npm run build".')
  const web: WebModule = await import(pathToFileURL(entry).href)
  const policyOf = ({ scriptHashes }: HtmlPage) =>
    contentSecurityPolicy({
      scriptHashes,
      tilesUrl: config.tilesUrl,
      hasRecaptcha: config.captcha.provider === 'recaptcha',
      hasStripe: config.stripe !== undefined,
    })
  const filesFolder = join(webFolder, 'build/client')
  return mountPages(app, { config, loadWeb: async () => web, filesFolder, freshMs: HTML_TTL_MS, policyOf })
}

/** Hot reload in this process: Vite serves source files and provides the newest rendering code. */
async function serveFromSources(app: App): Promise<() => Promise<WebModule>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: webFolder,
    configFile: `${webFolder}/vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url === '/api' || request.url.startsWith('/api/')) return next()
    // Vite writes its responses directly; Fastify continues only with what Vite does not handle.
    vite.middlewares(request.raw, reply.raw, () => next())
  })
  return async () => (await vite.ssrLoadModule('/src/app/serve.ts')) as WebModule
}
