import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair } from 'jose'
import { type Configuration, interactionPolicy, Provider } from 'oidc-provider'
import type { GoogleConfig } from '../../lib/config.ts'
import { failurePage } from './account-page.ts'
import type { createAccounts } from './demo-accounts.ts'
import { createMemoryAdapter } from './memory-adapter.ts'

const HOUR = 3600
const RETURN_PATH = '/api/auth/google/callback'

type IssuerOptions = { config: GoogleConfig; accounts: ReturnType<typeof createAccounts>; isProxied: boolean }

/** An OpenID Connect issuer with one client, this app. Its keys and sessions are gone with the process. */
export async function createIssuer({ config, accounts, isProxied }: IssuerOptions): Promise<Provider> {
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
    ...createAccountLookup(accounts),
    ...settings,
  })
  provider.proxy = isProxied
  // The demo is reached by several host names (localhost, a LAN address): any host, but only this path.
  provider.Client.prototype.redirectUriAllowed = (uri: string) => URL.parse(uri)?.pathname === RETURN_PATH
  return provider
}

function createAccountLookup(
  accounts: IssuerOptions['accounts'],
): Pick<Configuration, 'findAccount' | 'claims' | 'conformIdTokenClaims'> {
  return {
    claims: { email: ['email', 'email_verified'], profile: ['name'] },
    // Like Google, with all claims in the ID token.
    conformIdTokenClaims: false,
    findAccount(_, accountId) {
      const account = accounts.find(accountId)
      return account && { accountId, claims: () => ({ sub: accountId, email_verified: true, ...account }) }
    },
  }
}

const { base: createBasePolicy, Check } = interactionPolicy

/** Prompts for the account at every sign-in, without a consent page. */
function createPolicy() {
  const policy = createBasePolicy()
  const isChosen = new Check('always_choose', 'An account must be chosen', ({ oidc }) =>
    oidc.result?.login ? Check.NO_NEED_TO_PROMPT : Check.REQUEST_PROMPT,
  )
  policy.get('login')?.checks.add(isChosen)
  policy.remove('consent')
  return policy
}

const settings: Configuration = {
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
