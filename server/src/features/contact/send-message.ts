import type { ContactMessage } from '@na-regua/contract/contact'
import { ApiError } from '@na-regua/contract/errors'
import type { Config } from '../../lib/config.ts'
import type { Database } from '../../lib/database.ts'
import { renderEmail } from '../../lib/email.ts'
import { addJob, defineJob } from '../../lib/jobs.ts'
import type { Mailer } from '../../lib/mail.ts'

type Message = ContactMessage & { email: string }

/** The queue alone keeps the words, and only until the mail server has taken them. */
export async function sendContactMessage(db: Database, message: Message): Promise<void> {
  const clean = {
    ...message,
    name: toLine(message.name),
    subject: toLine(message.subject),
    message: message.message.trim(),
  }
  if (!clean.name || !clean.subject || !clean.message) throw new ApiError('INVALID_INPUT')
  await addJob(db, sendContactEmailJob, clean)
}

type Deps = { mail: Mailer; config: Pick<Config, 'contactEmail'> }

/** To our own mailbox; an answer to the letter goes to the person. */
export async function sendContactEmail({ mail, config }: Deps, { name, email, subject, message }: Message) {
  const letter = renderEmail({
    subject: `Contato: ${subject}`,
    greeting: `${name} escreveu pela página de contato:`,
    paragraphs: message.split(/\n{2,}/),
    details: [
      ['Nome', name],
      ['E-mail', email],
    ],
  })
  await mail.send(config.contactEmail, { ...letter, replyTo: email })
}

function toLine(words: string) {
  return words.replaceAll(/\s+/g, ' ').trim()
}

export const sendContactEmailJob = defineJob('send-contact-letter', { run: sendContactEmail })
