type Policy = {
  scriptHashes: string[]
  tilesUrl: string
  /** Google's captcha, by configuration: its hosts are named only then. */
  hasRecaptcha?: boolean
  /** Stripe's card form, by configuration. */
  hasStripe?: boolean
}

const recaptchaScripts = ['https://www.google.com/recaptcha/', 'https://www.gstatic.com/recaptcha/']

// Source: https://docs.stripe.com/security/guide#content-security-policy, Checkout and Stripe.js.
const stripeScripts = ['https://js.stripe.com', 'https://*.js.stripe.com', 'https://checkout.stripe.com']
const stripeFrames = [...stripeScripts, 'https://hooks.stripe.com']
const stripeCalls = ['https://api.stripe.com', 'https://checkout.stripe.com']

/**
 * The policy of a page. Scripts: our files and exactly the inline ones that the rendering wrote. Attribute styles are
 * allowed because accessible hidden inputs and positioned popups carry them; they cannot run anything.
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
    `connect-src ${["'self'", ...(hasStripe ? stripeCalls : [])].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(frames.length > 0 ? [`frame-src ${frames.join(' ')}`] : []),
  ].join('; ')
}
