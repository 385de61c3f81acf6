/** One way in which the base knows a person: a table, and the column that says who. */
export type Trace = {
  table: string
  column: string
  /** Under what name the person finds it in the download. */
  section: string
  /** Left out of the download: other people's, or of no meaning outside the base. Secrets (bytea) never leave it anyway. */
  hidden?: readonly string[]
  /** What becomes of the rows when the person is gone: removed, or kept for their numbers without what names somebody. */
  fate: 'remove' | { keep: string; clear?: readonly string[] }
}

const numbers = 'what was served, when and for how much are the shop’s numbers'

/**
 * Everything in the base that refers to a person. A test compares it with the catalog: a new table that knows people and is
 * not named here turns it red.
 */
export const traces: readonly Trace[] = [
  { table: 'sessions', column: 'user_id', section: 'sessoes', fate: 'remove' },
  { table: 'consents', column: 'user_id', section: 'consentimentos', fate: 'remove' },
  { table: 'identities', column: 'user_id', section: 'contasLigadas', fate: 'remove' },
  { table: 'identity_links', column: 'user_id', section: 'ligacoesPendentes', fate: 'remove' },
  { table: 'codes', column: 'user_id', section: 'codigos', fate: 'remove' },
  { table: 'email_changes', column: 'user_id', section: 'trocasDeEmail', fate: 'remove' },
  { table: 'favorites', column: 'user_id', section: 'favoritos', fate: 'remove' },
  { table: 'notifications', column: 'user_id', section: 'notificacoes', fate: 'remove' },
  { table: 'notification_preferences', column: 'user_id', section: 'preferencias', fate: 'remove' },
  { table: 'whatsapp_consents', column: 'user_id', section: 'aceitesDoWhatsApp', fate: 'remove' },
  { table: 'calendar_feeds', column: 'user_id', section: 'linkDoCalendario', fate: 'remove' },
  { table: 'account_deletions', column: 'user_id', section: 'exclusao', fate: 'remove' },
  {
    table: 'appointments',
    column: 'customer_id',
    section: 'agendamentos',
    hidden: ['idempotency_key'],
    fate: { keep: numbers, clear: ['cancel_reason', 'idempotency_key'] },
  },
  {
    table: 'appointments',
    column: 'barber_user_id',
    section: 'atendimentos',
    hidden: ['idempotency_key', 'customer_id', 'customer_name', 'cancel_reason'],
    fate: { keep: numbers, clear: ['cancel_reason'] },
  },
  {
    table: 'reviews',
    column: 'customer_id',
    section: 'avaliacoes',
    // The shop answers by name.
    fate: { keep: 'the rating is part of the shop’s average', clear: ['comment', 'reply', 'replied_at'] },
  },
  {
    table: 'barbers',
    column: 'user_id',
    section: 'cadeiras',
    fate: { keep: 'appointments were made with this chair', clear: ['bio'] },
  },
  {
    table: 'uploads',
    column: 'user_id',
    section: 'imagens',
    fate: { keep: 'the address is what takes a file away once no shop shows it' },
  },
  {
    table: 'barbershops',
    column: 'owner_id',
    section: 'barbearias',
    hidden: ['position', 'search_text', 'search_name'],
    fate: { keep: 'what happened there is other people’s too', clear: ['phone', 'whatsapp', 'description'] },
  },
  { table: 'subscriptions', column: 'user_id', section: 'assinaturas', fate: { keep: 'money rows stay' } },
  { table: 'payments', column: 'user_id', section: 'pagamentos', fate: { keep: 'money rows stay' } },
  // The secret opens the provider's form, the id is one too.
  {
    table: 'payment_sessions',
    column: 'user_id',
    section: 'checkouts',
    hidden: ['id', 'client_secret'],
    fate: 'remove',
  },
]

/** Columns that hold a way to reach somebody and are looked after elsewhere, each with where. */
export const otherColumns: Record<string, string> = {
  'users.email': 'the account’s own row, which loses all that names the person',
  'users.phone': 'as above',
  'users.avatar_url': 'as above; its files go too',
  'email_changes.old_email': 'goes with its row',
  'codes.email': 'goes with its row',
  'invites.email': 'goes with its row when the account of the address goes, or thirty days after the invite ended',
  'barbershops.phone': 'cleared with the owner',
  'barbershops.whatsapp': 'cleared with the owner',
  'outbox_messages.recipient': 'letters to, and about, the person are removed by their words',
}

/** What stands where the person stood. */
export function strangerName(wasBarber: boolean) {
  return wasBarber ? 'Barbeiro removido' : 'Cliente removido'
}

export const about =
  'Tudo o que a Na Régua guarda sobre você, por assunto. Os horários estão em UTC, os preços em centavos. Senhas e códigos não ' +
  'aparecem porque só guardamos a impressão digital deles.'
