import { randomUUID } from 'node:crypto'
import { isIP } from 'node:net'
import { parseEnvironment, type Variables } from './environment.ts'

export type GoogleConfig = {
  issuer: string
  clientId: string
  clientSecret: string
  /** Returns the client of an access token. */
  tokenInfoUrl: string
  /** The demo's own issuer (dev/local-google). */
  isLocal: boolean
}

/** WhatsApp's Cloud API: the sending business number and the names of its approved templates. */
export type WhatsAppConfig = {
  url: string
  token: string
  phoneId: string
  templates: Record<'reminder' | 'booking' | 'queue' | 'tomorrow' | 'birthday' | 'absent', string>
}

/** What the replies of customers and the statuses of messages are signed with, and the token that verifies the address that receives them. */
type WhatsAppWebhookConfig = { appSecret: string; verifyToken: string }

/** A provider of text messages: POST of `{ to, text }` as JSON, with the token as a bearer. `to` is E.164. */
export type SmsConfig = { url: string; token: string }

export type StripeConfig = { secretKey: string; publishableKey: string; webhookSecret: string; apiBase: string }

/** Any S3-compatible service; `endpoint` without a trailing slash. */
export type S3Config = { endpoint: string; bucket: string; region: string; accessKey: string; secretKey: string }

export type Config = {
  isProduction: boolean
  isDevelopment: boolean
  host: string
  port: number
  /** Absent: the server starts its own PostgreSQL under `dataDir`. */
  databaseUrl: string | undefined
  databasePool: number
  /** The most of these that the requests of one client take at once. Absent: no limit. */
  connectionsPerClient: number | undefined
  /** Requests in flight per process; beyond that the response is 503. */
  callsAtOnce: number
  /** Open pages that follow the queue of a barbershop; a mobile network has many customers behind one address. */
  queueStreams: { perProcess: number; perAddress: number }
  /** How long a stopping process still serves requests while its readiness check fails. Milliseconds. */
  drainMs: number
  dataDir: string
  /** Public address without a trailing slash; always present in production. Absent: localhost. */
  publicUrl: string | undefined
  /** Addresses or networks whose X-Forwarded headers are trusted; false trusts none. */
  trustProxy: false | string[]
  captcha: {
    provider: Variables['CAPTCHA']
    /** Signs proof-of-work puzzles. Absent: a secret that all processes of this database share. */
    secret?: string
    siteKey?: string
    recaptchaSecret?: string
    recaptchaUrl: string
  }
  seed: 'demo' | 'none'
  /** Emails go to the local outbox, which anyone may read: only in a demo. */
  hasOutbox: boolean
  isRateLimited: boolean
  smtpUrl: string | undefined
  mailFrom: string
  /** Absent: no WhatsApp messages; the demo stores them in its outbox. */
  whatsapp: WhatsAppConfig | undefined
  /** Absent: no barbershop's messages leave by themselves, because no customer could reply or refuse them. */
  whatsappWebhook: WhatsAppWebhookConfig | undefined
  /** Sends what customers without an account receive, where WhatsApp is not configured. */
  sms: SmsConfig | undefined
  /** Absent: a key pair that all processes of this database share. base64url. */
  vapidPrivateKey: string | undefined
  /** Whom a push service contacts about our pushes: a URL or `mailto:`. */
  vapidSubject: string
  /** Push services besides those of the browsers. */
  pushHosts: readonly string[]
  /** Recipient of the contact form. */
  contactEmail: string
  /** Absent: no Google login. */
  google: GoogleConfig | undefined
  /** Absent: payments are simulated in the sandbox. */
  stripe: StripeConfig | undefined
  /** Absent: uploads are stored under `dataDir`. */
  s3: S3Config | undefined
  geocoderUrl: string | undefined
  /** Absent: states and cities come from the bundled table only. */
  ibgeUrl: string | undefined
  /** Absent: no lookup by CEP, addresses are typed. */
  viacepUrl: string | undefined
  tilesUrl: string
  logLevel: string
  /** Address of the Prometheus endpoint. Absent: no metrics are collected. */
  metrics: { host: string; port: number } | undefined
}

/** Parses the environment once. Throws an Error that names the variable. */
export function readConfig(environment: NodeJS.ProcessEnv): Config {
  const variables = parseEnvironment(environment)
  const isProduction = variables.NODE_ENV === 'production'
  // The demo creates three accounts with a public password: never by default in production or in a given database.
  const seed = variables.SEED ?? (variables.DATABASE_URL || isProduction ? 'none' : 'demo')
  const hasOutbox = !variables.SMTP_URL && seed === 'demo'
  if (isProduction && !variables.PUBLIC_URL)
    throw new Error('PUBLIC_URL falta: os links das páginas e dos e-mails começam com ela.')
  if (isProduction && variables.RATE_LIMIT === 'off') throw new Error('RATE_LIMIT=off só é aceito fora de produção.')
  return {
    isProduction,
    isDevelopment: variables.NODE_ENV === 'development',
    host: variables.HOST,
    port: variables.PORT,
    databaseUrl: variables.DATABASE_URL,
    ...readLimits(variables),
    drainMs: variables.DRAIN_MS,
    dataDir: variables.DATA_DIR,
    publicUrl: variables.PUBLIC_URL,
    trustProxy: readProxies(variables.TRUST_PROXY),
    captcha: readCaptcha(variables),
    seed,
    hasOutbox,
    smtpUrl: variables.SMTP_URL,
    mailFrom: variables.MAIL_FROM,
    whatsapp: readWhatsApp(variables),
    whatsappWebhook: readWhatsAppWebhook(variables),
    sms: readSms(variables),
    ...readPush(variables),
    contactEmail: variables.CONTACT_EMAIL,
    google: readGoogle(variables, hasOutbox),
    stripe: readStripe(variables),
    s3: readS3(variables),
    geocoderUrl: variables.GEOCODER_URL,
    ibgeUrl: readOptionalUrl(variables.IBGE_URL),
    viacepUrl: readOptionalUrl(variables.VIACEP_URL),
    tilesUrl: variables.TILES_URL,
    logLevel: variables.LOG_LEVEL ?? (isProduction ? 'info' : 'warn'),
    metrics: readMetrics(variables),
  }
}

