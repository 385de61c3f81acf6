import type { Output, Route } from '@na-regua/contract/route'
import { apiUrl, toApiError } from './api.ts'
import { NetworkError } from './api-error.ts'
import { expireSession, getSession } from './session.ts'

/** A picture over a slow phone's line; the server waits as long. */
const TIMEOUT_MS = 60_000

type Upload = Route & { schema: { upload: string } }

type Sent<R extends Upload> = { field: R['schema']['upload']; file: File }

/**
 * Sends one file as the contract says; its field is given because no schema reaches the browser. `onProgress` hears from 0 to 1 what has left. Fails as `api()` does. Only this way of
 * asking tells a browser's progress.
 */
export function uploadFile<R extends Upload>(call: R, { field, file }: Sent<R>, onProgress: (part: number) => void) {
  return new Promise<Output<R>>((resolve, reject) => {
    const { token } = getSession()
    const request = new XMLHttpRequest()
    request.open(call.method, apiUrl(call.url))
    request.timeout = TIMEOUT_MS
    request.responseType = 'json'
    if (token) request.setRequestHeader('authorization', `Bearer ${token}`)
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0)
    request.onerror = () => reject(new NetworkError('network'))
    request.ontimeout = () => reject(new NetworkError('timeout'))
    request.onload = () => {
      if (request.status === 200) return resolve(request.response)
      const error = toApiError(request.status, request.response)
      if (error.status === 401) expireSession(token)
      reject(error)
    }
    const form = new FormData()
    form.append(field, file)
    request.send(form)
  })
}
