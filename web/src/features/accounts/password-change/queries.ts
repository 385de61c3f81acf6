import { profileApi } from '@na-regua/contract/profile'
import { api } from '../../../lib/api.ts'

type Passwords = { currentPassword: string; newPassword: string; confirmPassword: string }

export const changePassword = (body: Passwords) => api(profileApi.changePassword, { body })
