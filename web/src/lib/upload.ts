import type { Output, Route } from '@na-regua/contract/route'
import { apiUrl, createApiError } from './api.ts'
import { NetworkError } from './api-error.ts'
import { expireSession, getSession } from './session.ts'

/** For an image over a slow mobile connection; the server has the same time-out. */
const TIMEOUT_MS = 60_000

type Upload = Route & { schema: { upload: string } }

type UploadInput<R extends Upload> = { field: R['schema']['upload']; file: File }

/**
 * Uploads one file. The field name is a parameter because the schema does not reach the browser. `onProgress` receives the
 * part that was sent, from 0 to 1. Fails like `api()`. XMLHttpRequest, because `fetch` reports no upload progress.
 */
export function uploadFile<R extends Upload>(
  call: R,
  { field, file }: UploadInput<R>,
  onProgress: (part: number) => void,
) {
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
      const error = createApiError(request.status, request.response)
      if (error.status === 401) expireSession(token)
      reject(error)
    }
    const form = new FormData()
    form.append(field, file)
    request.send(form)
  })
}

/** Downloads the text as a file. */
export function saveFile(name: string, text: string) {
  // Reading a response as text removes the byte order mark, which spreadsheets need.
  const url = URL.createObjectURL(new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' }))
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
