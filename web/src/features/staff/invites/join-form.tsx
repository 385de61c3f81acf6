import { TERMS_VERSION } from '@na-regua/contract/accounts'
import type { ReceivedInvite } from '@na-regua/contract/invites'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent, ReactNode } from 'react'
import { errorText, hasCode } from '../../../lib/error-text.ts'
import { openSession } from '../../../lib/session.ts'
import { Button } from '../../../ui/button.tsx'
import { FormAlert } from '../../../ui/form-alert.tsx'
import { NewPasswordFields } from '../../../ui/new-password-fields.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import { useFormErrors } from '../../../ui/use-form-errors.ts'
import { joinAsNew } from './queries.ts'
import { type JoinInput, joinProblems } from './rules.ts'

type JoinFormProps = {
  token: string
  invite: ReceivedInvite
  /** What an account is made under. */
  consent: ReactNode
  /** How good a password is. */
  strength: (password: string) => ReactNode
  onJoined: () => void
}

function useJoin({ token, onJoined }: JoinFormProps) {
  const { form, errors, reportErrors, handleInput } = useFormErrors<keyof JoinInput>()
  const joining = useMutation({
    mutationFn: joinAsNew,
    onSuccess(session) {
      openSession(session)
      onJoined()
    },
    onError(error) {
      if (hasCode(error, 'WEAK_PASSWORD')) reportErrors({ password: error.message })
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const data = new FormData(event.currentTarget)
    const text = (name: string) => String(data.get(name) ?? '')
    const input = { name: text('name').trim(), password: text('password'), confirmation: text('confirmation') }
    if (joining.isPending || !reportErrors(joinProblems(input))) return
    joining.mutate({ token, name: input.name, password: input.password, acceptedTerms: TERMS_VERSION })
  }

  const refusal = joining.error && !hasCode(joining.error, 'WEAK_PASSWORD') ? joining.error : undefined
  return { form, errors, handleInput, handleSubmit, refusal, isBusy: joining.isPending }
}

/** An account in one step: the link has proved the address, so only a name and a password are missing. */
export function JoinForm(props: JoinFormProps) {
  const { form, errors, handleInput, handleSubmit, refusal, isBusy } = useJoin(props)
  return (
    <form ref={form} method="post" noValidate onSubmit={handleSubmit} onInput={handleInput} className="grid gap-4">
      <TextField label="E-mail" type="email" autoComplete="username" value={props.invite.email} readOnly />
      <TextField label="Nome" name="name" autoComplete="name" maxLength={120} error={errors.name} />
      <NewPasswordFields
        password={{ label: 'Senha', name: 'password', error: errors.password }}
        confirmation={{ label: 'Confirmar senha', name: 'confirmation', error: errors.confirmation }}
        strength={props.strength}
      />
      <FormAlert>{refusal && errorText(refusal, 'Erro ao aceitar o convite. Tente novamente.')}</FormAlert>
      <Button type="submit" size="large" isWide isBusy={isBusy}>
        Criar conta e aceitar
      </Button>
      {props.consent}
    </form>
  )
}
