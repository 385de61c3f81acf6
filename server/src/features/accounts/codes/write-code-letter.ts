import { type Letter, layOutLetter } from '../../../lib/letter.ts'
import { CODE_MINUTES } from './rules.ts'

export function writeCodeLetter({ name, code }: { name: string; code: string }): Letter {
  return layOutLetter({
    subject: `${code} é o seu código de verificação`,
    greeting: `Olá, ${name}!`,
    paragraphs: [
      'Use este código para confirmar seu e-mail:',
      `Ele vale por ${CODE_MINUTES} minutos e só pode ser usado uma vez. Se você pediu mais de um, vale o mais recente.`,
      'Se não foi você que pediu, ignore esta mensagem. Nunca passe este código a ninguém.',
    ],
    code,
  })
}
