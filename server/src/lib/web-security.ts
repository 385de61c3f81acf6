type Policy = {
  scriptHashes: string[]
  tilesUrl: string
  /** Google's captcha, by configuration: its hosts are named only then. */
  hasRecaptcha?: boolean
}

const recaptchaScripts = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

/**
 * The policy of a page. Scripts: our files and exactly the inline ones that the rendering wrote. Attribute styles are
 * allowed because accessible hidden inputs and positioned popups carry them; they cannot run anything.
 */
export function contentSecurityPolicy({ scriptHashes, tilesUrl, hasRecaptcha = false }: Policy) {
  const tiles = new URL(tilesUrl.replace('{s}', '*').replaceAll(/[{}]/g, '')).origin
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...(hasRecaptcha ? recaptchaScripts : [])].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${tiles}`,
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(hasRecaptcha ? ['frame-src https://www.google.com/recaptcha/'] : []),
  ].join('; ')
}
