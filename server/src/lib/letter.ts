/** A letter as it leaves: the same words as plain text and as simple HTML. */
export type Letter = { subject: string; text: string; html: string }

type Content = {
  subject: string
  greeting: string
  paragraphs: string[]
  /** Shown large and alone, for copying. */
  code?: string
}

const BRAND = 'Na Régua'

/** Lays out any letter. Every word is escaped here: names and notes of people are text, never markup. */
export function layOutLetter({ subject, greeting, paragraphs, code }: Content): Letter {
  const [first = '', ...rest] = paragraphs
  const text = [greeting, first, ...(code ? [code] : []), ...rest, BRAND].join('\n\n')
  return { subject, text: `${text}\n`, html: html({ subject, greeting, paragraphs, code }) }
}

function html({ subject, greeting, paragraphs, code }: Content) {
  const [first = '', ...rest] = paragraphs.map((words) => `<p style="margin:0 0 16px">${escapeHtml(words)}</p>`)
  const large = code
    ? `<p style="margin:0 0 16px;font:700 32px/1.2 monospace;letter-spacing:8px">${escapeHtml(code)}</p>`
    : ''
  return `<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>
<body style="margin:0;padding:24px;background:#f4f1ea;color:#1b1a17;font:16px/1.5 system-ui,sans-serif">
<main style="max-width:480px;margin:0 auto;padding:24px;background:#fff;border-top:4px solid #b3261e">
<p style="margin:0 0 24px;font-weight:700">${BRAND}</p>
<p style="margin:0 0 16px">${escapeHtml(greeting)}</p>
${first}${large}${rest.join('\n')}
</main>
</body>
</html>
`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function escapeHtml(words: string) {
  return words.replace(/[&<>"']/g, (character) => entities[character] ?? character)
}
