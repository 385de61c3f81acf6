import { profileApi } from '@na-regua/contract/profile'
import { api } from '../../../lib/api.ts'
import { uploadFile } from '../../../lib/upload.ts'

type Profile = { id: string; name: string; phone: string | null }

export const saveProfile = ({ id, ...body }: Profile) => api(profileApi.update, { params: { id }, body })

export const uploadAvatar = ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) =>
  uploadFile(profileApi.uploadAvatar, { field: 'avatar', file }, onProgress)

export const clearAvatar = () => api(profileApi.clearAvatar)
