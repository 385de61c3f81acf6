import type { FastifyBaseLogger } from 'fastify'

/** What must be found again when somebody asks who came in, and who tried. Each is one line of the log. */
export const events = {
  'access-refused': 'somebody asked for what is not his to do',
  'account-claimed': 'an address was proved by Google; who registered it without proof was put out',
  'account-deletion-asked': 'a person asked for the account to be deleted',
  'account-deletion-refused': 'a deletion was asked for without the right password or fresh login',
  'account-deletion-undone': 'a person stays after all',
  'account-deletion-undo-refused': 'a link to stay was forged or too old',
  'barber-removed': 'an owner emptied a chair; whose last it was is a customer again',
  'code-refused': 'a code for an e-mail was wrong, used or too old',
  'code-sent': 'a letter with a code was planned',
  'data-exported': 'a person took the own data along',
  'data-export-refused': 'the own data was asked for too often',
  'email-change-asked': 'a code for a new address was planned',
  'email-change-asking-refused': 'a new address was refused, or no fresh login stood behind it',
  'email-change-undone': 'the old address took the account back and closed its password',
  'email-change-undo-refused': 'a link to undo a changed address was forged or too old',
  'email-changed': 'the account has another address, and every old session ended',
  'email-change-refused': 'a code for a new address was wrong, used or too old',
  'email-verified': 'an e-mail was proved by a code',
  'feed-closed': 'a link to the own agenda was switched off',
  'feed-opened': 'a link to the own agenda was made, and the one before switched off',
  'google-linked': 'Google opens an account that had a password only',
  'google-login': 'somebody came in with Google',
  'google-refused': 'a way in with Google was refused',
  'google-registered': 'Google opened a new account',
  'invite-accepted': 'somebody took a chair that was offered',
  'invite-refused': 'a link to a chair was forged, too old, or for another account',
  'limit-refused': 'somebody asked too often',
  'link-refused': 'the password for linking Google was wrong, or the time for it over',
  'login-failed': 'an address and a password did not open anything',
  'login-succeeded': 'somebody came in with a password',
  'logged-out': 'a session was ended by its owner',
  'owner-made': 'the free plan was begun, and its person is an owner; every session ended',
  'password-changed': 'the password was changed by who knew it, and every old session ended',
  'password-change-refused': 'a password was not changed',
  'password-reset': 'a forgotten password was replaced and every session ended',
  'password-reset-asked': 'somebody forgot a password',
  'password-reset-refused': 'a code for a new password was wrong, used or too old',
  'register-refused': 'an account was not created',
  registered: 'an account was created',
  'session-ended': 'a person ended one of the own sessions',
  'session-end-refused': 'a session to end was not the own, or gone',
  'session-refused': 'a token was sent that opens nothing, or nothing any more',
  'sessions-ended': 'a person ended all other sessions',
  'subscription-cancelled': 'a plan was ended by its person, and every session with it',
  'subscription-cancel-refused': 'a plan was to be ended without the right password or fresh login, or there was none',
} as const

export type SecurityEvent = keyof typeof events

/** Who, as far as known. Never an e-mail, a token, a code or a password: who may read the log may not know these. */
export type SecurityFacts = {
  userId?: string
  /** The address as the rate limits see it; the law of access records asks for it. */
  client?: string
  /** Why, as a code of the contract. */
  reason?: string
}

export type LogSecurityEvent = (event: SecurityEvent, facts?: SecurityFacts) => void

const refusals = /-(failed|refused|claimed)$/

/** Leaves exactly one structured line per event: refusals as warnings, the rest as information. */
export function createSecurityLog(log: Pick<FastifyBaseLogger, 'info' | 'warn'>): LogSecurityEvent {
  return (event, { userId, client, reason } = {}) => {
    const line = { security: event, userId, client, reason }
    if (refusals.test(event)) log.warn(line, events[event])
    else log.info(line, events[event])
  }
}
