export type EmailContent = {
  subject: string
  greeting: string
  /** The first is above code, details and button, the others below. */
  paragraphs: string[]
  /** Shown large and alone, for copying. */
  code?: string
  /** Label and value: service, time with its zone, address. */
  details?: readonly (readonly [label: string, value: string])[]
  /** The button. The URL is absolute: it begins with `site`. */
  action?: { label: string; url: string }
  /** Required for emails of a topic; emails about the account itself have none. */
  unsubscribeUrl?: string
}

/** An email ready to be sent, with the same content as plain text and as HTML. */
export type RenderedEmail = {
  subject: string
  text: string
  html: string
  /** Email clients show it as a button of their own (RFC 8058). */
  unsubscribeUrl?: string
  replyTo?: string
  /** An .ics file that the recipient may add to their calendar. */
  calendar?: EmailedCalendar
}

export type EmailedCalendar = { filename: string; content: string }

const BRAND = 'Na Régua'
const RULER = '|’’’|’’’|’’’|'

/** Without a name for recipients whose address is unverified: see `verifiedName` in features/accounts/queries.ts. */
export function greet(name: string | null): string {
  return name ? `Olá, ${name}!` : 'Olá!'
}

/** All content is escaped here: names and notes of users are text, never markup. */
export function renderEmail(content: EmailContent): RenderedEmail {
  const { subject, unsubscribeUrl } = content
  const clean = { ...content, subject: toLine(subject), greeting: toLine(content.greeting) }
  return {
    subject: clean.subject,
    text: renderText(clean),
    html: renderHtml(clean),
    ...(unsubscribeUrl && { unsubscribeUrl }),
  }
}

function renderText({ greeting, paragraphs, code, details = [], action, unsubscribeUrl }: EmailContent) {
  const [first = '', ...rest] = paragraphs
  const blocks = [
    `${BRAND}\n${RULER}`,
    greeting,
    first,
    code,
    details.map(([label, value]) => `${label}: ${value}`).join('\n'),
    action && `${action.label}:\n${action.url}`,
    ...rest,
    // Two hyphens and a space mark a signature, which email clients leave out of replies.
    ['-- ', BRAND, unsubscribeUrl && `Não quer mais e-mails como este? ${unsubscribeUrl}`].filter(Boolean).join('\n'),
  ]
  return `${blocks.filter(Boolean).join('\n\n')}\n`
}

/** A line break in a name must not start a new line or header. */
function toLine(text: string) {
  return text.replace(/\s+/g, ' ').trim()
}

// Email clients support neither variables nor most of CSS: light colors are inline, dark ones override them by class where
// prefers-color-scheme is supported. Elsewhere the email stays light, and readable where a client inverts colors.
const dark = `
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (prefers-color-scheme:dark){
.paper{background:#15120f!important}.card{background:#1e1a16!important;border-color:#37302a!important}
.ink{color:#f4eee6!important}.mute{color:#b3a89c!important}.line{border-color:#37302a!important}
.sunken{background:#26211c!important}.button{background:#ff7a66!important;color:#14110f!important}
.red{background:#ff7a66!important}.link{color:#9bb8e8!important}}
@media (max-width:480px){.pad{padding:24px 20px!important}}`

const INK = 'color:#14110f'
const MUTE = 'color:#6b6158'
const SANS = "font-family:Figtree,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const table = '<table role="presentation" cellpadding="0" cellspacing="0" border="0"'

/** One layout for every email, with the same text as the plain part. */
function renderHtml(content: EmailContent): string {
  const { subject, greeting, paragraphs, unsubscribeUrl } = content
  const [first = '', ...rest] = paragraphs
  const body = [
    paragraph(greeting),
    paragraph(first),
    code(content),
    details(content),
    action(content),
    ...rest.map(paragraph),
  ]
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${dark}
</style>
</head>
<body class="paper" style="margin:0;padding:0;background:#faf6f0">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(first)}</div>
${table} width="100%" class="paper" style="background:#faf6f0"><tr><td align="center" style="padding:32px 12px">
${table} width="100%" style="max-width:520px">
<tr><td class="card pad" style="padding:32px;background:#ffffff;border:1px solid #e7ded2;border-radius:16px">
${header()}
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td align="center" class="mute" style="padding:20px 12px;${MUTE};${SANS};font-size:13px;line-height:1.5">
${footer(unsubscribeUrl)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The brand above a ruler of table cells: images are often blocked. */
function header() {
  const ticks = Array.from({ length: 13 }, (_, index) => {
    const height = index % 4 === 0 ? 10 : index % 2 === 0 ? 7 : 4
    return `<td valign="top" style="padding:0 6px 0 0"><div class="red" style="width:1px;height:${height}px;background:#b3261a;font-size:0;line-height:0"></div></td>`
  })
  return `<div class="ink" style="${INK};${SANS};font-size:20px;line-height:24px;font-weight:800;letter-spacing:-0.5px">${BRAND}</div>
${table} aria-hidden="true" style="margin:4px 0 28px"><tr>${ticks.join('')}</tr></table>`
}

function paragraph(text: string) {
  return (
    text &&
    `<p class="ink" style="margin:0 0 16px;${INK};${SANS};font-size:16px;line-height:1.5">${withLineBreaks(text)}</p>`
  )
}

function code({ code }: EmailContent) {
  const style = `margin:0 0 20px;padding:16px 12px;background:#f2ebe1;border-radius:10px;text-align:center;${INK}`
  return (
    code &&
    `<p class="ink sunken" style="${style};font:700 32px/1.2 ui-monospace,Menlo,Consolas,monospace;letter-spacing:8px">${escapeHtml(code)}</p>`
  )
}

function details({ details = [] }: EmailContent) {
  if (details.length === 0) return ''
  const cell = `border-bottom:1px solid #e7ded2;${SANS};font-size:15px;line-height:1.4`
  const rows = details.map(
    ([label, value]) =>
      `<tr><td valign="top" class="mute line" style="padding:10px 16px 10px 0;${cell};${MUTE}">${escapeHtml(label)}</td>` +
      `<td valign="top" class="ink line" style="padding:10px 0;${cell};${INK};font-weight:600">${withLineBreaks(value)}</td></tr>`,
  )
  return `${table} width="100%" class="line" style="margin:4px 0 24px;border-top:1px solid #e7ded2">\n${rows.join('\n')}\n</table>`
}

function action({ action }: EmailContent) {
  if (!action) return ''
  const url = escapeHtml(action.url)
  const button = `display:inline-block;padding:13px 22px;background:#b3261a;color:#ffffff;border-radius:10px;${SANS}`
  return `<p style="margin:8px 0 14px"><a href="${url}" class="button" style="${button};font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(action.label)}</a></p>
<p class="mute" style="margin:0 0 20px;${MUTE};${SANS};font-size:13px;line-height:1.5;word-break:break-all">Se o botão não abrir, use este endereço:<br><a href="${url}" class="link" style="color:#1f3b63">${url}</a></p>`
}

function footer(unsubscribeUrl?: string) {
  const link = `<a href="${escapeHtml(unsubscribeUrl ?? '')}" class="link" style="color:#1f3b63">Parar de receber</a>`
  return `${BRAND}${unsubscribeUrl ? `<br>Não quer mais e-mails como este? ${link}` : ''}`
}

function withLineBreaks(text: string) {
  return escapeHtml(text).replace(/\r?\n/g, '<br>')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(text: string) {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
