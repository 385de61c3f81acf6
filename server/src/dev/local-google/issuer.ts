import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import type { GoogleConfig } from '../../lib/config.ts'
import { failurePage } from './account-page.ts'
import type { createAccounts } from './demo-accounts.ts'
import { createMemoryAdapter } from './memory-adapter.ts'

const HOUR = 3600
const RETURN_PATH = '/api/auth/google/callback'

type Options = { config: GoogleConfig; people: ReturnType<typeof createAccounts>; isProxied: boolean }

/** An OpenID Connect issuer that knows one client, us. Its keys and everything it remembers end with the process. */
export async function createIssuer({ config, people, isProxied }: Options): Promise<Provider> {
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const provider = new Provider(config.issuer, {
    clients: [
      {
        client_id: config.clientId,
        client_secret: config.clientSecret,
        redirect_uris: [`http://localhost${RETURN_PATH}`],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    adapter: createMemoryAdapter(),
    cookies: { keys: [randomBytes(32).toString('hex')] },
    ...knowPeople(people),
    ...manners,
  })
  provider.proxy = isProxied
  // The demo is reached by several names (localhost, an address of the house): any of them, but only that path.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => URL.parse(uri)?.pathname === RETURN_PATH
  return provider
}

function knowPeople(people: Options['people']): Pick<Configuration, 'findAccount' | 'claims' | 'conformIdTokenClaims'> {
  return {
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    // Google, too, says everything in the token itself.
    conformIdTokenClaims: false,
    findAccount(_, accountId) {
      const person = people.find(accountId)
      return person && { accountId, claims: () => ({ sub: accountId, email_verified: true, ...person }) }
    },
  }
}

const { base, Check } = interactionPolicy

/** Asks who is there each time, and then for nothing more. */
function createPolicy() {
  const policy = base()
  const isAsked = new Check('asks_always', 'Somebody has to be chosen', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(isAsked)
  policy.remove('consent')
  return policy
}

const manners: Configuration = {
  features: { devInteractions: { enabled: false } },
  interactions: { policy: createPolicy(), url: (_, { uid }) => `/dev/google/pessoa/${uid}` },
  ttl: { AccessToken: HOUR, AuthorizationCode: 60, Grant: HOUR, IdToken: HOUR, Interaction: HOUR, Session: HOUR },
  async loadExistingGrant({ oidc }) {
    const grant = new oidc.provider.Grant({ clientId: oidc.client?.clientId, accountId: oidc.session?.accountId })
    grant.addOIDCScope('openid email profile')
    await grant.save()
    return grant
  },
  renderError(ctx) {
    ctx.type = 'html'
    ctx.body = failurePage
  },
}
