import { useRef, useState } from 'react'
import { errorText } from '../../../lib/error-text.ts'
import { newKey } from '../form/rules.ts'
import { uploadPicture } from './queries.ts'
import { sortFiles } from './rules.ts'

/** A picture on its way: what the browser shows of it, and how much has left, from 0 to 1. */
export type PictureUpload = { key: string; preview: string; part: number }

type ChangePictures = (change: (current: readonly string[]) => string[]) => void

/**
 * Sends chosen pictures one after the other, because a phone's line carries one best, and adds each as it lands.
 * It belongs where the form lives, so that what is on its way survives a change of the step.
 */
export function usePictureUploads(pictures: readonly string[], onChange: ChangePictures) {
  const [uploads, setUploads] = useState<readonly PictureUpload[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  const line = useRef(Promise.resolve())

  async function send(file: File, { key, preview }: PictureUpload, land: (url: string) => void) {
    const progress = (part: number) =>
      setUploads((current) => current.map((upload) => (upload.key === key ? { ...upload, part } : upload)))
    try {
      land(await uploadPicture(file, progress))
    } catch (error) {
      setProblems((current) => [...current, errorText(error, 'Erro ao fazer upload da imagem')])
    }
    URL.revokeObjectURL(preview)
    setUploads((current) => current.filter((upload) => upload.key !== key))
  }

  /** `isCover` puts it in the place of the first. */
  function add(files: readonly File[], { isCover = false } = {}) {
    const replaced = isCover && pictures.length > 0 ? 1 : 0
    const sorted = sortFiles(files, pictures.length + uploads.length - replaced)
    setProblems(sorted.problems)
    for (const file of sorted.accepted) {
      const upload = { key: newKey(), preview: URL.createObjectURL(file), part: 0 }
      setUploads((current) => [...current, upload])
      const land = (url: string) => onChange((current) => (isCover ? [url, ...current.slice(1)] : [...current, url]))
      line.current = line.current.then(() => send(file, upload, land))
    }
  }

  return { uploads, problems, add, isBusy: uploads.length > 0 }
}

export type PictureUploads = ReturnType<typeof usePictureUploads>
