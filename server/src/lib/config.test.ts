import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { variableNames } from './environment.ts'

const production = { NODE_ENV: 'production', PUBLIC_URL: 'https://naregua.test' }

describe('readConfig', () => {
  it('needs no variable: embedded PostgreSQL, demo, outbox', () => {
    expect(readConfig({})).toMatchObject({ port: 3000, databaseUrl: undefined, seed: 'demo', hasOutbox: true })
  })
  it('docs/configuration.md and .env.example document every variable', () => {
    for (const file of ['docs/configuration.md', '.env.example']) {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')
      const words = new Set(text.match(/[A-Z][A-Z0-9_]{3,}/g))
      expect([file, ...variableNames.filter((name) => !words.has(name))]).toEqual([file])
    }
  })
  it('names the invalid variable', () => {
    expect(() => readConfig({ PORT: 'abc' })).toThrow(/PORT/)
    expect(() => readConfig({ CAPTCHA: 'nenhum' })).toThrow(/CAPTCHA/)
    expect(() => readConfig({ DATABASE_URL: 'mysql://x' })).toThrow(/DATABASE_URL/)
    expect(() => readConfig({ CAPTCHA: 'recaptcha' })).toThrow(/RECAPTCHA_SITE_KEY/)
  })
  it('trusts the listed proxies, and refuses an invalid list', () => {
    expect(readConfig({}).trustProxy).toBe(false)
    const TRUST_PROXY = '10.0.0.0/8, ::1, loopback'
    expect(readConfig({ TRUST_PROXY }).trustProxy).toEqual(['10.0.0.0/8', '::1', 'loopback'])
    for (const wrong of ['true', '*', '10.0.0', '10.0.0.0/33', '10.0.0.0/x', '0.0.0.0/0', 'proxy.test']) {
      expect(() => readConfig({ TRUST_PROXY: wrong }), wrong).toThrow(/TRUST_PROXY/)
    }
  })
  it('does not seed a given database by default', () => {
    expect(readConfig({ DATABASE_URL: 'postgres://db/x' })).toMatchObject({ seed: 'none', hasOutbox: false })
    expect(readConfig({ DATABASE_URL: 'postgres://db/x', SEED: 'demo' })).toMatchObject({ seed: 'demo' })
  })
  it('has no outbox in production unless the demo is enabled', () => {
    expect(readConfig(production)).toMatchObject({ seed: 'none', hasOutbox: false })
    expect(readConfig({ ...production, SEED: 'demo' }).hasOutbox).toBe(true)
    expect(readConfig({ ...production, SEED: 'demo', SMTP_URL: 'smtp://mail' }).hasOutbox).toBe(false)
  })
  it('requires a public URL in production, with or without emails', () => {
    for (const mail of [{}, { SMTP_URL: 'smtp://mail' }])
      expect(() => readConfig({ NODE_ENV: 'production', ...mail })).toThrow(/^PUBLIC_URL falta: os links/)
    expect(readConfig(production).publicUrl).toBe('https://naregua.test')
    expect(readConfig({}).publicUrl).toBeUndefined()
  })
  it('uses Google when configured, the local issuer in the demo, otherwise none', () => {
    const known = { GOOGLE_CLIENT_ID: 'id', GOOGLE_CLIENT_SECRET: 'secret' }
    expect(readConfig(known).google).toMatchObject({ issuer: 'https://accounts.google.com', isLocal: false })
    expect(readConfig({}).google).toMatchObject({ isLocal: true })
    expect(readConfig(production).google).toBeUndefined()
    expect(readConfig({ DATABASE_URL: 'postgres://db/x' }).google).toBeUndefined()
    expect(() => readConfig({ GOOGLE_CLIENT_ID: 'id' })).toThrow(/GOOGLE_CLIENT_SECRET/)
    const open = { ...known, ...production, GOOGLE_ISSUER: 'http://issuer.test' }
    expect(() => readConfig(open)).toThrow(/GOOGLE_ISSUER/)
  })
  it('requires rate limits in production', () => {
    expect(() => readConfig({ ...production, RATE_LIMIT: 'off' })).toThrow(/RATE_LIMIT/)
  })
})

it('WhatsApp needs both of its variables, or none', () => {
  expect(readConfig({}).whatsapp).toBeUndefined()
  expect(readConfig({ WHATSAPP_TOKEN: 'segredo', WHATSAPP_PHONE_ID: '1055' }).whatsapp).toEqual({
    url: 'https://graph.facebook.com/v23.0',
    token: 'segredo',
    phoneId: '1055',
    templates: {
      reminder: 'lembrete_de_horario',
      booking: 'horario_marcado',
      queue: 'vez_na_fila',
      tomorrow: 'confirmar_amanha',
      birthday: 'feliz_aniversario',
      absent: 'sentimos_sua_falta',
    },
  })
  expect(() => readConfig({ WHATSAPP_TOKEN: 'segredo' })).toThrow('WHATSAPP_PHONE_ID falta')
  expect(() => readConfig({ WHATSAPP_PHONE_ID: '1055' })).toThrow('WHATSAPP_TOKEN falta')
  expect(() => readConfig({ WHATSAPP_TOKEN: 'segredo', WHATSAPP_PHONE_ID: '../1' })).toThrow('WHATSAPP_PHONE_ID')
})

it('the webhook of WhatsApp needs both of its variables, or none', () => {
  expect(readConfig({}).whatsappWebhook).toBeUndefined()
  const variables = { WHATSAPP_APP_SECRET: 'segredo', WHATSAPP_VERIFY_TOKEN: 'prova' }
  expect(readConfig(variables).whatsappWebhook).toEqual({ appSecret: 'segredo', verifyToken: 'prova' })
  expect(() => readConfig({ WHATSAPP_APP_SECRET: 'segredo' })).toThrow('WHATSAPP_VERIFY_TOKEN falta')
  expect(() => readConfig({ WHATSAPP_VERIFY_TOKEN: 'prova' })).toThrow('WHATSAPP_APP_SECRET falta')
})

it('Stripe needs all three keys, otherwise payments are simulated', () => {
  const keys = { STRIPE_SECRET_KEY: 'sk', STRIPE_PUBLISHABLE_KEY: 'pk', STRIPE_WEBHOOK_SECRET: 'whsec' }
  expect(readConfig({}).stripe).toBeUndefined()
  expect(readConfig(keys).stripe).toMatchObject({ secretKey: 'sk', apiBase: 'https://api.stripe.com' })
  for (const name of Object.keys(keys)) expect(() => readConfig({ ...keys, [name]: '' })).toThrow(`${name} falta`)
  const open = { ...keys, ...production, STRIPE_API_BASE: 'http://stripe.test' }
  expect(() => readConfig(open)).toThrow('STRIPE_API_BASE')
})
