import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { type RenderedEmail, renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { findCodeToSend, setCodeHash } from './queries.ts'
import { CODE_MINUTES, type CodePurpose, generateCode, hashCode } from './rules.ts'

type Deps = { db: Database; clock: Clock; mail: Mailer; site: string }

/**
 * Generates the code when its email is sent, so that the readable code exists in the email only. A retry generates another
 * code: the newest email is the valid one.
 */
export async function sendCodeEmail({ db, clock, mail, site }: Deps, { codeId }: { codeId: string }): Promise<void> {
  const scope = await findCodeToSend(db, codeId, clock.now())
  if (!scope) return
  if (scope.purpose === 'reset-password' && scope.isGoogleManaged) {
    return mail.send(scope.email, renderGoogleSignInEmail({ name: scope.name, site }))
  }
  const code = generateCode()
  if (!(await setCodeHash(db, codeId, hashCode(scope, code)))) return
  await mail.send(scope.email, renderCodeEmail({ name: scope.name, code, purpose: scope.purpose }))
}

export const sendCodeEmailJob = defineJob('send-code-letter', { run: sendCodeEmail })

const reasons: Record<CodePurpose, string> = {
  'verify-email': 'Use este código para confirmar seu e-mail:',
  'change-email': 'Use este código para que este seja o e-mail da sua conta:',
  'reset-password': 'Use este código para criar uma nova senha:',
}

function renderCodeEmail({ name, code, purpose }: { name: string; code: string; purpose: CodePurpose }): RenderedEmail {
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

/** For a password reset of an account that has no password: the user signs in with Google. */
function renderGoogleSignInEmail({ name, site }: { name: string; site: string }): RenderedEmail {
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
