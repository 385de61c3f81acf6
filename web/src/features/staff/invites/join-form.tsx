import { TERMS_VERSION } from '@na-regua/contract/accounts'
import type { ReceivedInvite } from '@na-regua/contract/invites'
import { MAX_EMAIL, MAX_NAME } from '@na-regua/contract/text-limits'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { errorText, hasCode } from '../../../lib/api-error.ts'
import { openSession } from '../../../lib/session.ts'
import { Form, useFormErrors } from '../../../ui/form.tsx'
import { NewPasswordFields, TextField } from '../../../ui/text-field.tsx'
import { findJoinProblems, type JoinInput } from '../members/rules.ts'
import { joinAsNewUser } from '../queries.ts'

type JoinFormProps = {
  token: string
  invite: ReceivedInvite
  /** The consent text. */
  consent: ReactNode
  /** Renders the strength of a password. */
  strength: (password: string) => ReactNode
  onAccepted: () => void
}

function useJoin({ token, invite, onAccepted }: JoinFormProps) {
  const fields = useFormErrors<keyof JoinInput>()
  const joining = useMutation({
    mutationFn: joinAsNewUser,
    onSuccess(session) {
      openSession(session)
      onAccepted()
    },
    onError(error) {
      if (hasCode(error, 'WEAK_PASSWORD')) fields.reportErrors({ password: error.message })
    },
  })

  function handleSubmit(data: FormData) {
    const text = (name: string) => String(data.get(name) ?? '')
    const email = invite.isLink ? text('email').trim() : invite.email
    const input = { email, name: text('name').trim(), password: text('password'), confirmation: text('confirmation') }
    if (!fields.reportErrors(findJoinProblems(input))) return
    const { name, password } = input
    joining.mutate({ token, name, password, acceptedTerms: TERMS_VERSION, ...(invite.isLink && { email }) })
  }

  const failure = joining.error && !hasCode(joining.error, 'WEAK_PASSWORD') ? joining.error : undefined
  return { fields, handleSubmit, failure, isBusy: joining.isPending }
}

/** Creates an account in one step. A link from an email verifies the address; to one that was passed on it is added. */
export function JoinForm(props: JoinFormProps) {
  const { fields, handleSubmit, failure, isBusy } = useJoin(props)
  const { errors } = fields
  return (
    <Form
      fields={fields}
      isBusy={isBusy}
      onSubmit={handleSubmit}
      failure={failure && errorText(failure, 'Erro ao aceitar o convite. Tente novamente.')}
      submit="Criar conta e aceitar"
      submitSize="large"
      footer={props.consent}
    >
      {props.invite.isLink ? (
        <TextField
          label="E-mail"
          name="email"
          type="email"
          autoComplete="username"
          maxLength={MAX_EMAIL}
          error={errors.email}
        />
      ) : (
        <TextField label="E-mail" type="email" autoComplete="username" value={props.invite.email} readOnly />
      )}
      <TextField label="Nome" name="name" autoComplete="name" maxLength={MAX_NAME} error={errors.name} />
      <NewPasswordFields
        password={{ label: 'Senha', name: 'password', error: errors.password }}
        confirmation={{ label: 'Confirmar senha', name: 'confirmation', error: errors.confirmation }}
        strength={props.strength}
      />
    </Form>
  )
}
