import { uploadsApi } from '@na-regua/contract/uploads'
import type { App } from '../../lib/http.ts'
import { readUpload } from '../../lib/image.ts'
import { clientKey } from '../../lib/rate-limit.ts'
import { countUpload, storeUpload, type UploadDeps } from './store-upload.ts'

export function uploadRoutes(app: App, deps: UploadDeps) {
  app.route({
    ...uploadsApi.upload,
    // Owners for their barbershops, barbers for their portfolio.
    access: 'staff',
    statements: 7,
    handler: async (request) => {
      await countUpload(deps, { caller: request.caller, client: clientKey(request) })
      return storeUpload(deps, request.caller, await readUpload(request, uploadsApi.upload))
    },
  })
}
