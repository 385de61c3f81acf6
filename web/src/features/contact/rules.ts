import { emailProblem } from '../../lib/email-problem.ts'

export type ContactInput = { name: string; email: string; subject: string; message: string }

/** What is missing, field by field; a member's address is known. */
export function contactProblems({ name, email, subject, message }: ContactInput, isMember: boolean) {
  return {
    name: name ? undefined : 'Por favor, informe seu nome',
    email: isMember ? undefined : emailProblem(email),
    subject: subject ? undefined : 'Por favor, informe o assunto',
    message: message ? undefined : 'Por favor, escreva sua mensagem',
  }
}
