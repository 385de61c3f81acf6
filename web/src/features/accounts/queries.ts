import { accountsApi, type TERMS_VERSION } from '@na-regua/contract/accounts'
import { googleApi } from '@na-regua/contract/google'
import { profileApi } from '@na-regua/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { uploadFile } from '../../lib/upload.ts'

/** Which captcha this installation asks for; only the browser asks, and never twice the same. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => api(accountsApi.captcha, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A puzzle of the own captcha. Each lives some minutes and is worth one registration. */
export async function fetchPuzzle() {
  const { challenge } = await api(accountsApi.captcha)
  return challenge
}

export const logIn = (body: { email: string; password: string }) => api(accountsApi.login, { body })

type Registration = {
  name: string
  email: string
  password: string
  phone?: string
  recaptchaToken?: string
  acceptedTerms: typeof TERMS_VERSION
}

export const register = (body: Registration) => api(accountsApi.register, { body })

export const sendCode = (email: string) => api(accountsApi.sendEmailVerification, { body: { email } })

export const verifyCode = (body: { email: string; code: string }) => api(accountsApi.verifyEmailCode, { body })

export const getMe = () => api(accountsApi.me)

type Request = { newEmail: string; currentPassword?: string }

export const sendChangeCode = (body: Request) => api(profileApi.sendEmailChange, { body })

export const verifyEmailChange = (body: { newEmail: string; verificationCode: string }) =>
  api(profileApi.verifyEmailChange, { body })

export const undoEmailChange = (token: string) => api(profileApi.undoEmailChange, { body: { token } })

export const startGoogle = () => api(googleApi.start)

export const enterWithGoogle = (body: { code: string; secret: string }) => api(googleApi.exchangeCode, { body })

export const linkGoogle = (body: { linkToken: string; password: string }) => api(googleApi.link, { body })

type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string }

export const changePassword = (body: Passwords) => api(profileApi.changePassword, { body })

export const askReset = (email: string) => api(accountsApi.forgotPassword, { body: { email } })

type Reset = { email: string; code: string; newPassword: string; confirmPassword: string }

/** The new password proves itself at once: whoever set it is in. */
export async function resetPassword(body: Reset) {
  await api(accountsApi.resetPassword, { body })
  return logIn({ email: body.email, password: body.newPassword })
}

type Profile = { id: string; name: string; phone: string | null }

export const saveProfile = ({ id, ...body }: Profile) => api(profileApi.update, { params: { id }, body })

export const uploadAvatar = ({ file, onProgress }: { file: File; onProgress: (part: number) => void }) =>
  uploadFile(profileApi.uploadAvatar, { field: 'avatar', file }, onProgress)

export const clearAvatar = () => api(profileApi.clearAvatar)

export const ownSessionsQuery = (token: string | undefined) =>
  queryOptions({
    // A changed password ends all but a new one: what was listed under the old token is no longer so.
    queryKey: ['account', 'sessions', token],
    queryFn: async ({ signal }) => (await api(profileApi.listSessions, { signal })).sessions,
    staleTime: 0,
  })

export const endOwnSession = (id: string) => api(profileApi.endSession, { params: { id } })

export const endOtherSessions = () => api(profileApi.endOtherSessions)
