/*
 * The button "Agendar" of a barbershop on any site:
 * <script async src="https://…/botao.js" data-barbearia="nome-da-barbearia"></script>
 *
 * It needs script-src for this origin and nothing else of a Content-Security-Policy: styles are set by script, there is no image,
 * font, frame or request. It is fixed to the window, so it moves nothing of the page.
 */
;(() => {
  const script = document.currentScript
  const slug = script?.dataset.barbearia
  if (!slug || !/^[a-z0-9-]{3,60}$/.test(slug) || document.querySelector('na-regua-agendar')) return
  const { origin } = new URL(script.src)

  function createLink() {
    const link = document.createElement('a')
    link.href = `${origin}/agendar/${slug}`
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = script.dataset.texto || 'Agendar'
    link.setAttribute('aria-label', `${link.textContent} (abre em outra aba)`)
    Object.assign(link.style, {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: '48px',
      padding: '0 22px',
      borderRadius: '10px',
      background: '#b3261a',
      color: '#fff',
      font: '700 17px/1.2 system-ui, sans-serif',
      textDecoration: 'none',
      boxShadow: '0 6px 24px rgb(20 17 15 / 28%)',
    })
    return link
  }

  function show() {
    // A root of its own: the rules of the page do not reach the button, nor its rules the page.
    const host = document.createElement('na-regua-agendar')
    const side = script.dataset.lado === 'esquerda' ? 'left' : 'right'
    Object.assign(host.style, {
      position: 'fixed',
      bottom: 'calc(16px + env(safe-area-inset-bottom, 0px))',
      [side]: '16px',
      zIndex: '2147483000',
    })
    host.attachShadow({ mode: 'open' }).append(createLink())
    document.body.append(host)
  }

  if (document.body) show()
  else document.addEventListener('DOMContentLoaded', show)
})()
