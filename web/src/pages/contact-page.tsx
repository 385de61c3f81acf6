import { useQuery } from '@tanstack/react-query'
import type { MetaArgs } from 'react-router'
import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { CaptchaField } from '../features/accounts/captcha/captcha-field.tsx'
import { captchaQuery } from '../features/accounts/queries.ts'
import { ContactForm } from '../features/contact/contact-form.tsx'
import { describeSupport, ownPlanQuery } from '../features/plans/rules.ts'
import { formatPhone } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { useSession } from '../lib/session.ts'
import { contact } from '../lib/site.ts'
import { Icon } from '../ui/icon.tsx'

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Contato',
    description: 'Fale com a equipe: dúvidas, problemas, ideias e imprensa. Respondemos em até dois dias úteis.',
    path: paths.contact(),
  })
}

const linkClass = 'inline-flex min-h-11 items-center gap-3 font-semibold hover:text-red'

function FormSection() {
  const { data: captcha } = useQuery(captchaQuery)
  const { user } = useSession()
  const { data: ownPlan } = useQuery({ ...ownPlanQuery(), enabled: user?.role === 'OWNER' })
  const support = ownPlan && describeSupport(ownPlan)
  return (
    <section aria-label="Formulário de contato" className="rounded-hero border border-line bg-card p-5 md:p-7">
      {support && <p className="mb-5 rounded-control bg-navy-soft px-3.5 py-3 font-medium text-navy">{support}</p>}
      <ContactForm
        isCaptchaRequired={captcha?.provider !== 'off'}
        renderCaptcha={(props) => <CaptchaField {...props} />}
      />
    </section>
  )
}

export default function ContactPage() {
  return (
    <div className="mx-auto grid max-w-5xl gap-10 py-2 md:py-8 lg:grid-cols-[1fr_minmax(0,30rem)] lg:gap-16">
      <div>
        <h1 className="text-3xl md:text-4xl">Fale com a gente</h1>
        <p className="mt-4 max-w-md text-lg text-mute">
          Conte o que aconteceu, o que faltou ou o que ficou bom. Uma pessoa lê e responde em até dois dias úteis.
        </p>
        <ul className="mt-6 grid gap-1">
          <li>
            <a href={`mailto:${contact.email}`} className={linkClass}>
              <Icon name="mail" className="size-5 text-red" />
              {contact.email}
            </a>
          </li>
          <li>
            <a href={`tel:+55${contact.phone}`} className={linkClass}>
              <Icon name="phone" className="size-5 text-red" />
              {formatPhone(contact.phone)}
            </a>
          </li>
          <li className="flex min-h-11 items-center gap-3">
            <Icon name="pin" className="size-5 text-red" />
            {contact.city}
          </li>
        </ul>
        <p className="mt-6 max-w-md text-mute">
          Talvez a resposta já esteja nas{' '}
          <Link to={paths.faq()} className="text-navy underline">
            perguntas frequentes
          </Link>
          . Sobre um horário marcado, o caminho mais rápido é ligar para a barbearia: o número está na página dela.
        </p>
      </div>
      <FormSection />
    </div>
  )
}
