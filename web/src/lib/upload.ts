import { IMAGE_TYPES, MAX_IMAGE_BYTES } from '@na-regua/contract/images'
import type { Output, Route } from '@na-regua/contract/route'
import { uploadsApi } from '@na-regua/contract/uploads'
import { useRef, useState } from 'react'
import { apiUrl, createApiError } from './api.ts'
import { errorText, NetworkError } from './api-error.ts'
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

/** For file inputs. */
export const acceptedImages = IMAGE_TYPES

/** What is wrong with a chosen file, in the specification's words. The server checks the bytes again. */
export function imageProblem({ type, size }: Pick<File, 'type' | 'size'>) {
  if (!IMAGE_TYPES.split(',').includes(type)) return 'Por favor, selecione um arquivo de imagem válido.'
  return size > MAX_IMAGE_BYTES ? 'A imagem deve ter no máximo 5MB.' : undefined
}

/** How many images a list may have, and the message for one more. */
export type ImageLimit = { max: number; message: string }

/** The files that can be uploaded in addition to the present images, and the errors of the others. */
export function selectImageFiles<F extends Pick<File, 'type' | 'size'>>(
  files: readonly F[],
  present: number,
  { max, message }: ImageLimit,
) {
  const valid = files.filter((file) => imageProblem(file) === undefined)
  const remaining = Math.max(0, max - present)
  const problems: string[] = files.flatMap((file) => imageProblem(file) ?? [])
  if (valid.length > remaining) problems.push(message)
  return { accepted: valid.slice(0, remaining), problems: [...new Set(problems)] }
}

async function uploadImage(file: File, onProgress: (part: number) => void) {
  const { url } = await uploadFile(uploadsApi.upload, { field: 'file', file }, onProgress)
  return url
}

/** A running upload with the preview's object URL and the sent part, from 0 to 1. */
export type ImageUpload = { preview: string; part: number }

type ChangeImages = (change: (current: readonly string[]) => string[]) => void

/**
 * Uploads files one after the other, because a mobile connection is fastest with one at a time, and adds each image when it
 * is stored. Call it in the component of the form, so that a step change does not cancel the uploads.
 */
export function useImageUploads(images: readonly string[], onChange: ChangeImages, limit: ImageLimit) {
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const queue = useRef(Promise.resolve())

  async function send(file: File, { preview }: ImageUpload, onUploaded: (url: string) => void) {
    const progress = (part: number) =>
      setUploads((current) => current.map((upload) => (upload.preview === preview ? { ...upload, part } : upload)))
    try {
      onUploaded(await uploadImage(file, progress))
    } catch (error) {
      setProblems((current) => [...current, errorText(error, 'Erro ao fazer upload da imagem')])
    }
    URL.revokeObjectURL(preview)
    setUploads((current) => current.filter((upload) => upload.preview !== preview))
  }

  /** `isCover` replaces the first image. */
  function add(files: readonly File[], { isCover = false } = {}) {
    const replaced = isCover && images.length > 0 ? 1 : 0
    const sorted = selectImageFiles(files, images.length + uploads.length - replaced, limit)
    setProblems(sorted.problems)
    for (const file of sorted.accepted) {
      const upload = { preview: URL.createObjectURL(file), part: 0 }
      setUploads((current) => [...current, upload])
      const onUploaded = (url: string) =>
        onChange((current) => (isCover ? [url, ...current.slice(1)] : [...current, url]))
      queue.current = queue.current.then(() => send(file, upload, onUploaded))
    }
  }

  return { uploads, problems, add, isBusy: uploads.length > 0 }
}

export type ImageUploads = ReturnType<typeof useImageUploads>
