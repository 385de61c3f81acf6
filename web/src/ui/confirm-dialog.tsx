import { type ReactNode, useId } from 'react'
import { errorText, hasCode } from '../lib/api-error.ts'
import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'
import { Form, useFormErrors } from './form.tsx'
import { PasswordField } from './text-field.tsx'

type PasswordConfirmationOptions = {
  /** Accounts that only sign in with Google have none: the server requires a recent login instead. */
  hasPassword: boolean
  onConfirmed: (password: string | undefined) => void
}

/** Requires the password again before a destructive action. */
export function usePasswordConfirmation({ hasPassword, onConfirmed }: PasswordConfirmationOptions) {
  const fields = useFormErrors<'password'>()

  function submit(data: FormData) {
    const password = String(data.get('password') ?? '')
    const problem = hasPassword && !password ? 'Por favor, informe sua senha' : undefined
    if (fields.reportErrors({ password: problem })) onConfirmed(hasPassword ? password : undefined)
  }

  function reportWrongPassword(error: unknown) {
    if (hasCode(error, 'WRONG_PASSWORD')) fields.reportErrors({ password: error.message })
  }

  return { fields, submit, reportWrongPassword }
}

/** The failure of a confirmed action; undefined for an error that is shown at the password field. */
export function describeConfirmationError(error: unknown, fallback: string) {
  if (!error || hasCode(error, 'WRONG_PASSWORD')) return undefined
  if (hasCode(error, 'RECENT_LOGIN_REQUIRED'))
    return 'Por segurança, saia, entre de novo com o Google e repita o pedido.'
  return errorText(error, fallback)
}

type AsyncConfirmDialogProps = {
  isOpen: boolean
  onClose: () => void
  title: string
  /** What the action will do. */
  consequences: readonly string[]
  action: string
  hasPassword: boolean
  confirmation: Pick<ReturnType<typeof usePasswordConfirmation>, 'fields' | 'submit'>
  isBusy: boolean
  failure: string | undefined
  /** Choices above the password. */
  children?: ReactNode
}

/** Confirms a destructive action and stays open while it runs. */
export function AsyncConfirmDialog({ consequences, action, confirmation, ...props }: AsyncConfirmDialogProps) {
  const formId = useId()
  const { fields, submit } = confirmation
  const { isOpen, onClose, title, isBusy } = props
  const footer = (
    <>
      <Button variant="outline" onClick={onClose}>
        Voltar
      </Button>
      <Button type="submit" form={formId} isBusy={isBusy}>
        {action}
      </Button>
    </>
  )
  return (
    <Dialog isOpen={isOpen} onClose={onClose} title={title} footer={footer}>
      <ul className="grid list-disc gap-2 pl-5">
        {consequences.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
      <Form
        id={formId}
        fields={fields}
        isBusy={isBusy}
        onSubmit={submit}
        failure={props.failure}
        className="mt-5 grid gap-4"
      >
        {props.children}
        {props.hasPassword && <PasswordField label="Sua senha" name="password" error={fields.errors.password} />}
      </Form>
    </Dialog>
  )
}
