import { uploadsApi } from '@na-regua/contract/uploads'
import { useRef, useState } from 'react'
import { errorText } from './api-error.ts'
import { type ImageLimit, selectImageFiles, uploadFile } from './upload.ts'

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
