import { uploadsApi } from '@na-regua/contract/uploads'
import type { App } from '../../lib/http.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { readUpload } from '../../lib/read-upload.ts'
import { countUpload, type Deps, storeUpload } from './keep-upload.ts'

export function uploadRoutes(app: App, deps: Deps) {
  app.route({
    ...uploadsApi.upload,
    access: 'owner',
    handler: async (request) => {
      await countUpload(deps, { caller: request.caller, client: clientKey(request) })
      return storeUpload(deps, request.caller, await readUpload(request, uploadsApi.upload))
    },
  })
}
