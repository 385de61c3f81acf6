import { type ContactMessage, contactApi } from '@na-regua/contract/contact'
import type { Body } from '@na-regua/contract/route'
import { api } from '../../lib/api.ts'
import { emailProblem } from '../../lib/email-problem.ts'

export function sendAnonymously(message: Body<typeof contactApi.send>) {
  return api(contactApi.send, { body: message })
}

export function sendAsMember(message: ContactMessage) {
  return api(contactApi.sendAsMember, { body: message })
}

export type ContactInput = { name: string; email: string; subject: string; message: string }

/** Errors by field; a logged-in user's email is known. */
export function contactProblems({ name, email, subject, message }: ContactInput, isLoggedIn: boolean) {
  return {
    name: name ? undefined : 'Por favor, informe seu nome',
    email: isLoggedIn ? undefined : emailProblem(email),
    subject: subject ? undefined : 'Por favor, informe o assunto',
    message: message ? undefined : 'Por favor, escreva sua mensagem',
  }
}
