import { type EmailContent, renderEmailHtml } from './email-html.ts'

/** A letter as it leaves: the same words as plain text and as HTML. */
export type Email = {
  subject: string
  text: string
  html: string
  /** Where its reader stops letters of this kind; the mail program shows it as its own button. */
  unsubscribeUrl?: string
  /** Whom an answer goes to, when not to us. */
  replyTo?: string
}

const BRAND = 'Na Régua'
const RULER = '|’’’|’’’|’’’|'

/** Lays out any letter. Every word is escaped here: names and notes of people are text, never markup. */
export function renderEmail(content: EmailContent): Email {
  const { subject, unsubscribeUrl } = content
  const words = { ...content, subject: toLine(subject), greeting: toLine(content.greeting) }
  return {
    subject: words.subject,
    text: writeText(words),
    html: renderEmailHtml(words, BRAND),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}

function writeText({ greeting, paragraphs, code, details = [], action, unsubscribeUrl }: EmailContent) {
  const [first = '', ...rest] = paragraphs
  const blocks = [
    `${BRAND}\n${RULER}`,
    greeting,
    first,
    code,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action && `${action.label}:\n${action.url}`,
    ...rest,
    // Two hyphens and a space: mail programs fold what stands below when somebody answers.
    ['-- ', BRAND, unsubscribeUrl && `Não quer mais e-mails como este? ${unsubscribeUrl}`].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** A name with a line break must not end the line that it stands in. */
function toLine(words: string) {
  return words.replace(/\s+/g, ' ').trim()
}
