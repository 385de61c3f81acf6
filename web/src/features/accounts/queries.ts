import { accountsApi, type TERMS_VERSION } from '@na-regua/contract/accounts'
import { googleApi } from '@na-regua/contract/google'
import type { PasswordChange } from '@na-regua/contract/passwords'
import { profileApi } from '@na-regua/contract/profile'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { prepareImage } from '../../lib/image-file.ts'
import { uploadFile } from '../../lib/upload.ts'

/** Which captcha this installation requires; only the browser requests it, once. */
export const captchaQuery = queryOptions({
  queryKey: ['captcha'],
  queryFn: ({ signal }) => api(accountsApi.captcha, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
})

/** A challenge of the built-in captcha. It is valid for some minutes and for one registration. */
export async function fetchChallenge() {
  const { challenge } = await api(accountsApi.captcha)
  return challenge
}

export const requestLogin = (body: { email: string; password: string }) => api(accountsApi.login, { body })

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

export const requestPasswordReset = (email: string) => api(accountsApi.forgotPassword, { body: { email } })

type PasswordReset = { email: string; code: string; newPassword: string; confirmPassword: string }

/** Sets the new password and logs in with it. */
export async function resetPassword(body: PasswordReset) {
  await api(accountsApi.resetPassword, { body })
  return requestLogin({ email: body.email, password: body.newPassword })
}

type LinkReset = { token: string; newPassword: string; confirmPassword: string }

/** The same with the link of the email, which names no address. */
export async function resetPasswordWithLink(body: LinkReset) {
  const { email } = await api(accountsApi.resetPasswordWithLink, { body })
  return requestLogin({ email, password: body.newPassword })
}

export const startGoogle = () => api(googleApi.start)

export const exchangeGoogleCode = (body: { code: string; secret: string }) => api(googleApi.exchangeCode, { body })

export const linkGoogle = (body: { linkToken: string; password: string }) => api(googleApi.link, { body })

export const sendChangeCode = (body: { newEmail: string; currentPassword?: string }) =>
  api(profileApi.sendEmailChange, { body })

export const verifyEmailChange = (body: { newEmail: string; verificationCode: string }) =>
  api(profileApi.verifyEmailChange, { body })

export const undoEmailChange = (token: string) => api(profileApi.undoEmailChange, { body: { token } })

export const changePassword = (body: PasswordChange) => api(profileApi.changePassword, { body })

type Profile = { id: string; name: string; phone: string | null }

export const saveProfile = ({ id, ...body }: Profile) => api(profileApi.update, { params: { id }, body })

export async function uploadAvatar({ file, onProgress }: { file: File; onProgress: (part: number) => void }) {
  return uploadFile(profileApi.uploadAvatar, { field: 'avatar', file: await prepareImage(file) }, onProgress)
}

export const clearAvatar = () => api(profileApi.clearAvatar)

export const ownSessionsQuery = (token: string | undefined) =>
  queryOptions({
    // A password change ends all other sessions: the list of the old token is stale then.
    queryKey: ['account', 'sessions', token],
    queryFn: async ({ signal }) => (await api(profileApi.listSessions, { signal })).sessions,
    staleTime: 0,
  })

export const endOwnSession = (id: string) => api(profileApi.endSession, { params: { id } })

export const endOtherSessions = () => api(profileApi.endOtherSessions)
