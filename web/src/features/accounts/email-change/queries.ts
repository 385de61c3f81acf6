import { profileApi } from '@na-regua/contract/profile'
import { api } from '../../../lib/api.ts'

type Request = { newEmail: string; currentPassword?: string }

export const sendChangeCode = (body: Request) => api(profileApi.sendEmailChange, { body })

export const verifyEmailChange = (body: { newEmail: string; verificationCode: string }) =>
  api(profileApi.verifyEmailChange, { body })

export const undoEmailChange = (token: string) => api(profileApi.undoEmailChange, { body: { token } })
