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
      text: `${waitingTexts[status] ?? message} Esta página tenta de novo sozinha em ${seconds}. <a href="">Tentar agora</a>`,
      refresh: `<meta http-equiv="refresh" content="${retryAfter}">`,
    })
  }
  if (status < 500)
    return writePage({ title: 'Esta página não abriu', text: `${message} <a href="/">Ir para o início</a>` })
  return writePage({
    title: 'A máquina travou no meio do corte',
    text: `${message}. O problema é nosso e já ficou anotado. <a href="/">Tente de novo</a> daqui a pouco.`,
  })
}

function writePage({ title, text, refresh = '' }: { title: string; text: string; refresh?: string }): string {
  return `<!doctype html>
<html lang="pt-BR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${refresh}
<title>${title} · Na Régua</title>
<style>
:root { color-scheme: light dark; }
main { min-height: 100vh; box-sizing: border-box; display: grid; place-content: center; gap: 1rem; padding: 1.5rem; }
body { margin: 0; font: 1.125rem/1.5 system-ui, sans-serif; background: light-dark(#faf6f0, #15120f); color: light-dark(#14110f, #f4eee6); }
h1 { margin: 0; font-size: 2.25rem; line-height: 1.1; max-width: 18ch; }
p { margin: 0; max-width: 42ch; }
i { display: block; width: 10rem; height: 0.75rem; background: repeating-linear-gradient(90deg, light-dark(#b3261a, #ff7a66) 0 2px, transparent 2px 12px); }
a { color: inherit; }
</style>
<main>
<h1>${title}</h1>
<i></i>
<p>${text}</p>
</main>
</html>`
}
