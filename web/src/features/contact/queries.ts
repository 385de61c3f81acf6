import { type ContactMessage, contactApi } from '@na-regua/contract/contact'
import type { Body } from '@na-regua/contract/route'
import { api } from '../../lib/api.ts'

export function sendAnonymously(message: Body<typeof contactApi.send>) {
  return api(contactApi.send, { body: message })
}

export function sendAsMember(message: ContactMessage) {
  return api(contactApi.sendAsMember, { body: message })
}
