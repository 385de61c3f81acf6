import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { paths } from '../../../app/paths.ts'
import { emailProblem } from '../../../lib/email-problem.ts'
import { errorText } from '../../../lib/error-text.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { QuietLink } from '../login/quiet-link.tsx'
import type { Sent } from '../verification/rules.ts'
import { askReset } from './queries.ts'

type AskFormProps = { email: string; onEmail: (email: string) => void; onSent: (sent: Sent) => void }

const failure = 'Erro ao enviar código de verificação. Tente novamente.'

export function AskForm({ email, onEmail, onSent }: AskFormProps) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<'email'>()
  const asking = useMutation({
    mutationFn: askReset,
    onSuccess: ({ resendAt }, address) => onSent({ email: address, resendAt }),
  })

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (!asking.isPending && reportErrors({ email: emailProblem(email) })) asking.mutate(email.trim())
  }

  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={handleSubmit}
      onInput={handleInput}
      className="flex flex-col gap-4"
    >
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        value={email}
        onChange={(event) => onEmail(event.target.value)}
        error={errors.email}
      />
      <FormAlert>{asking.error ? errorText(asking.error, failure) : undefined}</FormAlert>
      <Button type="submit" size="large" isWide isBusy={asking.isPending}>
        Enviar código
      </Button>
      <div className="-my-1 text-center">
        <QuietLink to={paths.login()}>Voltar para a entrada</QuietLink>
      </div>
    </form>
  )
}
