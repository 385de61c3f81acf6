export type EmailContent = {
  subject: string
  greeting: string
  /** The first one stands above code, details and button, the others below. */
  paragraphs: string[]
  /** Shown large and alone, for copying. */
  code?: string
  /** What it is about, as label and value: service, hour with its zone, place. */
  details?: readonly (readonly [label: string, value: string])[]
  /** The one thing to do next. The address is absolute: begin it with `site`. */
  action?: { label: string; url: string }
  /** Of every letter of a topic; letters about the account itself have none. */
  unsubscribeUrl?: string
}

// Mail programs know neither variables nor most of CSS: light colours stand inline, dark ones take over by class where a
// program understands the question. Without an answer to it the letter stays light, and readable where colours are turned round.
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

/** The HTML part of any letter: one layout, the same words as the text part. */
export function renderEmailHtml(content: EmailContent, brand: string): string {
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
${header(brand)}
${body.filter(Boolean).join('\n')}
</td></tr>
<tr><td align="center" class="mute" style="padding:20px 12px;${MUTE};${SANS};font-size:13px;line-height:1.5">
${footer(brand, unsubscribeUrl)}
</td></tr>
</table>
</td></tr></table>
</body>
</html>
`
}

/** The brand on its ruler: twelve quarters of an hour, drawn with cells because pictures are often blocked. */
function header(brand: string) {
  const ticks = Array.from({ length: 13 }, (_, index) => {
    const height = index % 4 === 0 ? 10 : index % 2 === 0 ? 7 : 4
    return `<td valign="top" style="padding:0 6px 0 0"><div class="red" style="width:1px;height:${height}px;background:#b3261a;font-size:0;line-height:0"></div></td>`
  })
  return `<div class="ink" style="${INK};${SANS};font-size:20px;line-height:24px;font-weight:800;letter-spacing:-0.5px">${brand}</div>
${table} aria-hidden="true" style="margin:4px 0 28px"><tr>${ticks.join('')}</tr></table>`
}

function paragraph(words: string) {
  return (
    words && `<p class="ink" style="margin:0 0 16px;${INK};${SANS};font-size:16px;line-height:1.5">${lines(words)}</p>`
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
      `<td valign="top" class="ink line" style="padding:10px 0;${cell};${INK};font-weight:600">${lines(value)}</td></tr>`,
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

function footer(brand: string, unsubscribeUrl?: string) {
  const link = `<a href="${escapeHtml(unsubscribeUrl ?? '')}" class="link" style="color:#1f3b63">Parar de receber</a>`
  return `${brand}${unsubscribeUrl ? `<br>Não quer mais e-mails como este? ${link}` : ''}`
}

/** What people write in several lines is read in several lines. */
function lines(words: string) {
  return escapeHtml(words).replace(/\r?\n/g, '<br>')
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(words: string) {
  return words.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
