import { type Email, renderEmail } from '../../../lib/email.ts'
import { CODE_MINUTES, type CodePurpose } from './rules.ts'

const reasons: Record<CodePurpose, string> = {
  'verify-email': 'Use este código para confirmar seu e-mail:',
  'change-email': 'Use este código para que este seja o e-mail da sua conta:',
  'reset-password': 'Use este código para criar uma nova senha:',
}

type CodeFacts = { name: string; code: string; purpose: CodePurpose }

export function writeCodeLetter({ name, code, purpose }: CodeFacts): Email {
  return renderEmail({
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

/** For whoever forgot a password that never was: Google opens this account, and no code is needed. */
export function writeGoogleLetter({ name, site }: { name: string; site: string }): Email {
  return renderEmail({
    subject: 'Entre com o Google',
    greeting: `Olá, ${name}!`,
    paragraphs: [
      'Você pediu para criar uma nova senha, mas sua conta não tem senha: ela abre com o Google. Na tela de entrada, toque em "Entrar com Google".',
      'Se não foi você que pediu, ignore esta mensagem.',
    ],
    action: { label: 'Ir para a entrada', url: `${site}/login` },
  })
}
