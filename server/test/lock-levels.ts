/**
 * The order in which every transaction takes its locks (docs/decisions/06-lock-order.md). A transaction that holds a lock waits only for
 * locks of the same and of later levels. Within a level a lock of an earlier one decides who comes first, or a transaction takes only one.
 * A new table needs a level before the tests pass.
 */
type LockLevel = number | 'any' | 'none'

const levels: { level: LockLevel; locks: string[] }[] = [
  {
    // Reports and imports that are recorded once.
    level: 1,
    locks: ['sandbox_objects', 'payment_events', 'imports', 'bank_statements', 'bank_entries', 'unlisted_payments'],
  },
  {
    // What counts against an owner's plan, and the plan; requests for codes; one standing appointment.
    level: 2,
    locks: ['limits', 'codes of user or address', 'series'],
  },
  {
    // Bookings of one customer.
    level: 3,
    locks: ['customer'],
  },
  {
    // Bookings with one barber's user.
    level: 4,
    locks: ['barber user'],
  },
  {
    level: 5,
    locks: ['users'],
  },
  {
    // What belongs to one user.
    level: 6,
    locks: [
      'account_deletions',
      'identities',
      'identity_links',
      'identity_visits',
      'codes',
      'email_changes',
      'consents',
      'payment_sessions',
      'subscriptions',
      'payments',
      'favorites',
      'reviews',
      'review_photos',
      'review_photo_reports',
      'invites',
      'calendar_feeds',
      'notification_preferences',
      'push_settings',
      'whatsapp_consents',
      'rhythm_consents',
      'rhythm_nudges',
      'barbershop_roles',
      'last_minute_consents',
      'last_minute_messages',
      'waitlist_requests',
      'waitlist_targets',
      'waitlist_area_spans',
    ],
  },
  {
    level: 7,
    locks: ['barbershops'],
  },
  {
    level: 8,
    locks: ['barbers'],
  },
  {
    // What belongs to one barbershop or barber.
    level: 9,
    locks: [
      'services',
      'service_combinations',
      'barber_services',
      'working_hours',
      'special_dates',
      'barbershop_features',
      'images',
      'barbershop_slugs',
      'uploads',
      'barber_hours',
      'breaks',
      'time_off',
      'specialties',
      'barber_specialties',
      'customer_profiles',
      'outreach_texts',
      'outreach_automations',
      'portfolio_images',
      'last_minute_rules',
      'last_minute_slots',
      'waitlist_settings',
      'products',
      'pix_settings',
      'cash_registers',
      'card_fees',
      'commission_plans',
      'barber_contracts',
    ],
  },
  {
    level: 10,
    locks: ['appointments'],
  },
  {
    // What belongs to one appointment; the queue of a barbershop, which is locked before its entries.
    level: 11,
    locks: [
      'appointment_services',
      'appointment_corrections',
      'appointment_moves',
      'appointment_edits',
      'outreach_messages',
      'outreach_replies',
      'reminders',
      'push_action_results',
      'barbershop_queues',
      'queue_entries',
      'appointment_series',
      'series_dates',
      'waitlist_offers',
      'freed_times',
      'visits',
      'visit_lines',
      'commission_disputes',
      'advances',
    ],
  },
  {
    // What an import created; the book, which is written last, and what barbers earn and got, under the locks of their accounts.
    level: 12,
    locks: [
      'imported_rows',
      'product_movements',
      'book',
      'cash_sessions',
      'cash_counts',
      'cash_movements',
      'ledger_accounts',
      'ledger_transactions',
      'ledger_entries',
      'ledger_months',
      'commission_lines',
      'settlements',
    ],
  },
  {
    // The result of a command, stored with its change.
    level: 13,
    locks: ['client_commands'],
  },
  {
    // Devices, which the relay of all events locks when it inserts their pushes.
    level: 14,
    locks: ['push_subscriptions'],
  },
  {
    // Under the lock of the user, whose row decides.
    level: 'any',
    locks: ['sessions'],
  },
  {
    // Views, and rows of one event, written once, by triggers in the order of their keys, or by a statement that is a transaction of its own.
    // Payments are written under the lock of their visit.
    level: 'none',
    locks: [
      'notifications',
      'push_deliveries',
      'outbox_messages',
      'attempts',
      'spent_challenges',
      'ended_sessions',
      'secrets',
      'barbershop_changes',
      'search_words',
      'contact_messages',
      'plans',
      'features',
      'migrations',
      'job_workers',
      'pending_events',
      'undeliverable_addresses',
      'sweep_positions',
      'barber_terms',
      'provided_services',
      'city_paces',
      'posters',
      'message_counts',
      'visit_payments',
    ],
  },
]

/** The level of each lock. Levels 2 to 4 and `book` are advisory locks, all others rows of tables. */
export const lockLevels: ReadonlyMap<string, LockLevel> = new Map(
  levels.flatMap(({ level, locks }) => locks.map((lock) => [lock, level] as const)),
)
