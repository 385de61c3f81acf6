import { ApiError } from '@na-regua/contract/errors'
import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import type { StripeConfig } from '../config.ts'
import { fetchOutside } from '../fetch-outside.ts'
import { ProviderDown, type ProviderEvent, type ProviderFact, ProviderRefused } from './provider.ts'
import { toProviderFacts } from './stripe-events.ts'

/** The whole call of ours ends after five seconds; one answer of several must leave time to the others. */
const ANSWER_MS = 3500
const TOLERANCE_SECONDS = 300

type Answered = { lastResponse: { headers: Record<string, string> } }

export type StripeClient = {
  getStripe(): Promise<Stripe>
  /** When Stripe said this, by its own clock, whole seconds like its events. */
  timeOf(answer: Answered): Date
  hear(answer: Parameters<typeof toProviderFacts>[0] & Answered): ProviderFact[]
  /** The product of this id, made by the first who sells it. */
  findProduct(id: string, name: string): Promise<string>
  parseEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent>
}

export function createStripeClient(config: StripeConfig, clock: Clock): StripeClient {
  let loading: Promise<Stripe> | undefined
  const products = new Set<string>()
  const getStripe = () => {
    loading ??= load(config)
    return loading
  }
  const timeOf = ({ lastResponse }: Answered) => {
    const told = new Date(lastResponse.headers.date ?? '').getTime()
    const now = Number.isNaN(told) ? clock.now().getTime() : told
    return new Date(Math.floor(now / 1000) * 1000)
  }
  const reach: StripeClient = {
    getStripe,
    timeOf,
    hear: (answer) => toProviderFacts(answer, timeOf(answer)),
    async findProduct(id, name) {
      if (!products.has(id))
        await requestStripe(reach, (stripe) => stripe.products.create({ id, name }), { unless: () => undefined })
      products.add(id)
      return id
    },
    async parseEvent(raw, signature) {
      const stripe = await getStripe()
      const event = open(() => {
        const { webhookSecret } = config
        const now = clock.now().getTime()
        return stripe.webhooks.constructEvent(raw, signature ?? '', webhookSecret, TOLERANCE_SECONDS, undefined, now)
      })
      const facts = toProviderFacts(event.data.object as Stripe.Invoice, new Date(event.created * 1000))
      return { provider: 'stripe', id: event.id, facts }
    },
  }
  return reach
}

async function load({ secretKey, apiBase }: StripeConfig): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiBase)
  return new Sdk(secretKey, {
    ...{ host: hostname, port: port || (protocol === 'https:' ? 443 : 80) },
    protocol: protocol === 'https:' ? 'https' : 'http',
    ...{ timeout: ANSWER_MS, maxNetworkRetries: 0, telemetry: false },
    httpClient: Sdk.createFetchHttpClient(fetchOutside),
    appInfo: { name: 'Na Regua' },
  })
}

function open(read: () => Stripe.Event): Stripe.Event {
  try {
    return read()
  } catch {
    throw new ApiError('WEBHOOK_INVALID')
  }
}

/**
 * One question to Stripe. `unless` answers instead when Stripe says that there is no such thing, or no longer. Throws
 * ProviderRefused when a card did not pay, ProviderDown for everything else.
 */
export async function requestStripe<T>(
  { getStripe }: Pick<StripeClient, 'getStripe'>,
  question: (stripe: Stripe) => Promise<T>,
  { unless }: { unless?: () => Promise<T> | undefined } = {},
): Promise<T> {
  try {
    return await question(await getStripe())
  } catch (error) {
    const { type } = error as { type?: string }
    if (type === 'StripeCardError') throw new ProviderRefused(error)
    if (type === 'StripeInvalidRequestError' && unless) return (await unless()) as T
    throw error instanceof ProviderDown ? error : new ProviderDown(error)
  }
}
