import { absencesApi } from './absences.ts'
import { accountsApi } from './accounts.ts'
import { agendasApi } from './agendas.ts'
import { appointmentsApi } from './appointments.ts'
import { availabilityApi } from './availability.ts'
import { barbershopsApi } from './barbershops.ts'
import { calendarFeedApi } from './calendar-feed.ts'
import { commandsApi } from './commands.ts'
import { contactApi } from './contact.ts'
import { customersApi } from './customers.ts'
import { dashboardApi } from './dashboard.ts'
import { favoritesApi } from './favorites.ts'
import { googleApi } from './google.ts'
import { importsApi } from './imports.ts'
import { invitesApi } from './invites.ts'
import { lastMinuteApi } from './last-minute.ts'
import { membersApi } from './members.ts'
import { notificationsApi } from './notifications.ts'
import { outboxApi } from './outbox.ts'
import { ownBarbershopsApi } from './own-barbershops.ts'
import { paymentsApi, sandboxApi } from './payments.ts'
import { placesApi } from './places.ts'
import { plansApi } from './plans.ts'
import { portfolioApi } from './portfolio.ts'
import { privacyApi } from './privacy.ts'
import { profileApi } from './profile.ts'
import { pushApi } from './push.ts'
import { queueApi } from './queue.ts'
import { queueBoardApi, queueSettingsApi } from './queue-board.ts'
import { reminderReplyApi } from './reminder-reply.ts'
import { reviewsApi } from './reviews.ts'
import { rhythmApi } from './rhythm.ts'
import { rolesApi } from './roles.ts'
import type { Route } from './route.ts'
import { seriesApi } from './series.ts'
import { delaysApi, servingApi } from './serving.ts'
import { slugsApi } from './slugs.ts'
import { staffApi } from './staff.ts'
import { bookingLinkApi, staffBookingsApi } from './staff-bookings.ts'
import { suggestionsApi } from './suggestions.ts'
import { uploadsApi } from './uploads.ts'
import { waitlistApi, waitlistSettingsApi } from './waitlist.ts'

type Api = { description: string; routes: Record<string, Route> }

/** Every route of the contract by the tag of its API in the OpenAPI document. For the server and tests: the web never imports this. */
export const apis: Record<string, Api> = {
  accounts: { description: 'Cadastro, login, senha esquecida e verificação do e-mail', routes: accountsApi },
  google: { description: 'Login com o Google', routes: googleApi },
  profile: { description: 'A própria conta: dados, foto, e-mail, senha e sessões', routes: profileApi },
  privacy: { description: 'Exportação dos dados e exclusão da conta (LGPD)', routes: privacyApi },
  places: { description: 'Estados, cidades, CEP e o lugar de uma coordenada', routes: placesApi },
  barbershops: { description: 'Busca e dados públicos das barbearias', routes: barbershopsApi },
  suggestions: {
    description: 'O que a busca sugere: barbearias, lugares e filtros de uma frase',
    routes: suggestionsApi,
  },
  availability: { description: 'Horários livres', routes: availabilityApi },
  lastMinute: { description: 'Horários relâmpago: os de hoje com desconto', routes: lastMinuteApi },
  appointments: { description: 'Agendar, mudar, confirmar e concluir um horário', routes: appointmentsApi },
  staffBookings: { description: 'Horários que a barbearia marca para quem ligou', routes: staffBookingsApi },
  series: { description: 'Horários fixos: o mesmo horário a cada n semanas', routes: seriesApi },
  serving: { description: 'Chegou, começou: o que a equipe toca durante o dia', routes: servingApi },
  delays: { description: 'O atraso que o cliente soube, e a sua resposta', routes: delaysApi },
  queue: { description: 'A fila de quem chega sem hora, para clientes e para a tela da barbearia', routes: queueApi },
  queueBoard: { description: 'A fila de quem chega sem hora, para a equipe', routes: queueBoardApi },
  queueSettings: { description: 'As regras e os números da fila', routes: queueSettingsApi },
  absences: { description: 'A folga de quem já tinha horários marcados', routes: absencesApi },
  commands: { description: 'O que a equipe fez sem rede', routes: commandsApi },
  bookingLink: { description: 'O link de um horário marcado pelo telefone, sem login', routes: bookingLinkApi },
  customers: { description: 'Os clientes de uma barbearia e as suas fichas', routes: customersApi },
  imports: { description: 'Clientes, serviços e horários de outro programa', routes: importsApi },
  agendas: { description: 'Listas, calendários e o dia de clientes, barbeiros e donos', routes: agendasApi },
  reminderReply: { description: 'A resposta a um lembrete, pelo link e sem login', routes: reminderReplyApi },
  calendarFeed: { description: 'A agenda em programas de calendário', routes: calendarFeedApi },
  reviews: { description: 'Avaliações e respostas', routes: reviewsApi },
  waitlist: { description: 'Pedidos de aviso se um horário abrir, e as ofertas', routes: waitlistApi },
  waitlistSettings: { description: 'A lista de espera, para o dono', routes: waitlistSettingsApi },
  favorites: { description: 'Barbearias favoritas', routes: favoritesApi },
  notifications: { description: 'Notificações, preferências e o que muda na hora', routes: notificationsApi },
  push: { description: 'Avisos nos aparelhos (Web Push)', routes: pushApi },
  rhythm: { description: 'Os avisos de que costuma ser a hora de voltar', routes: rhythmApi },
  ownBarbershops: { description: 'As barbearias do dono', routes: ownBarbershopsApi },
  slugs: { description: 'Os endereços das barbearias, pelo nome', routes: slugsApi },
  uploads: { description: 'Imagens de barbearias', routes: uploadsApi },
  staff: { description: 'Barbeiros, o seu horário e as suas folgas', routes: staffApi },
  members: { description: 'A equipe do dono', routes: membersApi },
  portfolio: { description: 'As fotos dos trabalhos de cada barbeiro', routes: portfolioApi },
  invites: { description: 'Convites a barbeiros, recepcionistas e gerentes', routes: invitesApi },
  roles: { description: 'Recepcionistas e gerentes', routes: rolesApi },
  dashboard: { description: 'Os números do dono', routes: dashboardApi },
  plans: { description: 'Planos', routes: plansApi },
  payments: { description: 'Assinatura, pagamentos e recibos', routes: paymentsApi },
  sandbox: { description: 'Pagamentos de teste, só sem um provedor de verdade', routes: sandboxApi },
  contact: { description: 'Mensagens à equipe', routes: contactApi },
  outbox: { description: 'E-mails da demonstração, só nela', routes: outboxApi },
}

/** `id` names an operation for generated clients: its API and its name there, e.g. `appointmentsCreate`. It stays as it is. */
export const operations = Object.entries(apis).flatMap(([tag, { routes }]) =>
  Object.entries(routes).map(([name, route]) => ({
    id: `${tag}${name[0]?.toUpperCase()}${name.slice(1)}`,
    tag,
    route,
  })),
)
