import { type Letter, layOutLetter } from '../../../lib/letter.ts'
import { CODE_MINUTES, type CodePurpose } from './rules.ts'

const reasons: Record<CodePurpose, string> = {
  'verify-email': 'Use este código para confirmar seu e-mail:',
  'change-email': 'Use este código para que este seja o e-mail da sua conta:',
  'reset-password': 'Use este código para criar uma nova senha:',
}

type CodeFacts = { name: string; code: string; purpose: CodePurpose }

export function writeCodeLetter({ name, code, purpose }: CodeFacts): Letter {
  return layOutLetter({
    subject: `${code} é o seu código de verificação`,
    greeting: `Olá, ${name}!`,
    paragraphs: [
      reasons[purpose],
      `Ele vale por ${CODE_MINUTES} minutos e só pode ser usado uma vez. Se você pediu mais de um, vale o mais recente.`,
      'Se não foi você que pediu, ignore esta mensagem. Nunca passe este código a ninguém.',
    ],
    code,
  })
}
