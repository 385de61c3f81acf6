import { testAccounts } from './demo-accounts.ts'

const style = `
  :root { color-scheme: light dark; --paper: #faf6f0; --card: #fff; --ink: #14110f; --mute: #6b6158; --line: #e7ded2 }
  @media (prefers-color-scheme: dark) { :root { --paper: #15120f; --card: #1e1a16; --ink: #f4eee6; --mute: #b3a89c; --line: #37302a } }
  * { box-sizing: border-box }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; padding: 16px; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif }
  main { width: 100%; max-width: 420px; padding: 28px; background: var(--card); border: 1px solid var(--line); border-radius: 16px }
  h1 { margin: 0; font-size: 24px; line-height: 1.2 }
  p { margin: 8px 0 20px; color: var(--mute) }
  form { margin: 0 }
  .people { display: grid; gap: 8px }
  button, input { width: 100%; min-height: 48px; padding: 8px 14px; border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: inherit; font: inherit }
  button { cursor: pointer; text-align: left }
  button:hover { border-color: var(--mute) }
  button span { display: block; color: var(--mute); font-size: 14px; overflow-wrap: anywhere }
  button.go { margin-top: 12px; background: var(--ink); color: var(--paper); font-weight: 600; text-align: center }
  button.leave { margin-top: 8px; border-color: transparent; text-align: center }
  label { display: block; margin-top: 12px; font-size: 14px; font-weight: 600 }
  hr { margin: 20px 0 8px; border: 0; border-top: 1px solid var(--line) }
  :focus-visible { outline: 3px solid #2b6cb0; outline-offset: 2px }`

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy':
    "default-src 'none'; img-src data:; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
}

function page(title: string, body: string) {
  return `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body><main>${body}</main></body>
</html>
`
}

const hidden = (name: string, value: string) => `<input type="hidden" name="${name}" value="${value}">`

const choices = testAccounts.map(
  ({ name, email }) =>
    `<form method="get" action="?">${hidden('email', email)}${hidden('name', name)}<button>${name}<span>${email}</span></button></form>`,
)

/** The demo's page to choose an account. It is static: user input is never shown. */
export const accountPage = page(
  'Google da demonstração',
  `<h1>Quem vai entrar?</h1>
<p>Esta instalação é uma demonstração e faz o papel do Google. Escolha uma pessoa de teste ou invente outra.</p>
<div class="people">${choices.join('')}</div>
<hr>
<form method="get" action="?">
<label for="name">Nome</label><input id="name" name="name" maxlength="120" autocomplete="off">
<label for="email">E-mail do Google</label><input id="email" name="email" type="email" maxlength="254" required autocomplete="off">
<button class="go">Continuar</button>
</form>
<form method="get" action="?">${hidden('cancel', '1')}<button class="leave">Cancelar</button></form>`,
)

export const failurePage = page(
  'Google da demonstração',
  '<h1>Isto não deu certo</h1><p>O pedido venceu ou já foi usado. Volte ao login e tente de novo.</p><a href="/login">Voltar ao login</a>',
)
