import { randomUUID } from 'node:crypto'
import { createTransport } from 'nodemailer'
import type { Config, S3Config, StripeConfig } from '../../lib/config.ts'
import { createS3Storage } from '../../lib/storage.ts'
import { doubtful, explain, type Finding, fine, wrong } from './finding.ts'

const WAIT_MS = 8000

/** Tests the configured external services; problems of optional ones are only doubtful. */
export async function examineOutside(config: Config): Promise<Finding[]> {
  const { smtpUrl, s3, stripe, google, whatsapp, ibgeUrl, viacepUrl, geocoderUrl } = config
  const checks = [
    smtpUrl && examineMail(smtpUrl),
    s3 && examineBucket(s3),
    stripe && examineStripe(stripe, config.isProduction),
    google && !google.isLocal && examineGoogle(google.issuer),
    whatsapp && examineWhatsApp(whatsapp),
    ibgeUrl && reach('IBGE_URL', `${ibgeUrl}/api/v1/localidades/estados/SP`, 'As listas vêm da tabela que vai junto.'),
    viacepUrl && reach('VIACEP_URL', `${viacepUrl}/ws/01310100/json/`, 'Os endereços serão digitados.'),
    geocoderUrl && reach('GEOCODER_URL', `${geocoderUrl}/status`, 'Vale o município mais próximo.'),
  ]
  return Promise.all(checks.filter((finding) => finding !== undefined && finding !== false && finding !== ''))
}

async function examineMail(url: string): Promise<Finding> {
  const transport = createTransport({
    url,
    connectionTimeout: WAIT_MS,
    greetingTimeout: WAIT_MS,
    socketTimeout: WAIT_MS,
  })
  try {
    await transport.verify()
    return fine('O servidor de e-mail recebe.')
  } catch (error) {
    const advice =
      (error as { code?: string }).code === 'EAUTH' ? 'Confira usuário e senha.' : 'Confira endereço e porta.'
    return wrong(`SMTP_URL: o servidor de e-mail não recebe (${explain(error)}).`, advice)
  } finally {
    transport.close()
  }
}

/** Writes, reads and deletes a small file, to find missing permissions. */
async function examineBucket(config: S3Config): Promise<Finding> {
  const storage = createS3Storage(config)
  const name = `doctor/${randomUUID()}.webp`
  try {
    await storage.put(name, Buffer.from('doctor'))
    const found = await new Response(await storage.open?.(name)).text()
    await storage.delete(name)
    if (found === 'doctor') return fine('O depósito S3 guarda, devolve e apaga.')
    return wrong(
      'O depósito S3 não devolve o que guardou.',
      'Confira as permissões da chave: leitura, escrita, remoção.',
    )
  } catch {
    return wrong('O depósito S3 recusa ou não responde.', 'Confira S3_ENDPOINT, S3_BUCKET, S3_REGION e as duas chaves.')
  }
}

async function examineStripe(
  { secretKey, publishableKey, webhookSecret, apiBase }: StripeConfig,
  isProduction: boolean,
) {
  const [isLive, isLiveInPage] = [secretKey, publishableKey].map((key) => key.includes('_live_'))
  if (isLive !== isLiveInPage)
    return wrong('As chaves da Stripe são de modos diferentes.', 'Use as duas de teste, ou as duas de verdade.')
  if (!webhookSecret.startsWith('whsec_'))
    return wrong('STRIPE_WEBHOOK_SECRET não começa com whsec_.', 'Copie o segredo do webhook.')
  const refused = await probe(`${apiBase}/v1/balance`, { authorization: `Bearer ${secretKey}` })
  if (refused) return wrong(`A Stripe não aceita (${refused}).`, 'Confira STRIPE_SECRET_KEY e a saída para a rede.')
  if (isProduction && !isLive)
    return doubtful('A Stripe está em modo de teste.', 'Nenhum dinheiro se move: use as chaves de verdade.')
  return fine('A Stripe aceita a chave.')
}

async function examineGoogle(issuer: string): Promise<Finding> {
  const refused = await probe(`${issuer}/.well-known/openid-configuration`)
  return refused
    ? wrong(
        `GOOGLE_ISSUER não se apresenta (${refused}).`,
        'Confira o endereço: ninguém entra com Google enquanto isso.',
      )
    : fine('O emissor das contas Google se apresenta.')
}

async function examineWhatsApp({ url, phoneId, token }: NonNullable<Config['whatsapp']>): Promise<Finding> {
  const refused = await probe(`${url}/${phoneId}`, { authorization: `Bearer ${token}` })
  return refused
    ? wrong(`O WhatsApp não aceita (${refused}).`, 'Confira WHATSAPP_TOKEN e WHATSAPP_PHONE_ID.')
    : fine('O WhatsApp aceita o número e a chave.')
}

async function reach(variable: string, url: string, consequence: string): Promise<Finding> {
  const refused = await probe(url)
  return refused ? doubtful(`${variable} não responde (${refused}).`, consequence) : fine(`${variable} responde.`)
}

/** Undefined when successful, otherwise the reason. */
async function probe(url: string, headers: Record<string, string> = {}): Promise<string | undefined> {
  try {
    const response = await fetch(url, { headers, signal: AbortSignal.timeout(WAIT_MS) })
    await response.body?.cancel()
    return response.ok ? undefined : `resposta ${response.status}`
  } catch (error) {
    return explain(error)
  }
}
