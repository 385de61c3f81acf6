import { uploadsApi } from '@na-regua/contract/uploads'
import { uploadFile } from '../../../lib/upload.ts'

export async function uploadPicture(file: File, onProgress: (part: number) => void) {
  const { url } = await uploadFile(uploadsApi.upload, { field: 'file', file }, onProgress)
  return url
}
