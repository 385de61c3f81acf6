import { IMAGE_TYPES } from '@na-regua/contract/images'
import type { Output, Route } from '@na-regua/contract/route'
import { uploadsApi } from '@na-regua/contract/uploads'
import { useRef, useState } from 'react'
import { apiUrl, createApiError } from './api.ts'
import { errorText, NetworkError } from './api-error.ts'
import { findImageProblem, ImageFileError, type ImageProblem, prepareImage } from './image-file.ts'
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
  saveBlob(name, new Blob(['\uFEFF', text.replace(/^\uFEFF/, '')], { type: 'text/csv;charset=utf-8' }))
}

export function saveBlob(name: string, blob: Blob) {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser reads the blob after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** For file inputs. */
export const acceptedImages = IMAGE_TYPES

/** How many images a list may have, and the message for one more. */
export type ImageLimit = { max: number; message: string }

/** The files that can be uploaded in addition to the present images, and the problems of the others. */
export async function selectImageFiles(files: readonly File[], present: number, { max, message }: ImageLimit) {
  const found = await Promise.all(files.map(findImageProblem))
  const valid = files.filter((_, index) => found[index] === undefined)
  const remaining = Math.max(0, max - present)
  const problems = files.flatMap((file, index) => {
    const problem = found[index]
    return problem ? [nameFile(problem, file, files.length)] : []
  })
  if (valid.length > remaining) problems.push({ text: message })
  return { accepted: valid.slice(0, remaining), problems }
}

/** Says which file a problem is about where there are several. */
function nameFile(problem: ImageProblem, { name }: File, count: number): ImageProblem {
  return count > 1 ? { ...problem, fileName: name } : problem
}

/** What the user reads about a file that was not stored. */
export function toImageProblem(error: unknown, fallback: string): ImageProblem {
  return error instanceof ImageFileError ? error.problem : { text: errorText(error, fallback) }
}

type SendImage = (file: File, onProgress: (part: number) => void) => Promise<string>

async function uploadImage(file: File, onProgress: (part: number) => void) {
  const { url } = await uploadFile(uploadsApi.upload, { field: 'file', file: await prepareImage(file) }, onProgress)
  return url
}

/** A running upload with the preview's object URL and the sent part, from 0 to 1. */
export type ImageUpload = { preview: string; part: number }

type ChangeImages = (change: (current: readonly string[]) => string[]) => void

/**
 * Uploads files one after the other, because a mobile connection is fastest with one at a time, and adds each image when it
 * is stored. Call it in the component of the form, so that a step change does not cancel the uploads. `sendImage` stores one and returns its
 * URL, where that is not done by POST /uploads.
 */
export function useImageUploads(
  images: readonly string[],
  onChange: ChangeImages,
  limit: ImageLimit,
  sendImage: SendImage = uploadImage,
) {
  const [uploads, setUploads] = useState<readonly ImageUpload[]>([])
  const [problems, setProblems] = useState<readonly ImageProblem[]>([])
  const queue = useRef(Promise.resolve())

  /** One of `count` files that were chosen at once. */
  async function send(
    { file, count }: { file: File; count: number },
    { preview }: ImageUpload,
    onUploaded: (url: string) => void,
  ) {
    const progress = (part: number) =>
      setUploads((current) => current.map((upload) => (upload.preview === preview ? { ...upload, part } : upload)))
    try {
      onUploaded(await sendImage(file, progress))
    } catch (error) {
      const problem = toImageProblem(error, 'Erro ao fazer upload da imagem')
      setProblems((current) => [...current, nameFile(problem, file, count)])
    }
    URL.revokeObjectURL(preview)
    setUploads((current) => current.filter((upload) => upload.preview !== preview))
  }

  /** `isCover` replaces the first image. */
  async function add(files: readonly File[], { isCover = false } = {}) {
    const replaced = isCover && images.length > 0 ? 1 : 0
    const sorted = await selectImageFiles(files, images.length + uploads.length - replaced, limit)
    setProblems(sorted.problems)
    for (const file of sorted.accepted) {
      const upload = { preview: URL.createObjectURL(file), part: 0 }
      setUploads((current) => [...current, upload])
      const onUploaded = (url: string) =>
        onChange((current) => (isCover ? [url, ...current.slice(1)] : [...current, url]))
      queue.current = queue.current.then(() => send({ file, count: files.length }, upload, onUploaded))
    }
  }

  return { uploads, problems, add, isBusy: uploads.length > 0 }
}

export type ImageUploads = ReturnType<typeof useImageUploads>
