import { DELETION_DAYS } from '@na-regua/contract/privacy'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useId } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'
import { errorText, hasCode } from '../../lib/error-text.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useFormErrors } from '../../ui/use-form-errors.ts'
import { requestDeletion } from './queries.ts'

const consequences = [
  'Sua conta fecha agora, em todos os aparelhos.',
  'Seus próximos agendamentos são cancelados agora, e não voltam.',
  `Em ${DELETION_DAYS} dias seus dados pessoais somem de vez. Até lá, o link que enviamos por e-mail desfaz tudo.`,
  'O que você já pagou e avaliou continua nas contas da barbearia, sem o seu nome.',
]

type DeletionDialogProps = { isOpen: boolean; onClose: () => void; hasPassword: boolean }

export function DeletionDialog({ isOpen, onClose, hasPassword }: DeletionDialogProps) {
  const formId = useId()
  const { leaving, fields, handleSubmit } = useLeaving(hasPassword)
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Voltar
      </Button>
      <Button type="submit" form={formId} isBusy={leaving.isPending}>
        Excluir minha conta
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title="Excluir sua conta?" footer={footer}>
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <form
        id={formId}
        ref={fields.form}
        method="post"
        noValidate
        onSubmit={handleSubmit}
        onInput={fields.handleInput}
        className="mt-5 grid gap-4"
      >
        {hasPassword && <PasswordField label="Sua senha" name="password" error={fields.errors.password} />}
        {leaving.error && !hasCode(leaving.error, 'WRONG_PASSWORD') && (
          <p role="alert" className="rounded-control bg-red-soft px-3.5 py-3 text-red">
            {describeRefusal(leaving.error)}
          </p>
        )}
      </form>
    </Dialog>
  )
}

/** Without a password only a fresh login proves who is there. */
function describeRefusal(error: Error) {
  if (hasCode(error, 'RECENT_LOGIN_REQUIRED'))
    return 'Por segurança, saia, entre de novo com o Google e repita o pedido.'
  return errorText(error, 'Não foi possível excluir a conta. Tente novamente.')
}

function useLeaving(hasPassword: boolean) {
  const fields = useFormErrors<'password'>()
  const navigate = useNavigate()
  const leaving = useMutation({
    mutationFn: requestDeletion,
    onSuccess: ({ dueAt }) => void navigate(paths.undoDeletion(), { state: { dueAt }, replace: true }),
    onError(error) {
      if (hasCode(error, 'WRONG_PASSWORD')) fields.reportErrors({ password: error.message })
    },
  })

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    const isComplete = fields.reportErrors({
      password: hasPassword && !password ? 'Por favor, informe sua senha' : undefined,
    })
    if (isComplete && !leaving.isPending) leaving.mutate(hasPassword ? password : undefined)
  }

  return { leaving, fields, handleSubmit }
}
