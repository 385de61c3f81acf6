import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { parseEnvironment, type Variables } from './environment.ts'

export type GoogleConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Says for whom an access token was issued. */
  tokenInfoUrl: string
  /** The demo plays Google itself (local-google.ts). */
  isLocal: boolean
}

/** WhatsApp's Cloud API: the business number that sends, and the names of the templates that were approved for it. */
export type WhatsAppConfig = {
  url: string
  token: string
  phoneId: string
  templates: { reminder: string }
}

export type StripeConfig = { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string }

/** Anything that speaks S3; `endpoint` without a slash at its end. */
export type S3Config = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

export type Config = {
  isProduction: boolean
  isDevelopment: boolean
  host: string
  port: number
  /** Absent: the server starts its own PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  databasePool: number
  /** How many calls may be under way in one process; whoever comes on top is asked to come back. */
  callsAtOnce: number
  /** How long a process that was asked to stop still answers, while it tells balancers to send nobody any more. Milliseconds. */
  drainMs: number
  dataDir: string
  /** Address that people reach, without a slash at its end; absent: the request's own, in letters localhost. */
  publicUrl: string | undefined
  /** Addresses or networks whose forwarded headers are believed; false believes nobody. */
  trustProxy: false | string[]
  captcha: {
    provider: Variables['CAPTCHA']
    /** Signs the own puzzles; absent: one that all processes on this base share. */
    secret?: string
    siteKey?: string
    recaptchaSecret?: string
    recaptchaUrl: string
  }
  seed: 'demo' | 'none'
  /** Letters go to the local outbox, which anyone may read: never outside a demo. */
  hasOutbox: boolean
  isRateLimited: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Absent: nobody is written to by WhatsApp; the demo writes into its outbox. */
  whatsapp: WhatsAppConfig | undefined
  /** Where the words of the contact page arrive. */
  contactEmail: string
  /** Absent: nobody signs in with Google here. */
  google: GoogleConfig | undefined
  /** Absent: the sandbox plays the payments, and no money moves. */
  stripe: StripeConfig | undefined
  /** Absent: uploads lie under `dataDir`. */
  s3: S3Config | undefined
  geocoderUrl: string | undefined
  /** Absent: states and cities come from the shipped table alone. */
  ibgeUrl: string | undefined
  /** Absent: nobody looks up a CEP, addresses are typed. */
  viacepUrl: string | undefined
  tilesUrl: string
  logLevel: string
  /** Where the numbers of this process are read; absent: nowhere, and none are kept. */
  metrics: { host: string; port: number } | undefined
}

/** Parses the environment once. Throws an Error that names the variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = parseEnvironment(environment)
  const isProduction = variables.NODE_ENV === 'production'
  // Three accounts whose password everyone knows belong into no base that is somebody's, nor into production unasked.
  const seed = variables.SEED ?? (variables.DATABASE_URL || isProduction ? 'none' : 'demo')
  const hasOutbox = !variables.SMTP_URL && seed === 'demo'
  if (isProduction && variables.SMTP_URL && !variables.PUBLIC_URL)
    throw new Error('PUBLIC_URL falta: os links dos e-mails começam com ela.')
  if (isProduction && variables.RATE_LIMIT === 'off') throw new Error('RATE_LIMIT=off só é aceito fora de produção.')
  return {
    isProduction,
    isDevelopment: variables.NODE_ENV === 'development',
    host: variables.HOST,
    port: variables.PORT,
    databaseUrl: variables.DATABASE_URL,
    databasePool: variables.DATABASE_POOL,
    callsAtOnce: variables.CALLS_AT_ONCE,
    drainMs: variables.DRAIN_MS,
    dataDir: variables.DATA_DIR,
    publicUrl: variables.PUBLIC_URL,
    trustProxy: readProxies(variables.TRUST_PROXY),
    captcha: readCaptcha(variables),
    seed,
    hasOutbox,
    isRateLimited: variables.RATE_LIMIT === 'on',
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    whatsapp: readWhatsApp(variables),
    contactEmail: variables.CONTACT_EMAIL,
    google: readGoogle(variables, hasOutbox),
    stripe: readStripe(variables),
    s3: readS3(variables),
    geocoderUrl: variables.GEOCODER_URL,
    ibgeUrl: readOutside(variables.IBGE_URL),
    viacepUrl: readOutside(variables.VIACEP_URL),
    tilesUrl: variables.TILES_URL,
    logLevel: variables.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    metrics: readMetrics(variables),
  }
}

function readMetrics({ METRICS_HOST: host, METRICS_PORT: port }: Variables): Config['metrics'] {
  return port === undefined ? undefined : { host, port }
}

/** Addresses, networks, or the names that stand for private ones. Anything wider would believe what any client writes. */
function readProxies(list: string): Config['trustProxy'] {
  const entries = list.split(',').map((entry) => entry.trim())
  const isProxy = (entry: string) => {
    const [address = '', bits = '32', ...rest] = entry.split('/')
    const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    return (
      /^(loopback|linklocal|uniquelocal)$/.test(entry) ||
      (rest.length === 0 && Number(bits) > 0 && Number(bits) <= most)
    )
  }
  const wrong = entries.find((entry) => entry && !isProxy(entry))
  if (wrong) throw new Error(`TRUST_PROXY tem um valor inválido: "${wrong}" não é um endereço nem uma rede.`)
  return list ? entries.filter(Boolean) : false
}

