import { privacyApi } from '@na-regua/contract/privacy'
import { api } from '../../lib/api.ts'

export const exportData = () => api(privacyApi.export)

/** Without a password for accounts that have none: then the login must be of the last minutes. */
export const requestDeletion = (password: string | undefined) => api(privacyApi.requestDeletion, { body: { password } })

export const undoDeletion = (token: string) => api(privacyApi.undoDeletion, { body: { token } })
