import type { App } from './http.ts'
import type { WebModule } from './web-pages.ts'

/** Hot reload in this process: Vite answers what is a source file, and gives the newest rendering code for the rest. */
export async function serveFromSources(app: App, folder: string): Promise<() => Promise<WebModule>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    root: folder,
    configFile: `${folder}/vite.config.ts`,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server: app.server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, next) => {
    if (request.url === '/api' || request.url.startsWith('/api/')) return next()
    // Vite writes its answers on the raw response; Fastify goes on only with what Vite passes over.
    vite.middlewares(request.raw, reply.raw, () => next())
  })
  return async () => (await vite.ssrLoadModule('/src/app/serve.ts')) as WebModule
}