/** One client may take a quarter of the database connections. */
const CONNECTION_SHARE = 4

function readLimits(variables: Variables) {
  const isRateLimited = variables.RATE_LIMIT === 'on'
  return {
    databasePool: variables.DATABASE_POOL,
    connectionsPerClient: isRateLimited ? Math.ceil(variables.DATABASE_POOL / CONNECTION_SHARE) : undefined,
    callsAtOnce: variables.CALLS_AT_ONCE,
    isRateLimited,
    queueStreams: { perProcess: variables.QUEUE_STREAMS, perAddress: variables.QUEUE_STREAMS_PER_ADDRESS },
  }
}

function readMetrics({ METRICS_HOST: host, METRICS_PORT: port }: Variables): Config['metrics'] {
  return port === undefined ? undefined : { host, port }
}

/** Addresses, networks, or names of private ranges. A wider network would trust headers that any client can send. */
function readProxies(list: string): Config['trustProxy'] {
  const entries = list.split(',').map((entry) => entry.trim())
  const isProxy = (entry: string) => {
    const [address = '', bits = '32', ...rest] = entry.split('/')
    const maxBits = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
    return (
      /^(loopback|linklocal|uniquelocal)$/.test(entry) ||
      (rest.length === 0 && Number(bits) > 0 && Number(bits) <= maxBits)
    )
  }
  const invalid = entries.find((entry) => entry && !isProxy(entry))
  if (invalid) throw new Error(`TRUST_PROXY tem um valor inválido: "${invalid}" não é um endereço nem uma rede.`)
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
  const templates = {
    reminder: variables.WHATSAPP_TEMPLATE_REMINDER,
    booking: variables.WHATSAPP_TEMPLATE_BOOKING,
    queue: variables.WHATSAPP_TEMPLATE_QUEUE,
    tomorrow: variables.WHATSAPP_TEMPLATE_TOMORROW,
    birthday: variables.WHATSAPP_TEMPLATE_BIRTHDAY,
    absent: variables.WHATSAPP_TEMPLATE_ABSENT,
  }
  return { url, token, phoneId, templates }
}

function readWhatsAppWebhook(variables: Variables): WhatsAppWebhookConfig | undefined {
  const { WHATSAPP_APP_SECRET: appSecret, WHATSAPP_VERIFY_TOKEN: verifyToken } = variables
  if (!appSecret && !verifyToken) return undefined
  if (!appSecret) throw new Error('WHATSAPP_APP_SECRET falta: WHATSAPP_VERIFY_TOKEN precisa dele.')
  if (!verifyToken) throw new Error('WHATSAPP_VERIFY_TOKEN falta: WHATSAPP_APP_SECRET precisa dele.')
  return { appSecret, verifyToken }
}

function readSms({ SMS_URL: url, SMS_TOKEN: token }: Variables): SmsConfig | undefined {
  if (!url && !token) return undefined
  if (!url) throw new Error('SMS_URL falta: SMS_TOKEN precisa dele.')
  if (!token) throw new Error('SMS_TOKEN falta: SMS_URL precisa dele.')
  return { url, token }
}

/** Hosts as in `push.example.com`, `*.example.com` or `localhost:8443`; outside of production also `http://localhost:8080`. */
function readPush(variables: Variables) {
  const pushHosts = variables.PUSH_HOSTS.split(',').flatMap((entry) => entry.trim() || [])
  const isInsecure = (entry: string) => entry.startsWith('http://') && variables.NODE_ENV !== 'production'
  const isHost = (entry: string) => /^(\*\.)?[a-z0-9-]+(\.[a-z0-9-]+)*(:\d+)?$/.test(entry.replace(/^http:\/\//, ''))
  const invalid = pushHosts.find((entry) => !isHost(entry) || (entry.includes('/') && !isInsecure(entry)))
  if (invalid) throw new Error(`PUSH_HOSTS tem um valor inválido: "${invalid}" não é um host.`)
  const vapidSubject = variables.VAPID_SUBJECT ?? `mailto:${variables.CONTACT_EMAIL}`
  return { pushHosts, vapidSubject, vapidPrivateKey: variables.VAPID_PRIVATE_KEY }
}

/** All three keys or none: without the webhook secret payments would be taken and never confirmed. */
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

/** "off" disables an optional public service. */
function readOptionalUrl(url: string): string | undefined {
  return url === 'off' ? undefined : url
}

const GOOGLE = 'https://accounts.google.com'

/** The configured issuer; in the demo, where the outbox is public anyway, a local one without passwords. */
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

/** Prefix of links in emails, where there is no request to take the host from. Without a trailing slash. */
export function siteUrlOf({ publicUrl, port }: Pick<Config, 'publicUrl' | 'port'>): string {
  return publicUrl ?? `http://localhost:${port}`
}
