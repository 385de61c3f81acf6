type Policy = {
  scriptHashes: string[]
  tilesUrl: string
  /** Allows the hosts of Google's captcha. */
  hasRecaptcha?: boolean
  /** Allows the hosts of Stripe's card form. */
  hasStripe?: boolean
}

const recaptchaScripts = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

// Source: https://docs.stripe.com/security/guide#content-security-policy, Checkout and Stripe.js.
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com']
const stripeFrames = [...stripeScripts, 'https://hooks.stripe.com']
const stripeConnections = ['https://api.stripe.com', 'https://checkout.stripe.com']

/**
 * The policy of a page. Scripts: our files and the inline scripts of this rendering, by hash. Style attributes are allowed because
 * visually hidden inputs and positioned popups need them; they cannot run code.
 */
export function contentSecurityPolicy({ scriptHashes, tilesUrl, hasRecaptcha = false, hasStripe = false }: Policy) {
  const tiles = new URL(tilesUrl.replace('{s}', '*').replaceAll(/[{}]/g, '')).origin
  const frames = [...(hasRecaptcha ? ['https://www.google.com/recaptcha/'] : []), ...(hasStripe ? stripeFrames : [])]
  const scripts = [...(hasRecaptcha ? recaptchaScripts : []), ...(hasStripe ? stripeScripts : [])]
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scriptHashes, ...scripts].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    `img-src 'self' data: blob: ${[tiles, ...(hasStripe ? ['https://*.stripe.com'] : [])].join(' ')}`,
    "font-src 'self'",
    `connect-src ${["'self'", ...(hasStripe ? stripeConnections : [])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ')
}
