type Query = Record<string, string | number | undefined>

function withQuery(path: string, query: Query) {
  const entries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return entries.length > 0 ? `${path}?${new URLSearchParams(entries)}` : path
}

/** The HTML id of an appointment in a list, which links of notifications and emails name in their hash. */
export const appointmentCardId = (id: string) => `cartao-${id}`

type BookingParams = {
  barbershopId: string
  barberId: string
  serviceId?: string
  /** Services of the same appointment besides the first. */
  extraIds?: readonly string[]
  date?: string
  time?: string
  reschedule?: string
}

/** Pages where barbers and owners work: no footer, and the search is for what they work with. */
export const isWorkPage = (pathname: string) =>
  /^\/(admin|barber|clientes|financeiro|caixa|ganhos)(\/|$)/.test(pathname)

/** The only place that builds URLs; routes.ts is the only one that matches them. */
export const paths = {
  home: () => '/',
  login: () => '/login',
  register: () => '/login?mode=register',
  forgotPassword: () => '/login?mode=forgot',
  barbershop: (id: string) => `/barbershop/${id}`,
  /** The same page, at the address that the owner gives away (decision 31). */
  ownAddress: (slug: string) => `/${slug}`,
  /** The barbershop's page with its barbers; in a message the link is about this barber. */
  barber: (barbershopId: string, barberId: string) =>
    withQuery(`/barbershop/${barbershopId}`, { aba: 'barbeiros', barbeiro: barberId }),
  /** The same page with the choice of the queue open. */
  joinQueue: (barbershopId: string) => withQuery(`/barbershop/${barbershopId}`, { fila: 1 }),
  /** The page of an entry, with its own key. */
  queueEntry: (token: string) => `/f/${token}`,
  /** The page of an offer of the waitlist, with its own key. */
  offer: (token: string) => `/o/${token}`,
  /** Where the QR code of a barbershop leads. The key is in the hash, so that it never reaches a server log. */
  queueOfCode: (key: string) => `/fila#${key}`,
  /** For a TV in the barbershop; the key is in the hash, as above. */
  queueScreen: (key: string) => `/painel-da-loja#${key}`,
  /** The images of links in messages, 1200 × 630. */
  barbershopPreview: (id: string) => `/previews/barbershops/${id}.jpg`,
  barberPreview: (id: string) => `/previews/barbers/${id}.jpg`,
  booking: ({ barbershopId, barberId, serviceId, extraIds = [], date, time, reschedule }: BookingParams) =>
    withQuery(`/barbershop/${barbershopId}/booking/${barberId}${serviceId ? `/${serviceId}` : ''}`, {
      extras: extraIds.length > 0 ? extraIds.join() : undefined,
      date,
      time,
      reschedule,
    }),
  /** With an id the page scrolls to the appointment. */
  customerAppointments: (id?: string) => `/customer/appointments${id ? `#${appointmentCardId(id)}` : ''}`,
  /** The agenda with the request that was typed before the login. */
  waitlistRequest: () => withQuery('/customer/appointments', { aviso: 1 }),
  favorites: () => '/customer/favorites',
  profile: () => '/profile',
  notifications: () => '/notifications',
  notificationPreferences: () => '/profile#notificacoes',
  /** The token is in the hash, so that it never reaches a server log. */
  invite: (token: string) => `/convite#${token}`,
  undoDeletion: () => '/desfazer-exclusao',
  /** With an id the page shows that plan first. */
  becomeOwner: (planId?: string) => withQuery('/become-owner', { plano: planId }),
  checkout: (planId: string) => withQuery('/checkout', { planId }),
  /** Without a session id if there was nothing to pay. */
  paymentConfirmation: (sessionId?: string) => withQuery('/payment/confirmation', { session_id: sessionId }),
  receipt: (paymentId: string) => `/payment/receipt/${paymentId}`,
  admin: () => '/admin',
  /** The tabs of the panel in which barbershops and barbers are managed. */
  manageBarbershops: () => '/admin?aba=barbearias#gerenciar',
  manageBarbers: () => '/admin?aba=barbeiros#gerenciar',
  /** An owner without a barbershop starts in the wizard. */
  createBarbershop: () => withQuery('/admin', { criar: 1 }),
  payments: () => '/admin/payments',
  adminAppointments: () => '/admin/appointments',
  /** The owner's list with filters, which the page reads by `readAgendaFilters`. */
  ownerList: (filters: Query) => withQuery('/admin/appointments', filters),
  barberAppointments: () => '/barber/appointments',
  /** The schedule of the named barber, or of the user's first barbershop. */
  barberSchedule: (barberId?: string) => withQuery('/barber/schedule', { barbeiro: barberId }),
  barberDay: (date: string) => withQuery('/barber/appointments', { ver: 'hoje', dia: date }),
  ownerToday: () => withQuery('/admin/appointments', { ver: 'dia' }),
  ownerDay: (date: string, barberId?: string) =>
    withQuery('/admin/appointments', { ver: 'dia', dia: date, barbeiro: barberId }),
  /** With the details of the appointment open on its day. */
  barberAppointment: (id: string) => withQuery('/barber/appointments', { ver: 'hoje', agendamento: id }),
  boardAppointment: (id: string, barberId: string) =>
    withQuery('/admin/appointments', { ver: 'dia', agendamento: id, barbeiro: barberId }),
  barberToday: () => withQuery('/barber/appointments', { ver: 'hoje' }),
  /** Today's board; a phone shows this barber first. */
  boardOfBarber: (barberId: string) => withQuery('/admin/appointments', { ver: 'dia', barbeiro: barberId }),
  /** The list of a barber's own appointments. */
  barberAgenda: () => withQuery('/barber/appointments', { ver: 'lista' }),
  /** Today with the queue of walk-ins in view. */
  boardQueue: () => withQuery('/admin/appointments', { ver: 'dia', fila: 1 }),
  barberQueue: () => withQuery('/barber/appointments', { ver: 'hoje', fila: 1 }),
  boardWeek: (date: string, barberId?: string) =>
    withQuery('/admin/appointments', { ver: 'semana', dia: date, barbeiro: barberId }),
  /** The services of a barbershop, open on the panel. */
  services: (barbershopId: string) => withQuery('/admin', { servicos: barbershopId }),
  /** The customers of a barbershop, for its staff. With an id the profile is open. */
  customers: (id?: string) => withQuery('/clientes', { ficha: id }),
  /** The visits (comandas) of a day; with a profile a sale that begins with what the customer owes. */
  visits: (profileId?: string) => withQuery('/caixa', { cliente: profileId }),
  /** The customer's receipt of a visit. The token is in the hash, so that it never reaches a server log. */
  visitReceipt: ({ id, token }: { id: string; token: string }) => `/recibo#${id}.${token}`,
  /** Messages to who comes tomorrow, with tabs for birthdays and who has not come for long. */
  outreach: () => '/clientes/avisos',
  /** The register: open, count, close; and the page of a day. */
  cash: () => '/financeiro/caixa',
  /** What the barbershop sells, and its stock. */
  products: () => '/financeiro/produtos',
  money: () => '/financeiro',
  receivables: () => '/financeiro/receber',
  /** What arrived by Pix, beside the statement of the bank. */
  statements: () => '/financeiro/conferencia',
  /** What the user earns as a barber. */
  earnings: () => '/ganhos',
  /** What a barber of the chosen barbershop earned this month, for who sees its money. */
  earningsOf: (barberId: string) => withQuery('/ganhos', { periodo: 'mes', barbeiro: barberId }),
  commissions: () => '/financeiro/comissoes',
  reviews: () => '/barber/reviews',
  about: () => '/sobre',
  contact: () => '/contato',
  /** The specification's other path for the contact page; it redirects. */
  contactSupport: () => '/contact',
  terms: () => '/termos',
  privacy: () => '/privacidade',
  faq: () => '/faq',
  outbox: () => '/dev/outbox',
  apiDocs: () => '/api/docs',
}
