import { type Static, Type } from 'typebox'
import { Email, Strict, Text } from './fields.ts'
import { defineApi, route } from './route.ts'
import { MAX_NAME } from './text-limits.ts'

export const SUBJECT_LENGTH = 150
export const MESSAGE_LENGTH = 3000

const Message = {
  name: Text({ min: 1, max: MAX_NAME }),
  subject: Text({ min: 1, max: SUBJECT_LENGTH }),
  message: Text({ min: 1, max: MESSAGE_LENGTH }),
}
const Sent = Type.Object({ message: Type.String() })

export const contactApi = defineApi(
  { tag: 'contact', description: 'Mensagens à equipe' },
  {
    send: route('POST', '/contact', {
      summary: 'Escreve para a equipe, com o captcha resolvido',
      body: Strict({ ...Message, email: Email, recaptchaToken: Type.Optional(Type.String({ maxLength: 10_000 })) }),
      errors: ['CAPTCHA_INVALID'],
      response: { 200: Sent },
    }),
    sendAsMember: route('POST', '/users/me/contact', {
      summary: 'Escreve para a equipe com a própria conta; a resposta vai para o e-mail dela',
      body: Strict(Message),
      response: { 200: Sent },
    }),
  },
)
export type ContactMessage = Static<typeof contactApi.sendAsMember.schema.body>
