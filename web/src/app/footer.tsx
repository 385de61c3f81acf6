import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPhone } from '../lib/format.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { BRAND, contact, useSite } from '../lib/site.ts'
import { chooseTheme, useTheme } from '../lib/theme.ts'
import { Icon } from '../ui/icon.tsx'
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
    <footer className="mt-16 border-t border-line bg-card print:hidden">
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
