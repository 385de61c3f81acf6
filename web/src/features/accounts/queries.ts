import { accountsApi, type TERMS_VERSION } from '@na-regua/contract/accounts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

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

export type Registration = {
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
