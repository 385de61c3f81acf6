import { contactApi, MESSAGE_LENGTH, SUBJECT_LENGTH } from '@na-regua/contract/contact'
import { MAX_NAME } from '@na-regua/contract/text-limits'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, type LoaderFunctionArgs, type MetaArgs, redirect } from 'react-router'
import { CaptchaField } from '../features/accounts/captcha/captcha-field.tsx'
import { captchaQuery } from '../features/accounts/queries.ts'
import { describeSupport, ownPlanQuery } from '../features/plans/rules.ts'
import { api } from '../lib/api.ts'
import { errorText } from '../lib/api-error.ts'
import { emailProblem } from '../lib/form-errors.ts'
import { formatPhone } from '../lib/format.ts'
import { pageMeta } from '../lib/page-meta.ts'
import { paths } from '../lib/paths.ts'
import { useUser } from '../lib/session.ts'
import { contact } from '../lib/site.ts'
import { Button } from '../ui/button.tsx'
import { Form, useFormErrors } from '../ui/form.tsx'
import { Icon } from '../ui/icon.tsx'
import { Notice } from '../ui/notice.tsx'
import { TextArea, TextField } from '../ui/text-field.tsx'

/** The specification names both /contact and /contato; one redirects to the other. */
function redirectOldPath({ request }: Pick<LoaderFunctionArgs, 'request'>) {
  if (new URL(request.url).pathname.startsWith(paths.contactSupport())) throw redirect(paths.contact(), 301)
  return null
}

export const loader = redirectOldPath
export const clientLoader = redirectOldPath

export function meta({ matches }: MetaArgs) {
  return pageMeta(matches, {
    title: 'Contato',
    description: 'Fale com a equipe: dúvidas, problemas, ideias e imprensa. Respondemos em até dois dias úteis.',
    path: paths.contact(),
  })
}

const linkClass = 'inline-flex min-h-11 items-center gap-3 font-semibold wrap-anywhere hover:text-red'

function FormSection() {
  const user = useUser()
  const { data: ownPlan } = useQuery({ ...ownPlanQuery(), enabled: user?.role === 'OWNER' })
  const support = ownPlan && describeSupport(ownPlan)
  return (
    <section aria-label="Formulário de contato" className="rounded-hero border border-line bg-card p-5 md:p-7">
      {support && <p className="mb-5 rounded-control bg-navy-soft px-3.5 py-3 font-medium text-navy">{support}</p>}
      <ContactForm />
    </section>
  )
}

export default function ContactPage() {
  return (
    <div className="mx-auto grid max-w-5xl grid-cols-1 gap-10 py-2 md:py-8 lg:grid-cols-[1fr_minmax(0,30rem)] lg:gap-16">
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

function readInput(data: FormData): ContactInput {
  const text = (name: keyof ContactInput) => String(data.get(name) ?? '').trim()
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') }
}

type Errors = Partial<Record<keyof ContactInput, string>>

function useSending(isLoggedIn: boolean) {
  const [token, setToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(0)
  const sending = useMutation({
    mutationFn: ({ email, ...message }: ContactInput) =>
      isLoggedIn
        ? api(contactApi.sendAsMember, { body: message })
        : api(contactApi.send, { body: { ...message, email, recaptchaToken: token } }),
    // A captcha can be sent once, whatever the result.
    onError() {
      setToken(undefined)
      setCaptchaRound((round) => round + 1)
    },
  })
  return { sending, token, setToken, captchaRound }
}

function SenderFields({ errors }: { errors: Errors }) {
  const user = useUser()
  return (
    <>
      <TextField
        key={user?.id}
        label="Nome"
        name="name"
        autoComplete="name"
        maxLength={MAX_NAME}
        defaultValue={user?.name}
        error={errors.name}
      />
      {!user && <TextField label="E-mail" name="email" type="email" autoComplete="email" error={errors.email} />}
    </>
  )
}

function MessageFields({ errors, onChange }: { errors: Errors; onChange: () => void }) {
  const [message, setMessage] = useState('')
  return (
    <>
      <TextField label="Assunto" name="subject" maxLength={SUBJECT_LENGTH} error={errors.subject} />
      <TextArea
        label="Mensagem"
        name="message"
        rows={6}
        value={message}
        maxLength={MESSAGE_LENGTH}
        onChange={({ target }) => {
          setMessage(target.value)
          onChange()
        }}
        error={errors.message}
      />
    </>
  )
}

function focusElement(element: HTMLElement | null) {
  element?.focus()
}

/** Replaces the form and takes over the focus of its button. */
function Sent({ children }: { children: string }) {
  return (
    <div ref={focusElement} tabIndex={-1} role="status" className="outline-none">
      <Notice icon="check" title="Mensagem enviada">
        {children}
      </Notice>
    </div>
  )
}

/** Anonymous users must solve a captcha; logged-in users did so when they registered. */
function ContactForm() {
  const user = useUser()
  const { data: captcha } = useQuery(captchaQuery)
  const fields = useFormErrors<keyof ContactInput | 'captcha'>()
  const { sending, token, setToken, captchaRound } = useSending(user !== undefined)
  const isSolved = user !== undefined || captcha?.provider === 'off' || token !== undefined

  function handleCaptcha(solved: string | undefined) {
    setToken(solved)
    if (solved) fields.clearError('captcha')
  }

  function handleSubmit(data: FormData) {
    const input = readInput(data)
    const problem = isSolved ? undefined : 'Complete o captcha para continuar.'
    if (fields.reportErrors({ ...contactProblems(input, user !== undefined), captcha: problem })) sending.mutate(input)
  }

  if (sending.isSuccess) return <Sent>{sending.data.message}</Sent>
  return (
    <Form
      fields={fields}
      isBusy={sending.isPending}
      onSubmit={handleSubmit}
      failure={sending.error && errorText(sending.error, 'Erro ao enviar a mensagem. Tente novamente.')}
      actions={
        <Button type="submit" size="large" isBusy={sending.isPending}>
          Enviar mensagem
        </Button>
      }
    >
      <SenderFields errors={fields.errors} />
      <MessageFields errors={fields.errors} onChange={() => fields.clearError('message')} />
      {!user && <CaptchaField key={captchaRound} onChange={handleCaptcha} error={fields.errors.captcha} />}
    </Form>
  )
}

type ContactInput = { name: string; email: string; subject: string; message: string }

/** Errors by field; a logged-in user's email is known. */
export function contactProblems({ name, email, subject, message }: ContactInput, isLoggedIn: boolean) {
  return {
    name: name ? undefined : 'Por favor, informe seu nome',
    email: isLoggedIn ? undefined : emailProblem(email),
    subject: subject ? undefined : 'Por favor, informe o assunto',
    message: message ? undefined : 'Por favor, escreva sua mensagem',
  }
}
