import { googleApi } from '@na-regua/contract/google'
import { api } from '../../../lib/api.ts'

export const startGoogle = () => api(googleApi.start)

export const enterWithGoogle = (body: { code: string; secret: string }) => api(googleApi.enter, { body })

export const linkGoogle = (body: { linkToken: string; password: string }) => api(googleApi.link, { body })
