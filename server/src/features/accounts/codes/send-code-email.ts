import { CODE_MINUTES } from '@na-regua/contract/accounts'
import { hashToken } from '../../../lib/auth.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Database } from '../../../lib/database.ts'
import { greet, type RenderedEmail, renderEmail } from '../../../lib/email.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { deriveBytes, deriveToken } from '../../../lib/secrets.ts'
import { findCodeToSend, setCodeHashes } from './queries.ts'
import { type CodePurpose, hashCode, RESET_LINK_MINUTES, toCode } from './rules.ts'

type Deps = { db: Database; clock: Clock; mail: Mailer; site: string }

/**
 * Generates the code when its email is sent, so that the readable code exists in the email only. Every attempt at one email generates
 * the same code: a mailbox may show only one of two. The email of a password reset also has a link, whose token is in the URL
 * fragment, which no server logs.
 */
async function sendCodeEmail({ db, clock, mail, site }: Deps, { codeId }: { codeId: string }): Promise<void> {
  const scope = await findCodeToSend(db, codeId, clock.now())
  if (!scope) return
  if (scope.purpose === 'reset-password' && scope.isGoogleManaged) {
    return mail.send(scope.email, renderGoogleSignInEmail({ name: scope.name, site }))
  }
  const code = toCode(await deriveBytes(db, 'code', codeId))
  const token = await deriveToken(db, 'reset-link', codeId)
  const hasLink = scope.purpose === 'reset-password'
  const hashes = { codeHash: hashCode(scope, code), tokenHash: hasLink ? hashToken(token) : undefined }
  if (!(await setCodeHashes(db, codeId, hashes))) return
  const url = hasLink ? `${site}/login?mode=reset#${token}` : undefined
  await mail.send(scope.email, renderCodeEmail({ ...scope, code, url }))
}

export const sendCodeEmailJob = defineJob('send-code-email', { run: sendCodeEmail })

const reasons: Record<CodePurpose, string> = {
  'verify-email': 'Use este código para confirmar seu e-mail:',
  'change-email': 'Use este código para que este seja o e-mail da sua conta:',
  'reset-password': 'Use este código para criar uma nova senha, ou toque no botão abaixo dele:',
}

type CodeEmail = { name: string | null; code: string; purpose: CodePurpose; url: string | undefined }

function renderCodeEmail({ name, code, purpose, url }: CodeEmail): RenderedEmail {
  const validity = url
    ? `O código vale por ${CODE_MINUTES} minutos e o botão, por ${RESET_LINK_MINUTES}. Eles só podem ser usados uma vez. Se você pediu mais de um código, vale o mais recente.`
    : `Ele vale por ${CODE_MINUTES} minutos e só pode ser usado uma vez. Se você pediu mais de um, vale o mais recente.`
  const warning = url
    ? 'Se não foi você que pediu, ignore esta mensagem. Nunca passe este código a ninguém nem encaminhe este e-mail.'
    : 'Se não foi você que pediu, ignore esta mensagem. Nunca passe este código a ninguém.'
  return renderEmail({
    subject: `${code} é o seu código de verificação`,
    greeting: greet(name),
    paragraphs: [reasons[purpose], validity, warning],
    code,
    ...(url && { action: { label: 'Criar nova senha', url } }),
  })
}

/** For a password reset of an account that has no password: the user signs in with Google. */
function renderGoogleSignInEmail({ name, site }: { name: string | null; site: string }): RenderedEmail {
  return renderEmail({
    subject: 'Entre com o Google',
    greeting: greet(name),
    paragraphs: [
      'Você pediu para criar uma nova senha, mas sua conta não tem senha: ela abre com o Google. Na tela de entrada, toque em "Entrar com Google".',
      'Se não foi você que pediu, ignore esta mensagem.',
    ],
    action: { label: 'Ir para a entrada', url: `${site}/login` },
  })
}
