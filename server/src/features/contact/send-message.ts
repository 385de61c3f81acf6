import type { ContactMessage } from '@na-regua/contract/contact'
import { ApiError } from '@na-regua/contract/errors'
import type { Config } from '../../lib/config.ts'
import type { Database } from '../../lib/database.ts'
import { renderEmail } from '../../lib/email.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import type { Mailer } from '../../lib/mail.ts'
import { cleanName } from '../accounts/rules.ts'

/** By the plan of the author. Messages without one were queued by an earlier version, or have no plan. */
export type Support = 'priority' | 'vip'

type Message = ContactMessage & { email: string; support?: Support | undefined }

/** What the mailbox of the team sorts by: VIP first, then priority. */
const subjects = { vip: 'Contato VIP', priority: 'Contato prioritário' } as const

/** The message is stored only in the job queue, until the mail server accepts it. */
export async function sendContactMessage(db: Database, message: Message): Promise<void> {
  const clean = {
    ...message,
    name: cleanName(message.name),
    subject: toSingleLine(message.subject),
    message: message.message.trim(),
  }
  if (!clean.subject || !clean.message) throw new ApiError('INVALID_INPUT')
  await addJob(db, sendContactEmailJob, clean)
}

type Deps = { mail: Mailer; config: Pick<Config, 'contactEmail'> }

/** Sent to our own mailbox, with the sender as Reply-To. */
async function sendContactEmail({ mail, config }: Deps, { name, email, subject, message, support }: Message) {
  const content = renderEmail({
    subject: `${support ? subjects[support] : 'Contato'}: ${subject}`,
    greeting: `${name} escreveu pela página de contato:`,
    paragraphs: message.split(/\n{2,}/),
    details: [
      ['Nome', name],
      ['E-mail', email],
    ],
  })
  await mail.send(config.contactEmail, { ...content, replyTo: email })
}

function toSingleLine(text: string) {
  return text.replaceAll(/\s+/g, ' ').trim()
}

export const sendContactEmailJob = defineJob('send-contact-email', { run: sendContactEmail })
