import type { User } from '@na-regua/contract/accounts'
import { MESSAGE_LENGTH } from '@na-regua/contract/contact'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { errorText } from '../../lib/api-error.ts'
import { useSession } from '../../lib/session.ts'
import { Button } from '../../ui/button.tsx'
import { FormAlert, useFormErrors } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextArea, TextField } from '../../ui/text-field.tsx'
import { sendAsMember, sendAsVisitor } from './queries.ts'
import { type ContactInput, contactProblems } from './rules.ts'

type CaptchaProps = { onChange: (token: string | undefined) => void; error: string | undefined }
type CaptchaSlot = (props: CaptchaProps) => ReactNode

function readInput(form: HTMLFormElement): ContactInput {
  const data = new FormData(form)
  const text = (name: keyof ContactInput) => String(data.get(name) ?? '').trim()
  return { name: text('name'), email: text('email'), subject: text('subject'), message: text('message') }
}

type Errors = Partial<Record<keyof ContactInput, string>>

function useSending(user: User | undefined) {
  const [token, setToken] = useState<string>()
  const [captchaRound, setCaptchaRound] = useState(0)
  const sending = useMutation({
    mutationFn: ({ email, ...words }: ContactInput) =>
      user ? sendAsMember(words) : sendAsVisitor({ ...words, email, recaptchaToken: token }),
    // A captcha that was sent is spent, whatever came of it.
    onError() {
      setToken(undefined)
      setCaptchaRound((round) => round + 1)
    },
  })
  return { sending, token, setToken, captchaRound }
}

function Person({ user, errors }: { user: User | undefined; errors: Errors }) {
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

function Words({ errors, onChange }: { errors: Errors; onChange: () => void }) {
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

function takeFocus(place: HTMLElement | null) {
  place?.focus()
}

/** In place of the form, whose button had the focus. */
function Sent({ children }: { children: string }) {
  return (
    <div ref={takeFocus} tabIndex={-1} role="status" className="outline-none">
      <Notice icon="check" title="Mensagem enviada">
        {children}
      </Notice>
    </div>
  )
}

type ContactFormProps = {
  /** Whether a visitor has to prove that he is a person; a member has proved it already. */
  isCaptchaWanted: boolean
  renderCaptcha: CaptchaSlot
}

export function ContactForm({ isCaptchaWanted, renderCaptcha }: ContactFormProps) {
  const { user } = useSession()
  const { form, errors, reportErrors, clearError, handleInput } = useFormErrors<keyof ContactInput | 'captcha'>()
  const { sending, token, setToken, captchaRound } = useSending(user)
  const isProved = user !== undefined || !isCaptchaWanted || token !== undefined

  function handleCaptcha(solved: string | undefined) {
    setToken(solved)
    if (solved) clearError('captcha')
  }

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const input = readInput(event.currentTarget)
    const captcha = isProved ? undefined : 'Complete o captcha para continuar.'
    if (sending.isPending || !reportErrors({ ...contactProblems(input, user !== undefined), captcha })) return
    sending.mutate(input)
  }

  if (sending.isSuccess) return <Sent>{sending.data.message}</Sent>
  return (
    <form ref={form} method="post" noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid gap-4">
      <Person user={user} errors={errors} />
      <Words errors={errors} onChange={() => clearError('message')} />
      {!user && <div key={captchaRound}>{renderCaptcha({ onChange: handleCaptcha, error: errors.captcha })}</div>}
      <FormAlert>{sending.error && errorText(sending.error, 'Erro ao enviar a mensagem. Tente novamente.')}</FormAlert>
      <Button type="submit" size="large" isBusy={sending.isPending}>
        Enviar mensagem
      </Button>
    </form>
  )
}
