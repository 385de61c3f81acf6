import { fastifySwagger } from '@fastify/swagger'
import { fastifySwaggerUi } from '@fastify/swagger-ui'
import { Type } from 'typebox'
import type { App } from './http.ts'

const Refusal = {
  description: 'Qualquer recusa',
  content: {
    'application/json': {
      schema: Type.Object({
        code: Type.String(),
        message: Type.String({ description: 'Em português, pronto para mostrar' }),
      }),
    },
  },
}

/** The document of all calls, made from the same schemas that check them: /api/openapi.json, read at /api/docs. */
export async function describeEndpoints(app: App) {
  await app.register(fastifySwagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Na Régua', version: '0.1.0', description: 'Encontre barbearias, veja horários livres e agende.' },
      servers: [{ url: '/' }],
      components: { securitySchemes: { session: { type: 'http', scheme: 'bearer' } } },
    },
    transform({ schema, url, route }) {
      const { access } = route as { access?: string }
      const security = access && access !== 'public' ? { security: [{ session: [] }] } : {}
      const hidden = Boolean(schema?.hide) || !url.startsWith('/api/') || url.startsWith('/api/docs')
      const response = { ...Object(schema?.response), default: Refusal }
      return {
        schema: { ...schema, ...describeUpload(schema), ...security, response, 'x-access': access, hide: hidden },
        url,
      }
    },
  })
  await app.register(fastifySwaggerUi, { routePrefix: '/api/docs', staticCSP: true })
  app.get('/api/openapi.json', { schema: { hide: true } }, async () => app.swagger())
}

/** One file, as the contract's `upload` names it. */
function describeUpload(schema: unknown) {
  const { upload } = Object(schema) as { upload?: string }
  if (!upload) return {}
  const file = Type.String({ format: 'binary', description: 'JPEG, PNG, WebP ou AVIF de no máximo 5 MB' })
  return { consumes: ['multipart/form-data'], body: Type.Object({ [upload]: file }) }
}
