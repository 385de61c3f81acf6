import { privacyApi } from '@na-regua/contract/privacy'
import { api } from '../../lib/api.ts'

export const exportData = () => api(privacyApi.export)

/** Accounts without a password send none: they need a recent login instead. */
export const requestDeletion = (password: string | undefined) => api(privacyApi.requestDeletion, { body: { password } })

export const undoDeletion = (token: string) => api(privacyApi.undoDeletion, { body: { token } })
