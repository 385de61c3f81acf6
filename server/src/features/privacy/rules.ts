/** A table with personal data and the column that references the user. */
export type PersonalDataColumn = {
  table: string
  column: string
  /** Name of the section in the export. */
  section: string
  /** Columns that the export omits: other users' data, or meaningless outside the database. bytea columns are always omitted. */
  hidden?: readonly string[]
  /** What the erasure does with the rows: deletes them, or keeps them for the stated reason and sets columns to null. */
  onErase: 'delete' | { retain: string; clear?: readonly string[] }
}

const statistics = 'service, time and price are part of the barbershop’s statistics'

/** What another barber was to get. */
const settlementsOfOthers = [
  'barber_id',
  'services_cents',
  'products_cents',
  'tips_cents',
  'corrections_cents',
  'rent_cents',
  'advances_cents',
  'total_cents',
]

/**
 * The personal data inventory: every column that references a user. A test compares it with the database catalog and fails for
 * a column that is missing here.
 */
export const personalDataColumns: readonly PersonalDataColumn[] = [
  { table: 'sessions', column: 'user_id', section: 'sessoes', onErase: 'delete' },
  { table: 'consents', column: 'user_id', section: 'consentimentos', onErase: 'delete' },
  { table: 'identities', column: 'user_id', section: 'contasLigadas', onErase: 'delete' },
  { table: 'identity_links', column: 'user_id', section: 'ligacoesPendentes', onErase: 'delete' },
  // The clients that guessed a code are other people, as a rule.
  { table: 'codes', column: 'user_id', section: 'codigos', hidden: ['client_tries'], onErase: 'delete' },
  { table: 'email_changes', column: 'user_id', section: 'trocasDeEmail', onErase: 'delete' },
  { table: 'favorites', column: 'user_id', section: 'favoritos', onErase: 'delete' },
  { table: 'notifications', column: 'user_id', section: 'notificacoes', onErase: 'delete' },
  { table: 'notification_preferences', column: 'user_id', section: 'preferencias', onErase: 'delete' },
  // Who has the URL and the keys of a device could send to it.
  {
    table: 'push_subscriptions',
    column: 'user_id',
    section: 'aparelhosComAvisos',
    hidden: ['endpoint', 'p256dh', 'auth'],
    onErase: 'delete',
  },
  { table: 'push_deliveries', column: 'user_id', section: 'avisosNosAparelhos', onErase: 'delete' },
  { table: 'push_settings', column: 'user_id', section: 'opcoesDosAvisos', onErase: 'delete' },
  { table: 'whatsapp_consents', column: 'user_id', section: 'aceitesDoWhatsApp', onErase: 'delete' },
  { table: 'rhythm_consents', column: 'user_id', section: 'aceitesDaHoraDeVoltar', onErase: 'delete' },
  { table: 'rhythm_nudges', column: 'user_id', section: 'avisosDaHoraDeVoltar', onErase: 'delete' },
  { table: 'last_minute_consents', column: 'user_id', section: 'aceitesDeOfertas', onErase: 'delete' },
  { table: 'last_minute_messages', column: 'user_id', section: 'avisosDeHorariosRelampago', onErase: 'delete' },
  {
    table: 'waitlist_requests',
    column: 'user_id',
    section: 'pedidosDeAviso',
    hidden: ['center', 'area', 'service_patterns'],
    onErase: 'delete',
  },
  {
    table: 'waitlist_area_spans',
    column: 'user_id',
    section: 'horariosDosPedidosPorRegiao',
    hidden: ['number', 'center', 'area'],
    onErase: 'delete',
  },
  {
    table: 'waitlist_offers',
    column: 'user_id',
    section: 'ofertasDeHorarios',
    onErase: { retain: 'refilled times are part of the barbershop’s statistics', clear: ['user_id'] },
  },
  { table: 'push_action_results', column: 'user_id', section: 'botoesDeAvisos', onErase: 'delete' },
  { table: 'calendar_feeds', column: 'user_id', section: 'linkDoCalendario', onErase: 'delete' },
  { table: 'client_commands', column: 'user_id', section: 'comandosSemRede', onErase: 'delete' },
  { table: 'barbershop_roles', column: 'user_id', section: 'funcoesEmBarbearias', onErase: 'delete' },
  { table: 'account_deletions', column: 'user_id', section: 'exclusao', onErase: 'delete' },
  {
    table: 'appointments',
    column: 'customer_id',
    section: 'agendamentos',
    hidden: ['idempotency_key'],
    onErase: {
      retain: statistics,
      clear: ['cancel_reason', 'idempotency_key', 'guest_name', 'note', 'staff_note'],
    },
  },
  {
    table: 'appointments',
    column: 'barber_user_id',
    section: 'atendimentos',
    hidden: ['idempotency_key', 'customer_id', 'customer_name', 'guest_name', 'note', 'staff_note', 'cancel_reason'],
    onErase: { retain: statistics, clear: ['cancel_reason'] },
  },
  {
    table: 'appointments',
    column: 'booked_by',
    section: 'agendamentosMarcados',
    hidden: [
      'idempotency_key',
      'customer_id',
      'customer_name',
      'guest_name',
      'note',
      'staff_note',
      'profile_id',
      'cancel_reason',
    ],
    onErase: { retain: statistics, clear: ['booked_by'] },
  },
  {
    table: 'appointment_series',
    column: 'customer_id',
    section: 'horariosFixos',
    hidden: ['profile_id'],
    onErase: 'delete',
  },
  {
    table: 'queue_entries',
    column: 'customer_id',
    section: 'filas',
    hidden: ['added_by', 'changed_by', 'profile_id'],
    onErase: { retain: 'waits are part of the barbershop’s statistics', clear: ['customer_id', 'name', 'phone'] },
  },
  // What barbershops noted about the user: notes, allergies, tags and photos. The files are deleted by the sweep of uploads.
  { table: 'customer_profiles', column: 'user_id', section: 'fichasNasBarbearias', onErase: 'delete' },
  {
    table: 'appointment_corrections',
    column: 'corrected_by',
    section: 'correcoes',
    onErase: { retain: 'it records a change of the barbershop’s statistics' },
  },
  {
    table: 'outreach_messages',
    column: 'sent_by',
    section: 'mensagensEnviadasAClientes',
    // The customer is another person.
    hidden: ['profile_id', 'whatsapp_message_id', 'whatsapp_number'],
    onErase: { retain: 'the team of the barbershop does not write to the customer again', clear: ['sent_by'] },
  },
  {
    table: 'appointment_moves',
    column: 'moved_by',
    section: 'horariosMudados',
    onErase: { retain: 'it records a change of an appointment of the barbershop', clear: ['moved_by'] },
  },
  {
    table: 'appointment_edits',
    column: 'edited_by',
    section: 'atendimentosMudados',
    onErase: { retain: 'it records a change of an appointment of the barbershop', clear: ['edited_by'] },
  },
  {
    table: 'reviews',
    column: 'customer_id',
    section: 'avaliacoes',
    // The barbershop's reply may contain the customer's name.
    onErase: { retain: 'the rating is part of the shop’s average', clear: ['comment', 'reply', 'replied_at'] },
  },
  // The files are deleted by the sweep of uploads, as soon as nothing shows them.
  { table: 'review_photos', column: 'author_id', section: 'fotosDasAvaliacoes', onErase: 'delete' },
  { table: 'review_photo_reports', column: 'user_id', section: 'denunciasDeFotos', onErase: 'delete' },
  {
    table: 'barbers',
    column: 'user_id',
    section: 'cadeiras',
    onErase: { retain: 'appointments reference this membership', clear: ['bio', 'instagram'] },
  },
  // The files are deleted by the sweep of uploads, as soon as nothing shows them.
  { table: 'portfolio_images', column: 'barber_user_id', section: 'portfolio', onErase: 'delete' },
  {
    table: 'uploads',
    column: 'user_id',
    section: 'imagens',
    onErase: { retain: 'the row is needed to delete the file once nothing shows it' },
  },
  {
    table: 'imports',
    column: 'user_id',
    section: 'importacoes',
    // Of the customers in the file.
    hidden: ['content', 'mapping', 'problems'],
    onErase: { retain: 'the file is deleted within a day and the row within nine' },
  },
  {
    table: 'bank_statements',
    column: 'imported_by',
    section: 'extratosImportados',
    onErase: { retain: 'it says which days of the barbershop’s money were checked' },
  },
  {
    table: 'bank_entries',
    column: 'decided_by',
    section: 'pixConferidos',
    // Who paid is another person.
    hidden: ['description', 'bank_key'],
    onErase: { retain: 'it is part of the barbershop’s book' },
  },
  {
    table: 'unlisted_payments',
    column: 'accepted_by',
    section: 'pixForaDoExtrato',
    onErase: { retain: 'it is part of the barbershop’s book' },
  },
  {
    table: 'visits',
    column: 'opened_by',
    section: 'comandasAbertas',
    hidden: ['profile_id', 'customer_name'],
    onErase: { retain: 'it is part of the barbershop’s book' },
  },
  {
    table: 'visits',
    column: 'closed_by',
    section: 'comandasFechadas',
    hidden: ['profile_id', 'customer_name'],
    onErase: { retain: 'it is part of the barbershop’s book' },
  },
  {
    table: 'visits',
    column: 'reversed_by',
    section: 'comandasEstornadas',
    hidden: ['profile_id', 'customer_name'],
    onErase: { retain: 'it is part of the barbershop’s book' },
  },
  {
    table: 'visit_payments',
    column: 'confirmed_by',
    section: 'pixConferidos',
    onErase: { retain: 'it is part of the barbershop’s book' },
  },
  {
    table: 'barbershops',
    column: 'owner_id',
    section: 'barbearias',
    hidden: ['position', 'search_text', 'search_name'],
    onErase: {
      retain: 'appointments and reviews of other users reference it',
      clear: ['phone', 'whatsapp', 'instagram', 'description'],
    },
  },
  {
    table: 'commission_plans',
    column: 'created_by',
    section: 'planosDeComissaoCriados',
    // Of a barber, as a rule another person.
    hidden: ['terms', 'barber_id'],
    onErase: { retain: 'what was earned refers to it', clear: ['created_by'] },
  },
  {
    table: 'settlements',
    column: 'closed_by',
    section: 'acertosFechados',
    hidden: settlementsOfOthers,
    onErase: { retain: 'money rows stay', clear: ['closed_by'] },
  },
  {
    table: 'settlements',
    column: 'paid_by',
    section: 'acertosPagos',
    hidden: settlementsOfOthers,
    onErase: { retain: 'money rows stay', clear: ['paid_by'] },
  },
  {
    table: 'commission_disputes',
    column: 'responded_by',
    section: 'contestacoesRespondidas',
    hidden: ['reason'],
    onErase: { retain: 'it explains an adjustment', clear: ['responded_by'] },
  },
  {
    table: 'advances',
    column: 'given_by',
    section: 'valesDados',
    hidden: ['barber_id', 'cents', 'reason'],
    onErase: { retain: 'money rows stay', clear: ['given_by'] },
  },
  { table: 'subscriptions', column: 'user_id', section: 'assinaturas', onErase: { retain: 'money rows stay' } },
  { table: 'payments', column: 'user_id', section: 'pagamentos', onErase: { retain: 'money rows stay' } },
  // Both values give access to the provider's payment form.
  {
    table: 'payment_sessions',
    column: 'user_id',
    section: 'checkouts',
    hidden: ['id', 'client_secret'],
    onErase: 'delete',
  },
]

