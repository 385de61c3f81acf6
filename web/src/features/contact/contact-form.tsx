import type { User } from '@na-regua/contract/accounts'
import { type ContactMessage, contactApi, MESSAGE_LENGTH } from '@na-regua/contract/contact'
import type { Body } from '@na-regua/contract/route'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorText } from '../../lib/api-error.ts'
import { emailProblem } from '../../lib/email-problem.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { Form, useFormErrors } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'

type CaptchaProps = { onChange: (token: string | undefined) => void; error: string | undefined }
type CaptchaSlot = (props: CaptchaProps) => ReactNode

function readInput(data: FormData): ContactInput {
  const text = (name: keyof ContactInput) => String(data.get(name) ?? '').trim()
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') }
}

type Errors = Partial<Record<keyof ContactInput, string>>

function useSending(user: User | undefined) {
  const [token, setToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(0)
  const sending = useMutation({
    mutationFn: ({ email, ...message }: ContactInput) =>
      user ? sendAsMember(message) : sendAnonymously({ ...message, email, recaptchaToken: token }),
    // A captcha can be sent once, whatever the result.
    onError() {
      setToken(undefined)
      setCaptchaRound((round) => round + 1)
    },
  })
  return { sending, token, setToken, captchaRound }
}

function SenderFields({ user, errors }: { user: User | undefined; errors: Errors }) {
  return (
    <>
      <TextField
        key={user?.id}
        label="Nome"
        name="name"
        autoComplete="name"
        maxLength={120}
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
      <TextField label="Assunto" name="subject" maxLength={150} error={errors.subject} />
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

type ContactFormProps = {
  /** Anonymous users must solve a captcha; logged-in users did so when they registered. */
  isCaptchaRequired: boolean
  renderCaptcha: CaptchaSlot
}

export function ContactForm({ isCaptchaRequired, renderCaptcha }: ContactFormProps) {
  const { user } = useSession()
  const fields = useFormErrors<keyof ContactInput | 'captcha'>()
  const { sending, token, setToken, captchaRound } = useSending(user)
  const isSolved = user !== undefined || !isCaptchaRequired || token !== undefined

  function handleCaptcha(solved: string | undefined) {
    setToken(solved)
    if (solved) fields.clearError('captcha')
  }

  function handleSubmit(data: FormData) {
    const input = readInput(data)
    const captcha = isSolved ? undefined : 'Complete o captcha para continuar.'
    if (fields.reportErrors({ ...contactProblems(input, user !== undefined), captcha })) sending.mutate(input)
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
      <SenderFields user={user} errors={fields.errors} />
      <MessageFields errors={fields.errors} onChange={() => fields.clearError('message')} />
      {!user && (
        <div key={captchaRound}>{renderCaptcha({ onChange: handleCaptcha, error: fields.errors.captcha })}</div>
      )}
    </Form>
  )
}

export function sendAnonymously(message: Body<typeof contactApi.send>) {
  return api(contactApi.send, { body: message })
}

export function sendAsMember(message: ContactMessage) {
  return api(contactApi.sendAsMember, { body: message })
}

export type ContactInput = { name: string; email: string; subject: string; message: string }

/** Errors by field; a logged-in user's email is known. */
export function contactProblems({ name, email, subject, message }: ContactInput, isLoggedIn: boolean) {
  return {
    name: name ? undefined : 'Por favor, informe seu nome',
    email: isLoggedIn ? undefined : emailProblem(email),
    subject: subject ? undefined : 'Por favor, informe o assunto',
    message: message ? undefined : 'Por favor, escreva sua mensagem',
  }
}
