import { paymentNames, type VisitReceipt } from '@na-regua/contract/visits'
import type { Database } from '../../../lib/database.ts'
import { greet, renderEmail } from '../../../lib/email.ts'
import { formatCents } from '../../../lib/format-cents.ts'
import { formatInstant, formatTimeZone } from '../../../lib/format-time.ts'
import { defineJob } from '../../../lib/jobs.ts'
import type { Mailer } from '../../../lib/mail.ts'
import { isTopicEnabled } from '../../notifications/queries.ts'
import { getUnsubscribeUrl } from '../../notifications/unsubscribe/queries.ts'
import { findReceipt, findReceiptRecipient, getReceiptToken } from './queries.ts'

type EmailDeps = { db: Database; mail: Mailer; site: string }

/** Skips a visit that was reversed since, and a customer without an account or with an unverified address. */
async function sendReceipt({ db, mail, site }: EmailDeps, { visitId }: { visitId: string }): Promise<void> {
  const recipient = await findReceiptRecipient(db, visitId)
  const receipt = await findReceipt(db, visitId)
  if (!recipient || !receipt) return
  const { userId, name, email } = recipient
  const topic = 'appointments'
  if (!(await isTopicEnabled(db, { userId, topic, channel: 'email' }))) return
  const { barbershopName, address, timeZone, number, closedAt, totalCents } = receipt
  const when = `${formatInstant(new Date(closedAt), timeZone)}, ${formatTimeZone(timeZone)}`
  const rendered = renderEmail({
    subject: `Comprovante: ${formatCents(totalCents)}, ${barbershopName}`,
    greeting: greet(name),
    paragraphs: [`Este é o comprovante da sua comanda na ${barbershopName}. Não é documento fiscal.`],
    details: [
      ['Barbearia', barbershopName],
      ['Endereço', address],
      ['Comanda', `${number}`],
      ['Quando', when],
      ...receipt.lines.map(describeLine),
      ['Total', formatCents(totalCents)],
      ...receipt.payments.map(describePayment),
    ],
    action: { label: 'Ver o comprovante', url: receiptUrl(site, visitId, await getReceiptToken(db, visitId)) },
    unsubscribeUrl: await getUnsubscribeUrl(db, { userId, topic, site }),
  })
  await mail.send(email, rendered)
}

/** The token is in the hash, which is not sent to the server that shows the page. */
const receiptUrl = (site: string, visitId: string, token: string) => `${site}/recibo#${visitId}.${token}`

function describeLine({ name, quantity, unitCents, discountCents }: VisitReceipt['lines'][number]) {
  const what = quantity > 1 ? `${quantity} × ${name}` : name
  const discount = discountCents > 0 ? ` (desconto de ${formatCents(discountCents)})` : ''
  return [what, `${formatCents(quantity * unitCents - discountCents)}${discount}`] as const
}

function describePayment({
  method,
  amountCents,
  tenderedCents,
  installments,
  isPending,
}: VisitReceipt['payments'][number]) {
  const change = (tenderedCents ?? amountCents) - amountCents
  const details = [
    installments && installments > 1 ? `${installments}×` : undefined,
    change > 0 ? `troco de ${formatCents(change)}` : undefined,
    isPending ? 'aguardando conferência' : undefined,
  ]
  return [paymentNames[method], [formatCents(amountCents), ...details].filter(Boolean).join(', ')] as const
}

export const sendReceiptJob = defineJob('send-visit-receipt', { run: sendReceipt })
