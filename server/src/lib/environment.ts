import { type Static, Type } from 'typebox'
import { coercing } from './schemas.ts'

/** Every environment variable that the server reads. Empty means absent. */
const Environment = Type.Object({
  NODE_ENV: Type.Union([Type.Literal('production'), Type.Literal('development'), Type.Literal('test')], {
    default: 'development',
  }),
  HOST: Type.String({ default: '0.0.0.0' }),
  PORT: Type.Integer({ minimum: 0, maximum: 65_535, default: 3000 }),
  DATABASE_URL: Type.Optional(Type.String({ pattern: '^postgres(ql)?://' })),
  DATABASE_POOL: Type.Integer({ minimum: 2, maximum: 200, default: 20 }),
  CALLS_AT_ONCE: Type.Integer({ minimum: 10, maximum: 100_000, default: 400 }),
  QUEUE_STREAMS: Type.Integer({ minimum: 0, maximum: 1_000_000, default: 20_000 }),
  QUEUE_STREAMS_PER_ADDRESS: Type.Integer({ minimum: 1, maximum: 1_000_000, default: 200 }),
  DRAIN_MS: Type.Integer({ minimum: 0, maximum: 60_000, default: 0 }),
  DATA_DIR: Type.String({ default: './data' }),
  PUBLIC_URL: Type.Optional(Type.String({ pattern: '^https?://[^/]+$' })),
  TRUST_PROXY: Type.String({ default: '' }),
  CAPTCHA: Type.Union([Type.Literal('altcha'), Type.Literal('recaptcha'), Type.Literal('off')], { default: 'altcha' }),
  CAPTCHA_SECRET: Type.Optional(Type.String({ minLength: 16 })),
  RECAPTCHA_SITE_KEY: Type.Optional(Type.String()),
  RECAPTCHA_SECRET: Type.Optional(Type.String()),
  RECAPTCHA_URL: Type.String({ default: 'https://www.google.com/recaptcha/api/siteverify', pattern: '^https?://' }),
  SEED: Type.Optional(Type.Union([Type.Literal('demo'), Type.Literal('none')])),
  RATE_LIMIT: Type.Union([Type.Literal('on'), Type.Literal('off')], { default: 'on' }),
  SMTP_URL: Type.Optional(Type.String({ pattern: '^smtps?://' })),
  MAIL_FROM: Type.String({ default: 'Na Régua <nao-responda@naregua.test>' }),
  GOOGLE_ISSUER: Type.String({ default: 'https://accounts.google.com', pattern: '^https?://[^?#]*[^/?#]$' }),
  GOOGLE_CLIENT_ID: Type.Optional(Type.String()),
  GOOGLE_CLIENT_SECRET: Type.Optional(Type.String()),
  WHATSAPP_TOKEN: Type.Optional(Type.String()),
  WHATSAPP_PHONE_ID: Type.Optional(Type.String({ pattern: '^\\d+$' })),
  WHATSAPP_URL: Type.String({ default: 'https://graph.facebook.com/v23.0', pattern: '^https?://[^?#]*[^/?#]$' }),
  WHATSAPP_TEMPLATE_REMINDER: Type.String({ default: 'lembrete_de_horario', pattern: '^[a-z0-9_]{1,512}$' }),
  WHATSAPP_TEMPLATE_BOOKING: Type.String({ default: 'horario_marcado', pattern: '^[a-z0-9_]{1,512}$' }),
  WHATSAPP_TEMPLATE_QUEUE: Type.String({ default: 'vez_na_fila', pattern: '^[a-z0-9_]{1,512}$' }),
  WHATSAPP_TEMPLATE_TOMORROW: Type.String({ default: 'confirmar_amanha', pattern: '^[a-z0-9_]{1,512}$' }),
  WHATSAPP_TEMPLATE_BIRTHDAY: Type.String({ default: 'feliz_aniversario', pattern: '^[a-z0-9_]{1,512}$' }),
  WHATSAPP_TEMPLATE_ABSENT: Type.String({ default: 'sentimos_sua_falta', pattern: '^[a-z0-9_]{1,512}$' }),
  WHATSAPP_APP_SECRET: Type.Optional(Type.String()),
  WHATSAPP_VERIFY_TOKEN: Type.Optional(Type.String()),
  SMS_URL: Type.Optional(Type.String({ pattern: '^https?://[^?#]*[^?#]$' })),
  SMS_TOKEN: Type.Optional(Type.String()),
  VAPID_PRIVATE_KEY: Type.Optional(Type.String({ pattern: '^[\\w-]{43}$' })),
  VAPID_SUBJECT: Type.Optional(Type.String({ pattern: '^(https://[^/]+|mailto:[^@\\s]+@[^@\\s]+$)' })),
  PUSH_HOSTS: Type.String({ default: '' }),
  STRIPE_SECRET_KEY: Type.Optional(Type.String()),
  STRIPE_PUBLISHABLE_KEY: Type.Optional(Type.String()),
  STRIPE_WEBHOOK_SECRET: Type.Optional(Type.String()),
  STRIPE_API_BASE: Type.String({ default: 'https://api.stripe.com', pattern: '^https?://[^/?#]+$' }),
  CONTACT_EMAIL: Type.String({ default: 'contato@naregua.test', pattern: '^[^@\\s]+@[^@\\s]+$' }),
  S3_ENDPOINT: Type.Optional(Type.String({ pattern: '^https?://[^?#]*[^/?#]$' })),
  S3_BUCKET: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$' })),
  S3_REGION: Type.String({ default: 'us-east-1' }),
  S3_ACCESS_KEY: Type.Optional(Type.String()),
  S3_SECRET_KEY: Type.Optional(Type.String()),
  GEOCODER_URL: Type.Optional(Type.String({ pattern: '^https?://' })),
  IBGE_URL: Type.String({ default: 'https://servicodados.ibge.gov.br', pattern: '^(off|https?://[^?#]*[^/?#])$' }),
  VIACEP_URL: Type.String({ default: 'https://viacep.com.br', pattern: '^(off|https?://[^?#]*[^/?#])$' }),
  TILES_URL: Type.String({ default: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png' }),
  METRICS_HOST: Type.String({ default: '127.0.0.1' }),
  METRICS_PORT: Type.Optional(Type.Integer({ minimum: 0, maximum: 65_535 })),
  LOG_LEVEL: Type.Optional(Type.String({ pattern: '^(fatal|error|warn|info|debug|trace|silent)$' })),
})

/** Parsed, with defaults. */
export type Variables = Static<typeof Environment>

export const variableNames: readonly string[] = Object.keys(Environment.properties)

/** Throws an Error that names the first invalid variable. */
export function parseEnvironment(environment: NodeJS.ProcessEnv): Variables {
  const given = Object.fromEntries(
    Object.keys(Environment.properties).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  )
  const complete = coercing.compile<Variables>(Environment)
  if (complete(given)) return given
  const [problem] = complete.errors ?? []
  throw new Error(`${problem?.instancePath.slice(1)} tem um valor inválido: ${problem?.message}.`)
}