/** Columns with contact data that do not reference a user, each with how it is erased. */
export const otherContactColumns: Record<string, string> = {
  'users.email': 'cleared when the account is anonymised',
  'users.phone': 'as above',
  'users.avatar_url': 'as above; its files are deleted too',
  'customer_profiles.phone': 'deleted with the profile of the account, or by the barbershop for a customer without one',
  'customer_profiles.email': 'as above',
  'outreach_messages.whatsapp_message_id': 'deleted with the profile of the customer',
  'outreach_messages.whatsapp_number': 'as above',
  'queue_entries.phone': 'cleared thirty days after the customer was in the queue',
  'email_changes.old_email': 'deleted with its row',
  'codes.email': 'deleted with its row',
  'invites.email': 'deleted when the account of the address is erased, or thirty days after the invite ended',
  'undeliverable_addresses.recipient': 'deleted with the account of the address, or seven days after its last refusal',
  'barbershops.phone': 'cleared with the owner',
  'barbershops.whatsapp': 'cleared with the owner',
  'barbershops.instagram': 'as above',
  'barbers.instagram': 'cleared with the account of the barber',
  'outbox_messages.recipient': 'emails to or about the user are found by their text and deleted',
}

/** Shown instead of the erased user's name. */
export function erasedUserName(wasBarber: boolean) {
  return wasBarber ? 'Barbeiro removido' : 'Cliente removido'
}

export const exportNotice =
  'Tudo o que a Na Régua guarda sobre você, por assunto. Os horários estão em UTC, os preços em centavos. Senhas e códigos não ' +
  'aparecem porque só guardamos a impressão digital deles.'