function readCaptcha(variables: Variables): Config['captcha'] {
  const { CAPTCHA: provider, CAPTCHA_SECRET: secret, RECAPTCHA_URL: recaptchaUrl } = variables
  if (provider !== 'recaptcha') return { provider, secret, recaptchaUrl }
  if (!variables.RECAPTCHA_SITE_KEY) throw new Error('RECAPTCHA_SITE_KEY falta: CAPTCHA=recaptcha precisa dela.')
  if (!variables.RECAPTCHA_SECRET) throw new Error('RECAPTCHA_SECRET falta: CAPTCHA=recaptcha precisa dela.')
  const { RECAPTCHA_SITE_KEY: siteKey, RECAPTCHA_SECRET: recaptchaSecret } = variables
  return { provider, siteKey, recaptchaSecret, recaptchaUrl }
}

function readWhatsApp(variables: Variables): WhatsAppConfig | undefined {
  const { WHATSAPP_TOKEN: token, WHATSAPP_PHONE_ID: phoneId, WHATSAPP_URL: url } = variables
  if (!token && !phoneId) return undefined
  if (!token) throw new Error('WHATSAPP_TOKEN falta: WHATSAPP_PHONE_ID precisa dele.')
  if (!phoneId) throw new Error('WHATSAPP_PHONE_ID falta: WHATSAPP_TOKEN precisa dele.')
  return { url, token, phoneId, templates: { reminder: variables.WHATSAPP_TEMPLATE_REMINDER } }
}

/** All three keys or none: half of them would take money and never learn that it came. */
function readStripe(variables: Variables): StripeConfig | undefined {
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_PUBLISHABLE_KEY: publishableKey } = variables
  const { STRIPE_WEBHOOK_SECRET: webhookSecret, STRIPE_API_BASE: apiBase } = variables
  if (!secretKey && !publishableKey && !webhookSecret) return undefined
  if (!secretKey) throw new Error('STRIPE_SECRET_KEY falta: sem ela a Stripe não responde.')
  if (!publishableKey) throw new Error('STRIPE_PUBLISHABLE_KEY falta: o formulário da Stripe precisa dela.')
  if (!webhookSecret) throw new Error('STRIPE_WEBHOOK_SECRET falta: os avisos da Stripe são assinados com ela.')
  if (variables.NODE_ENV === 'production' && apiBase.startsWith('http:'))
    throw new Error('STRIPE_API_BASE tem um valor inválido: em produção só https.')
  return { secretKey, publishableKey, webhookSecret, apiBase }
}

function readS3(variables: Variables): S3Config | undefined {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = variables
  const { S3_ACCESS_KEY: accessKey, S3_SECRET_KEY: secretKey } = variables
  if (!endpoint) return undefined
  if (!bucket) throw new Error('S3_BUCKET falta: S3_ENDPOINT precisa dele.')
  if (!accessKey || !secretKey) throw new Error('S3_ACCESS_KEY ou S3_SECRET_KEY falta: S3_ENDPOINT precisa das duas.')
  return { endpoint, bucket, region, accessKey, secretKey }
}

/** A public service that can be done without. */
function readOutside(url: string): string | undefined {
  return url === 'off' ? undefined : url
}

const GOOGLE = 'https://accounts.google.com'

/** What is configured; else, where everybody may read everybody's letters anyway, an issuer of our own that asks for no password. */
function readGoogle(variables: Variables, hasOutbox: boolean): GoogleConfig | undefined {
  const { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: clientId, GOOGLE_CLIENT_SECRET: clientSecret } = variables
  if (clientId) {
    if (!clientSecret) throw new Error('GOOGLE_CLIENT_SECRET falta: GOOGLE_CLIENT_ID precisa dele.')
    if (variables.NODE_ENV === 'production' && issuer.startsWith('http:'))
      throw new Error('GOOGLE_ISSUER tem um valor inválido: em produção só https.')
    const tokenInfoUrl = issuer === GOOGLE ? 'https://oauth2.googleapis.com/tokeninfo' : `${issuer}/tokeninfo`
    return { issuer, clientId, clientSecret, tokenInfoUrl, isLocal: false }
  }
  if (!hasOutbox) return undefined
  const local = 'http://localhost/dev/google'
  const tokenInfoUrl = `${local}/tokeninfo`
  return { issuer: local, clientId: 'na-regua', clientSecret: randomUUID(), tokenInfoUrl, isLocal: true }
}
