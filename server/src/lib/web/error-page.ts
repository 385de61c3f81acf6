type ErrorPage = {
  status: number
  message: string
  /** After so many seconds the page loads what was wanted by itself. */
  retryAfter?: number
}

/** What waiting people read instead of the message, which speaks of what they did. */
const waitingTexts: Record<number, string> = {
  429: 'Muita gente está abrindo páginas por esta mesma rede.',
  503: 'O Na Régua está ocupado neste momento.',
}

/** A page that is independent of everything that rendering needs, because that may be what failed. The texts are our own constants. */
export function createErrorPage({ status, message, retryAfter }: ErrorPage): string {
  if (retryAfter !== undefined) {
    const seconds = retryAfter === 1 ? '1 segundo' : `${retryAfter} segundos`
    return writePage({
      title: 'Só um instante',
      text: `${waitingTexts[status] ?? message} Esta página tenta de novo sozinha em ${seconds}.`,
      actions: '<a href="" class="main">Tentar agora</a>',
      retryAfter,
    })
  }
  if (status < 500)
    return writePage({
      title: 'Esta página não abriu',
      text: message,
      actions: '<a href="/" class="main">Ir para o início</a>',
    })
  return writePage({
    title: 'A máquina travou no meio do corte',
    text: `${message}. O problema é nosso e já ficou anotado.`,
    actions: '<a href="" class="main">Tentar de novo</a><a href="/">Ir para o início</a>',
  })
}

type PageParts = {
  title: string
  text: string
  actions: string
  /** The ruler fills in so many seconds. */
  retryAfter?: number
}

function writePage({ title, text, actions, retryAfter }: PageParts): string {
  const isWaiting = retryAfter !== undefined
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isWaiting ? `<meta http-equiv="refresh" content="${retryAfter}">` : ''}
<title>${title} · Na Régua</title>
<style>
:root { color-scheme: light dark; --line: light-dark(#e7ded2, #37302a); --ink: light-dark(#14110f, #f4eee6); --red: light-dark(#b3261a, #ff7a66); }
body { margin: 0; min-height: 100vh; box-sizing: border-box; display: grid; grid-template-rows: auto 1fr; gap: 1.5rem; padding: 1rem 1.25rem; font: 1.125rem/1.5 system-ui, sans-serif; background: light-dark(#faf6f0, #15120f); color: var(--ink); }
main { display: grid; place-content: center; gap: 1.25rem; }
h1, strong { font-weight: 800; }
h1 { margin: 0; font-size: min(2.5rem, 12vw); line-height: 1.1; max-width: 16ch; text-wrap: balance; }
p { margin: 0; max-width: 40ch; }
i { display: block; height: 0.75rem; max-width: 20rem; background: repeating-linear-gradient(90deg, var(--tick) 0 2px, transparent 2px 12px); --tick: var(--red); }
header i { width: 5rem; height: 0.375rem; }
.waits { --tick: var(--line); }
.waits i { --tick: var(--red); animation: fill ${retryAfter ?? 0}s linear; }
@keyframes fill { from { width: 0; } }
@media (prefers-reduced-motion: reduce) { .waits i { animation: none; } }
div { display: flex; flex-wrap: wrap; gap: 0.75rem; }
a { box-sizing: border-box; display: flex; align-items: center; min-height: 3rem; padding: 0.25rem 1.25rem; border: 1px solid var(--line); border-radius: 10px; color: inherit; font-weight: 600; text-decoration: none; }
.main { background: var(--red); border-color: var(--red); color: light-dark(#fff, #14110f); }
:focus-visible { outline: 2px solid var(--ink); outline-offset: 2px; }
</style>
<header><strong>Na Régua</strong><i></i></header>
<main>
<h1>${title}</h1>
${isWaiting ? '<i class="waits"><i></i></i>' : '<i></i>'}
<p>${text}</p>
<div>${actions}</div>
</main>
</html>`
}
