import { ApiError } from '@na-regua/contract/errors'
import type Stripe from 'stripe'
import type { Clock } from '../clock.ts'
import type { StripeConfig } from '../config.ts'
import { fetchOutside } from '../fetch-outside.ts'
import { type ProviderEvent, ProviderRefused, ProviderUnavailable, type ProviderUpdate } from './provider.ts'
import { toProviderUpdates } from './stripe-events.ts'

/** A request of ours times out after five seconds and may need several of Stripe's. */
const TIMEOUT_MS = 3500
const TOLERANCE_SECONDS = 300

type StripeResponse = { lastResponse: { headers: Record<string, string> } }

export type StripeClient = {
  getStripe(): Promise<Stripe>
  /** Time of the response by Stripe's clock, in whole seconds like its events. */
  timeOf(response: StripeResponse): Date
  toUpdates(object: Parameters<typeof toProviderUpdates>[0] & StripeResponse): ProviderUpdate[]
  /** Creates the product unless it exists; returns its id. */
  ensureProduct(id: string, name: string): Promise<string>
  parseEvent(raw: Buffer, signature: string | undefined): Promise<ProviderEvent>
}

export function createStripeClient(config: StripeConfig, clock: Clock): StripeClient {
  let loading: Promise<Stripe> | undefined
  const products = new Set<string>()
  const getStripe = () => {
    loading ??= load(config)
    return loading
  }
  const timeOf = ({ lastResponse }: StripeResponse) => {
    const reportedAt = new Date(lastResponse.headers.date ?? '').getTime()
    const now = Number.isNaN(reportedAt) ? clock.now().getTime() : reportedAt
    return new Date(Math.floor(now / 1000) * 1000)
  }
  const client: StripeClient = {
    getStripe,
    timeOf,
    toUpdates: (object) => toProviderUpdates(object, timeOf(object)),
    async ensureProduct(id, name) {
      if (!products.has(id))
        await requestStripe(client, (stripe) => stripe.products.create({ id, name }), { unless: () => undefined })
      products.add(id)
      return id
    },
    async parseEvent(raw, signature) {
      const stripe = await getStripe()
      const event = verifyWebhook(() => {
        const { webhookSecret } = config
        const now = clock.now().getTime()
        return stripe.webhooks.constructEvent(raw, signature ?? '', webhookSecret, TOLERANCE_SECONDS, undefined, now)
      })
      const updates = toProviderUpdates(event.data.object as Stripe.Invoice, new Date(event.created * 1000))
      return { provider: 'stripe', id: event.id, updates }
    },
  }
  return client
}

async function load({ secretKey, apiBase }: StripeConfig): Promise<Stripe> {
  const { default: Sdk } = await import('stripe')
  const { protocol, hostname, port } = new URL(apiBase)
  return new Sdk(secretKey, {
    host: hostname,
    port: port || (protocol === 'https:' ? 443 : 80),
    protocol: protocol === 'https:' ? 'https' : 'http',
    timeout: TIMEOUT_MS,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: Sdk.createFetchHttpClient(fetchOutside),
    appInfo: { name: 'Na Regua' },
  })
}

function verifyWebhook(construct: () => Stripe.Event): Stripe.Event {
  try {
    return construct()
  } catch {
    throw new ApiError('WEBHOOK_INVALID')
  }
}

/**
 * One request to Stripe. `unless` provides the result when the object does not exist or not any more. Throws ProviderRefused when
 * a card was declined, ProviderUnavailable for everything else.
 */
export async function requestStripe<T>(
  { getStripe }: Pick<StripeClient, 'getStripe'>,
  act: (stripe: Stripe) => Promise<T>,
  { unless }: { unless?: () => Promise<T> | undefined } = {},
): Promise<T> {
  try {
    return await act(await getStripe())
  } catch (error) {
    const { type } = error as { type?: string }
    if (type === 'StripeCardError') throw new ProviderRefused(error)
    if (type === 'StripeInvalidRequestError' && unless) return (await unless()) as T
    throw error instanceof ProviderUnavailable ? error : new ProviderUnavailable(error)
  }
}
