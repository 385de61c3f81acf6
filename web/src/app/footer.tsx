import type { User } from '@na-regua/contract/accounts'
import { clsx } from 'clsx'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router'
import { formatPhone } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { BRAND, contact, useSite } from '../lib/site.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { Icon, type IconName } from '../ui/icon.tsx'
import { RulerLine } from '../ui/ruler.tsx'
import { Segmented } from '../ui/segmented.tsx'

const linkClass =
  'inline-flex min-h-11 items-center wrap-anywhere text-mute transition-colors hover:text-ink md:min-h-9'

function Column({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h2 className="mb-2 font-sans text-sm font-semibold tracking-normal">{title}</h2>
      <ul className="text-sm">{children}</ul>
    </section>
  )
}

function Entry({ to, children }: { to: string; children: ReactNode }) {
  // Anything but a page of this app is a plain link.
  const isPage = to.startsWith('/') && !to.startsWith('/api/')
  return (
    <li>
      {isPage ? (
        <Link to={to} className={linkClass}>
          {children}
        </Link>
      ) : (
        <a href={to} className={linkClass}>
          {children}
        </a>
      )}
    </li>
  )
}

function BrandPromise() {
  return (
    <div className="col-span-full max-w-xs md:col-span-1">
      <p className="font-display text-2xl font-extrabold tracking-[-0.03em]">Marcou, é seu.</p>
      <RulerLine steps={25} className="mt-2 w-44" />
      <p className="mt-4 text-sm text-mute">
        Horário livre de verdade nas barbearias perto de você. Sem comissão, sempre.
      </p>
    </div>
  )
}

export function Footer() {
  const user = useUser()
  const site = useSite()
  return (
    <footer data-late className="mt-16 border-t border-line bg-card below-fold print:hidden">
      <div className="container-page grid two-columns gap-x-4 gap-y-8 py-10 md:grid-cols-[1.6fr_1fr_1fr_1fr]">
        <BrandPromise />
        <Column title="Para clientes">
          <Entry to={paths.home()}>Encontrar barbearias</Entry>
          {!user && <Entry to={paths.login()}>Entrar ou cadastrar</Entry>}
          <Entry to={paths.faq()}>Perguntas frequentes</Entry>
          {user?.role !== 'OWNER' && <Entry to={paths.becomeOwner()}>Torne-se dono</Entry>}
        </Column>
        <Column title="Links úteis">
          <Entry to={paths.about()}>Sobre</Entry>
          <Entry to={paths.terms()}>Termos de uso</Entry>
          <Entry to={paths.privacy()}>Privacidade</Entry>
          <Entry to={paths.apiDocs()}>API aberta</Entry>
          {site?.hasOutbox && <Entry to={paths.outbox()}>E-mails da demonstração</Entry>}
        </Column>
        <Column title="Contato">
          <Entry to={paths.contact()}>Fale com a gente</Entry>
          <Entry to={`mailto:${contact.email}`}>{contact.email}</Entry>
          <Entry to={`tel:+55${contact.phone}`}>{formatPhone(contact.phone)}</Entry>
          <li className="flex min-h-11 items-center text-mute md:min-h-9">{contact.city}</li>
        </Column>
      </div>
      <div className="container-page pb-6">
        <div className="flex flex-wrap items-center justify-between gap-4 border-t border-line pt-5">
          <p className="text-sm text-mute">{BRAND}, feito no Brasil.</p>
          <ThemeChoice />
        </div>
      </div>
    </footer>
  )
}

const options = [
  { value: 'auto', label: 'Tema do aparelho', icon: <Icon name="device" /> },
  { value: 'light', label: 'Tema claro', icon: <Icon name="sun" /> },
  { value: 'dark', label: 'Tema escuro', icon: <Icon name="moon" /> },
] as const

function ThemeChoice() {
  return <Segmented label="Tema" options={options} value={useTheme()} onChange={chooseTheme} />
}

type Destination = { to: string; label: string; icon: IconName }

const explore: Destination = { to: paths.home(), label: 'Explorar', icon: 'search' }
const profile: Destination = { to: paths.profile(), label: 'Perfil', icon: 'user' }
const day: Destination = { to: paths.barberAppointments(), label: 'Hoje', icon: 'calendar' }
const panel: Destination = { to: paths.admin(), label: 'Painel', icon: 'grid' }

const customerPlaces: Destination[] = [
  { to: paths.customerAppointments(), label: 'Agenda', icon: 'calendar' },
  { to: paths.favorites(), label: 'Favoritos', icon: 'heart' },
]
const clients: Destination = { to: paths.customers(), label: 'Clientes', icon: 'people' }

type Worker = Pick<User, 'role' | 'isBarber' | 'barbershopRoles'>

/** Who is at the reception sees the board instead of a barber's day. */
function listWorkPlaces({ role, isBarber, barbershopRoles = [] }: Worker) {
  const isManager = role === 'OWNER' || barbershopRoles.some((own) => own.role === 'MANAGER')
  const first = (role === 'OWNER' ? isBarber : !barbershopRoles[0]) ? day : { ...day, to: paths.ownerToday() }
  return [first, isManager ? panel : clients]
}

/**
 * Four destinations. An anonymous user gets those of a customer: the pages lead to the login, which returns to them. The first
 * and the last are the same for all, so that a tap before hydration finds what it meant.
 */
export function listDestinations(user: Worker | undefined): Destination[] {
  const works = user && (user.role !== 'CUSTOMER' || user.barbershopRoles?.[0])
  const places = works ? listWorkPlaces(user) : customerPlaces
  return [explore, ...places, profile]
}

const withoutQuery = (path: string) => path.replace(/\?.*/, '')

/** The navigation of a phone. Plain links, so it works before hydration; theme.css hides it where another bar takes its place. */
export function BottomNavigation() {
  const user = useUser()
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Principal"
      data-bottom-navigation
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-4 border-t border-line bg-card pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      {listDestinations(user).map(({ to, label, icon }) => {
        const isCurrent = withoutQuery(to) === pathname
        return (
          <Link
            key={label}
            to={to}
            aria-current={isCurrent ? 'page' : undefined}
            className={clsx(
              'relative grid min-h-16 content-center justify-items-center gap-0.5 text-[length:min(0.78125rem,5vw)] leading-[1.4] focus-visible:-outline-offset-2',
              isCurrent
                ? 'font-semibold text-ink before:absolute before:inset-x-6 before:-top-px before:h-0.5 before:bg-ink'
                : 'font-medium text-mute',
            )}
          >
            <Icon name={icon} className="size-5.5" />
            {label}
          </Link>
        )
      })}
    </nav>
  )
}
